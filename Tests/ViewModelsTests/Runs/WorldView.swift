import Foundation
import ListTesting
import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// A list view of a world: it counts and checks as a strict one, and has habits that list views have been seen with.
@MainActor
final class WorldView: ListView {
  let number: Int
  private let strict: StrictListView
  private weak var world: ListWorld?
  var habit = Step.Habit.animates
  /// Animations that run, and whom they tell.
  private var animations: [(id: Int, completion: @MainActor () -> Void)] = []
  private var lastAnimation = 0

  init(_ number: Int, of stages: [any Stage], in world: ListWorld) {
    self.number = number
    self.world = world
    let shown = ShownLists(stages)
    strict = StrictListView(dataSource: shown) { shown.text(at: $0[0], $0[1]) }
    strict.onViolation = { [weak world] in world?.object("view \(number): \($0)") }
  }

  /// Whether it shows what its lists hold.
  var isRight: Bool { strict.discrepancies.isEmpty }
  var isAnimating: Bool { !animations.isEmpty }

  func reloadAndCount() { strict.reloadAndCount() }

  func performUpdate(
    animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
  ) {
    // A list view accepts a second batch while the first one animates, and miscounts.
    if isAnimating { world?.object("view \(number): two batches overlap") }
    // The change is made inside the update, and nothing else has changed a count since the last one.
    if !isRight { world?.object("view \(number): its list has changed before its update was opened") }
    world?.record(.opened(view: number, animated: animated))
    var isEmpty = true
    if habit != .forgets {
      strict.performUpdate(animated: false) {
        let update = commit()
        isEmpty = update == nil
        if self.habit == .asksTwice, commit() != nil { self.world?.object("view \(self.number): told twice") }
        return update
      } completion: {
      }
    }
    let animates = animated && !isEmpty && habit != .completes
    if animates {
      lastAnimation += 1
      animations.append((lastAnimation, completion))
    }
    world?.record(.closed(view: number, animates ? .animation(view: number, lastAnimation) : nil))
    if !animates { completion() }
  }

  /// Moves an item itself, as a drop does.
  func drag(from source: IndexPath, to destination: IndexPath, _ moveItem: (IndexPath, IndexPath) -> Void) {
    strict.drag(from: source, to: destination, moveItem)
  }

  /// Ends the animation that began first.
  /// - Parameter calls: How often its completion is called; with 0 it is dropped.
  func finishAnimation(calls: Int) {
    guard !animations.isEmpty else { return }
    let (id, completion) = animations.removeFirst()
    let keeper = Keeper.animation(view: number, id)
    world?.record(calls == 0 ? .dropped(keeper) : .ended(keeper))
    for _ in 0..<calls { completion() }
  }
}

/// The sections of some lists, one below the other.
@MainActor
private final class ShownLists: ListDataSource {
  private let lists: [any Stage]

  init(_ lists: [any Stage]) { self.lists = lists }

  var numberOfSections: Int { lists.reduce(0) { $0 + $1.numberOfSections } }

  func numberOfItems(inSection section: Int) -> Int {
    let (list, position) = find(section)
    return list.numberOfItems(inSection: position)
  }

  func text(at section: Int, _ offset: Int) -> String {
    let (list, position) = find(section)
    return list.text(at: position, offset)
  }

  private func find(_ section: Int) -> (any Stage, Int) {
    var position = section
    for list in lists.dropLast() {
      if position < list.numberOfSections { return (list, position) }
      position -= list.numberOfSections
    }
    return (lists[lists.count - 1], position)
  }
}
