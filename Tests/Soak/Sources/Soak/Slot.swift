import Foundation
import Reactive
import ViewModels

/// A place where screens are used.
@MainActor
protocol Place: AnyObject {
  func run(until end: ContinuousClock.Instant) async throws
}

/// A place for one kind of screen: a list view, and two screens of which it shows one.
@MainActor
final class Slot<ViewModel: PagedListViewModel>: Place {
  let name: String
  let tally: Tally
  private let make: () throws -> Screen<ViewModel>
  /// Whether the screens' lists are of one queue.
  private let shareQueue: Bool
  let view: SoakView
  private(set) var shown: Screen<ViewModel>
  private var other: Screen<ViewModel>
  var random: SeededGenerator
  /// What the user has done last.
  private var recent: [UserStep] = []

  init(
    _ name: String, _ tally: Tally, seed: UInt64, shareQueue: Bool, make: @escaping () throws -> Screen<ViewModel>
  ) throws {
    (self.name, self.tally, self.shareQueue, self.make) = (name, tally, shareQueue, make)
    random = SeededGenerator(seed: seed)
    view = SoakView(tally, seed: seed + 1)
    (shown, other) = (try make(), try make())
    for screen in [shown, other] { follow(screen) }
    show()
  }

  /// Uses the screens until the time is over, and lets go of them.
  func run(until end: ContinuousClock.Instant) async throws {
    while .now < end, tally.broken == nil {
      try await step()
      try await Task.sleep(for: .milliseconds(.random(in: 1...40, using: &random)))
    }
    if tally.broken == nil {
      await settle()
    } else if tally.broken?.contains(": \(name): ") == true {
      say("\(name), at last: \(recent)")
    }
    leave(shown)
    leave(other)
  }

  /// What the user does, mostly; and what the app and the world do beside.
  private func step() async throws {
    switch Int.random(in: 0..<1_000, using: &random) {
    case ..<200: view.scroll()
    case ..<380: shown.act(&random)
    case ..<410: other.act(&random)
    case ..<420: view.isStuck.toggle()
    case ..<440: beginLoop()
    case ..<450: other.loop = loop(of: other)
    case ..<460: other.loop?.cancel()
    case ..<470:
      leave(other)
      other = try make()
      follow(other)
    case ..<480: await settle()
    default:
      let step = UserStep.random(using: &random)
      recent = (recent + [step]).suffix(12)
      use(step)
    }
    tally.depth = max(tally.depth, shown.viewModel.pages.gate.waiting)
    if shown.binding != nil, Int.random(in: 0..<20, using: &random) == 0 {
      view.checkCounts(name, isIdle: shown.viewModel.gate.isIdle)
    }
  }

  // MARK: - Drivers

  /// The newer driver comes first, and the older one goes: so the change that animates stays open until it is over.
  func bind() {
    shown.binding = shown.viewModel.bind(to: view)
    shown.loop?.cancel()
    shown.loop = nil
  }

  private func beginLoop() {
    let old = (loop: shown.loop, binding: shown.binding)
    shown.loop = Task { [view, changes = shown.viewModel.changes, weak screen = shown] in
      for await change in changes {
        await change.perform(in: view)
        if let screen, screen.binding === old.binding { screen.binding = nil }
      }
    }
    old.loop?.cancel()
  }

  private func loop(of screen: Screen<ViewModel>) -> Task<Void, Never> {
    screen.loop?.cancel()
    return Task { [changes = screen.viewModel.changes] in for await change in changes { change.perform() } }
  }

  /// Goes to the other screen, with the same view. Lists of one queue wait for what is animated; of two, nobody does.
  func swap() {
    if !shareQueue { view.endAnimations() }
    shown.binding = nil
    shown.loop?.cancel()
    (shown, other) = (other, shown)
    show()
  }

  private func show() {
    let viewModel = shown.viewModel
    view.show(viewModel) { [weak screen = shown] in
      screen.map { !$0.pauses.isEmpty && $0.loop == nil } ?? false
    } willDisplay: { [weak viewModel] in
      viewModel?.willDisplay($0)
    } text: { [weak viewModel] in
      viewModel?.item(at: $0).map { "\($0)" } ?? ""
    }
    bind()
  }

  // MARK: - Following and leaving

  private func follow(_ screen: Screen<ViewModel>) {
    tally.screens += 1
    let seed = random.next()
    var random = SeededGenerator(seed: seed)
    screen.viewModel.insertions.sink { [tally] in
      tally.pages += 1
      tally.items += $1.count
    }
    .store(in: &screen.observers)
    screen.viewModel.loadStates.sink { [tally] in if $1.isFailed { tally.failures += 1 } }.store(in: &screen.observers)
    screen.viewModel.updates.sink { [tally, weak viewModel = screen.viewModel, edits = screen.edits] _ in
      tally.changes += 1
      if let viewModel { edits.lenses = edits.lenses.filter { viewModel.sections.contains($0.key) } }
      guard Int.random(in: 0..<20, using: &random) == 0, let hold = viewModel?.holdCurrentChange() else { return }
      let time = Duration.milliseconds(.random(in: 0...100, using: &random))
      Task {
        try? await Task.sleep(for: time)
        hold.release()
      }
    }
    .store(in: &screen.observers)
    screen.viewModel.loadFirstPages()
  }

  /// Everything that was asked for ends, within a minute, and the view shows what the model holds.
  private func settle() async {
    view.isStuck = false
    let viewModel = shown.viewModel
    let settled = Task {
      await viewModel.settled()
      return !Task.isCancelled
    }
    let alarm = Task {
      try await Task.sleep(for: .seconds(60))
      settled.cancel()
    }
    tally.check(.ended, await settled.value, "\(name): not settled after a minute")
    alarm.cancel()
    if shown.binding != nil { view.checkCounts(name) }
    await checkAtRest()
  }

  private func leave(_ screen: Screen<ViewModel>) {
    screen.letGo()
    tally.expectGone(
      name, [screen, screen.viewModel, screen.viewModel.pages, screen.viewModel.pages.gate] + screen.parts)
  }
}
