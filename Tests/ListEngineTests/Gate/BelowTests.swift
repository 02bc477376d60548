import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

/// Lists that stand one below the other in a view.
@MainActor
@Suite("A list below another in one view", .leavesNothing)
struct BelowTests {
  private typealias Pages = PagedList<String, TestItem>

  private func list(_ sections: [String], sharing other: Pages? = nil) -> Pages {
    let list = Pages(sections: sections, sharing: other) { _, _ in Page(items: [], isLast: true) }
    return list.withoutTimeLimit()
  }

  /// Binds lists to a view, each below the one before it.
  private func bound(_ lists: Pages...) -> (StackedLists, StrictListView, [AnyCancellable]) {
    let stack = StackedLists()
    stack.lists = lists
    let view = StrictListView.reporting(stack)
    let first = lists[0].bind(to: view)
    return (stack, view, [first] + zip(lists, lists.dropFirst()).map { $1.bind(to: view, below: $0) })
  }

  private func add(_ id: Int, to section: String, of list: Pages) {
    list.edit { $0.append([TestItem(id)], to: section) }
  }

  @Test("three lists: each is told where it stands in the turn, its own offset included")
  func three() {
    let top = list(["a"])
    let (middle, bottom) = (list(["b"], sharing: top), list(["c"], sharing: top))
    let (_, view, tokens) = bound(top, middle, bottom)
    middle.edit { $0.insertSections(["b2"]) }
    top.edit { $0.insertSections(["a2"], at: 0) }
    for (number, (list, section)) in [(bottom, "c"), (middle, "b2"), (top, "a2"), (bottom, "c")].enumerated() {
      add(number, to: section, of: list)
    }
    #expect((0..<5).map { view.numberOfItems(inSection: $0) } == [1, 0, 0, 1, 2])
    tokens.forEach { $0.cancel() }
  }

  @Test("the one above is unbound, or goes: the view counts before the next change, and what is below moves up")
  func aboveEnds() {
    let top = list(["a"])
    let (middle, bottom) = (list(["b"], sharing: top), list(["c"], sharing: top))
    let (stack, view, bindings) = bound(top, middle, bottom)
    var tokens = bindings
    tokens[1].cancel()
    #expect(ViewRecord.of(view).binding(to: middle.gate) == nil)
    stack.lists = [top, bottom]
    add(1, to: "c", of: bottom)
    #expect((0..<2).map { view.numberOfItems(inSection: $0) } == [0, 1])
    tokens[0].cancel()
    stack.lists = [bottom]
    add(2, to: "c", of: bottom)
    #expect(view.numberOfSections == 1 && view.numberOfItems(inSection: 0) == 2)
    tokens = []
  }

  @Test(
    "a list leaves between two others that hold other numbers of sections: the lowest one stands below the highest",
    arguments: ["token", "list", "order"])
  func middleLeaves(by way: String) {
    let top = list(["a"])
    var middle: Pages? = list(["b1", "b2", "b3"], sharing: top)
    let bottom = list(["c"], sharing: top)
    let stack = StackedLists()
    stack.lists = [top, middle, bottom].compactMap { $0 }
    let view = StrictListView.reporting(stack)
    var tokens = [top.bind(to: view)]
    if let middle { tokens += [middle.bind(to: view, below: top), bottom.bind(to: view, below: middle)] }
    stack.lists = way == "order" ? [top, bottom, middle].compactMap { $0 } : [top, bottom]
    switch way {
    case "token": tokens[1].cancel()
    case "list": middle = nil
    default: tokens += [middle?.bind(to: view, below: bottom)].compactMap { $0 }
    }
    add(1, to: "c", of: bottom)
    #expect((0..<2).map { view.numberOfItems(inSection: $0) } == [0, 1] && view.discrepancies == [])
    #expect(ViewRecord.of(view).binding(to: bottom.gate)?.sectionOffset == 1)
    tokens = []
  }

