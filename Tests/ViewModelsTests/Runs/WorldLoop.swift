@testable import ListEngine
@testable import ViewModels

/// A loop over a list's changes, whose body does what it is told.
@MainActor
final class WorldLoop {
  let list: Int
  let number: Int
  private weak var world: ListWorld?
  private var task: Task<Void, Never>?
  private var waiting: CheckedContinuation<Step.Body, Never>?
  private var hasBegun = false

  init(list: Int, number: Int, in world: ListWorld) {
    (self.list, self.number, self.world) = (list, number, world)
    let changes = world.stages[list].changes
    task = Task { [weak self] in
      for await change in changes {
        guard let self, await run(change) else { return }
      }
    }
  }

  /// - Returns: Whether the loop goes on.
  private func run(_ change: PendingChange) async -> Bool {
    if hasBegun {
      world?.record(.bodyBegan(list: list, loop: number))
    } else {
      hasBegun = true
      world?.begins(self)
      await perform(change, in: 0)
      return !isLeft
    }
    switch await withCheckedContinuation({ waiting = $0 }) {
    case .perform(let view): await perform(change, in: view)
    case .performWithoutView:
      world?.record(.performs(list: list, loop: number, view: nil))
      change.perform()
    case .skip: break
    case .leave:
      leave()
      return false
    }
    world?.record(.bodyEnded(list: list, loop: number))
    return true
  }

  private var isLeft = false

  private func leave() {
    isLeft = true
    world?.record(.loopEnds(list: list, loop: number))
  }

  private func perform(_ change: PendingChange, in view: Int) async {
    guard let views = world?.views(ofLoopIn: list) else { return }
    let view = views[view % views.count]
    world?.record(.performs(list: list, loop: number, view: view.number))
    await change.perform(in: view)
  }

  /// The body goes on, if it waits.
  func goOn(_ body: Step.Body) {
    waiting?.resume(returning: body)
    waiting = nil
  }

  func cancel() {
    world?.record(.loopEnds(list: list, loop: number))
    task?.cancel()
    goOn(.perform(0))  // a cancelled loop performs nothing more, whatever its body does
  }
}