  @Test("what was given as the list above may go, if that is bound itself; bound through its gate, it is the list")
  func aboveIsAnotherObject() {
    let top = list(["a1", "a2"])
    let lower = list(["b"], sharing: top)
    let stack = StackedLists(top, lower)
    let view = StrictListView.reporting(stack)
    var model: Outer? = Outer(pages: top)
    var tokens = [top.bind(to: view)]
    if let model { tokens.append(lower.bind(to: view, below: model)) }
    model = nil
    add(1, to: "b", of: lower)
    #expect(view.batches == 1 && view.numberOfItems(inSection: 2) == 1 && view.discrepancies == [])
    tokens = []
    // Nothing but the gate is bound: what stands there is what `below:` says, also after it has been bound again.
    let other = StrictListView.reporting(stack)
    model = Outer(pages: top)
    tokens = [top.gate.bind(to: other)]
    if let model { tokens.append(lower.bind(to: other, below: model)) }
    tokens.append(top.gate.bind(to: other))
    add(2, to: "b", of: lower)
    #expect(other.batches == 1 && other.numberOfItems(inSection: 2) == 2 && other.discrepancies == [])
    stack.lists = [lower]
    model = nil
    add(3, to: "b", of: lower)
    #expect(other.numberOfSections == 1 && other.numberOfItems(inSection: 0) == 3 && other.discrepancies == [])
    // The gate is bound still: it has been given no list that it would end with.
    tokens.remove(at: 1).cancel()
    stack.lists = [top]
    for id in 4...5 { add(id, to: "a2", of: top) }
    #expect(other.batches == 4 && other.numberOfItems(inSection: 1) == 2 && other.discrepancies == [])
    tokens = []
  }

  /// A view model around a list.
  private final class Outer: GatedList {
    let pages: Pages
    var gate: SerialGate { pages.gate }
    var numberOfSections: Int { pages.numberOfSections }

    init(pages: Pages) { self.pages = pages }

    func numberOfItems(inSection section: Int) -> Int { pages.numberOfItems(inSection: section) }
  }

  @Test("the one above is bound again: what is below stays below it")
  func rebound() {
    let top = list(["a"])
    let bottom = list(["b"], sharing: top)
    let (_, view, bindings) = bound(top, bottom)
    var tokens = bindings
    tokens.append(top.bind(to: view))
    add(1, to: "b", of: bottom)
    add(2, to: "a", of: top)
    #expect((0..<2).map { view.numberOfItems(inSection: $0) } == [1, 1])
    // And the other way round: they change places.
    tokens.append(top.bind(to: view, below: bottom))
    #expect(ViewRecord.of(view).binding(to: bottom.gate)?.sectionOffset == 0)
    #expect(ViewRecord.of(view).binding(to: top.gate)?.sectionOffset == 1)
    tokens = []
  }

  @Test("of two lists below one the newest stands there; the other's changes are made outside the view")
  func siblings() {
    let top = list(["a"])
    let lower = ["b", "c", "d"].map { list([$0], sharing: top) }
    let (stack, view, bindings) = bound(top, lower[0], lower[1])
    var tokens = bindings
    stack.lists = [top, lower[2]]
    tokens.append(lower[2].bind(to: view, below: top))
    for (number, list) in ([top] + lower).enumerated() { add(number, to: list.sections[0], of: list) }
    #expect(view.batches == 2 && view.numberOfSections == 2)
    #expect((0..<2).map { view.numberOfItems(inSection: $0) } == [1, 1])
    tokens = []
  }

  @Test("a list in the middle that is bound alone takes along what is below it, and leaves what was above")
  func middleAlone() {
    let top = list(["a"])
    let (middle, bottom) = (list(["b"], sharing: top), list(["c"], sharing: top))
    let (stack, view, bindings) = bound(top, middle, bottom)
    var tokens = bindings
    stack.lists = [middle, bottom]
    tokens.append(middle.bind(to: view))
    for (number, (list, section)) in [(top, "a"), (middle, "b"), (bottom, "c")].enumerated() {
      add(number, to: section, of: list)
    }
    #expect(view.batches == 2 && (0..<2).map { view.numberOfItems(inSection: $0) } == [1, 1])
    tokens = []
  }

  @Test("what has been unbound between two lists does not part them when the upper one is bound again")
  func unboundBetween() {
    let top = list(["a"])
    let (middle, bottom) = (list(["b"], sharing: top), list(["c"], sharing: top))
    let (stack, view, bindings) = bound(top, middle, bottom)
    var tokens = bindings
    tokens[1].cancel()
    stack.lists = [top, bottom]
    for _ in 0..<2 { tokens.append(top.bind(to: view)) }
    add(1, to: "c", of: bottom)
    #expect(view.batches == 1 && (0..<2).map { view.numberOfItems(inSection: $0) } == [0, 1])
    tokens = []
  }

  @Test("lists of different queues: the newest has the view, as with one list")
  func otherQueue() {
    let (one, two) = (list(["a"]), list(["b"]))
    let (stack, view, bindings) = bound(one)
    var tokens = bindings
    stack.lists = [two]
    tokens.append(two.bind(to: view))
    add(1, to: "a", of: one)
    add(2, to: "b", of: two)
    #expect(view.numberOfItems(inSection: 0) == 1)
    tokens = []
  }

  /// A view controller as the documentation has it.
  @MainActor
  private final class Screen {
    let movies: Pages
    let dishes: Pages
    let view: StrictListView
    var cancellables: Set<AnyCancellable> = []

    init(_ movies: Pages, _ dishes: Pages) {
      (self.movies, self.dishes) = (movies, dishes)
      view = StrictListView(dataSource: StackedLists(movies, dishes))
    }

    func viewDidLoad() {
      movies.bind(to: view).store(in: &cancellables)
      dishes.bind(to: view, below: movies).store(in: &cancellables)
    }
  }

  @Test("a screen of two lists that keeps its bindings is released")
  func released() async {
    weak var screen: Screen?
    weak var view: StrictListView?
    do {
      let movies = list(["a"])
      let shown = Screen(movies, list(["b"], sharing: movies))
      shown.viewDidLoad()
      add(1, to: "b", of: shown.dishes)
      (screen, view) = (shown, shown.view)
    }
    await Turns.run(6)
    #expect(screen == nil && view == nil)
  }

  @Test(
    "below a list that is not bound there, one of another queue, itself, and one that a loop shows: it stops with a sentence"
  )
  func mistakes() async {
    let notBound = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await Mistakes.belowWhatIsNotBound()
    }
    #expect(notBound.said("bound to the same view"))
    let otherQueue = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await Mistakes.belowAnotherQueue()
    }
    #expect(otherQueue.said("shares its queue"))
    let itself = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await Mistakes.belowItself()
    }
    #expect(itself.said("shares its queue"))
    let loop = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await Mistakes.belowALoop()
    }
    #expect(loop.said("bound to the same view"))
  }

  @Test("a loop over the upper list takes the view: the list below is bound there no more")
  func loopOverTheUpper() async {
    let top = list(["a"])
    let bottom = list(["b"], sharing: top)
    let (stack, view, bindings) = bound(top, bottom)
    stack.lists = [top]
    let loop = Task { [changes = top.changes] in for await change in changes { await change.perform(in: view) } }
    await top.gate.nextTurns()
    let batches = view.batches
    add(1, to: "b", of: bottom)
    await top.gate.nextTurns()
    #expect(view.batches == batches && view.numberOfSections == 1)
    loop.cancel()
    bindings.forEach { $0.cancel() }
  }
}

extension ExitTest.Result? {
  fileprivate func said(_ words: String) -> Bool {
    String(decoding: self?.standardErrorContent ?? [], as: UTF8.self).contains(words)
  }
}

@MainActor
private enum Mistakes {
  private static func lists() -> (PagedList<String, TestItem>, PagedList<String, TestItem>, StrictListView) {
    let one = PagedList<String, TestItem>(sections: ["a"]) { _, _ in Page(items: [], isLast: true) }
    let two = PagedList<String, TestItem>(sections: ["b"], sharing: one) { _, _ in Page(items: [], isLast: true) }
    return (one, two, StrictListView(dataSource: one))
  }

  static func belowWhatIsNotBound() {
    let (one, two, view) = lists()
    withExtendedLifetime(two.bind(to: view, below: one)) {}
  }

  static func belowItself() {
    let (one, _, view) = lists()
    let token = one.bind(to: view)
    withExtendedLifetime([token, one.bind(to: view, below: one)]) {}
  }

  static func belowAnotherQueue() {
    let (one, _, view) = lists()
    let other = PagedList<String, TestItem>(sections: ["b"]) { _, _ in Page(items: [], isLast: true) }
    withExtendedLifetime([one.bind(to: view), other.bind(to: view, below: one)]) {}
  }

  static func belowALoop() async {
    let (one, two, view) = lists()
    Task { for await change in one.changes { await change.perform(in: view) } }
    await one.gate.nextTurns()
    withExtendedLifetime(two.bind(to: view, below: one)) {}
  }
}
