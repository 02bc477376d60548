import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

/// What a list view asks and says, between it and a list.
@MainActor
@Suite("A ready data source", .leavesNothing, .timeLimit(.minutes(10)))
struct PagedDataSourceTests: AnsweringByHand {
  /// A data source that notes what it hears.
  private final class Source: PagedDataSource<String, TestItem, StrictListView, String> {
    var heard: [String] = []
    var isHeld = false
    var isMovable = true

    override func sectionHasChanged(_ section: String, at position: Int) {
      heard.append(
        "\(section) at \(position): \(numberOfItems(inSection: position)), \(pages.state(of: section).isLoading)")
    }
    override func isInteracting(_ view: StrictListView) -> Bool { isHeld }
    override func canMove(_ item: TestItem) -> Bool { isMovable && item.id != 3 }
    override func prefetch(_ items: [TestItem]) { heard.append("prefetch \(items.map(\.id))") }
    override func cancelPrefetching(_ items: [TestItem]) { heard.append("cancel \(items.map(\.id))") }
  }

  let service = ManualPages()
  private let clock = TestClock()
  let list: PagedList<String, TestItem>
  private let source: Source
  private let view: StrictListView

  init() {
    list = PagedList(sections: ["a", "b"], loadPage: service.load).withoutTimeLimit()
    list.clock = clock
    list.edit { $0.append((0..<5).map { TestItem($0) }, to: "a") }
    let source = Source(list) { _, _, row in
      switch row {
      case .item(let item): "\(item.id)"
      case .placeholder: "placeholder"
      case .loading(let page): "loading \(page)"
      case .failed, .empty, .finished: "other"
      }
    }
    self.source = source
    view = StrictListView.reporting(source) { [unowned source] indexPath in
      source.view.map { source.cell(in: $0, at: indexPath) } ?? "not bound"
    }
    LeavesNothing.note("the data source", source)
  }

  @Test("cells are made from items, placeholders and states")
  func cells() async {
    list.showPlaceholders(2)
    source.bind(to: view)
    #expect(view.cells == [["0", "1", "2", "3", "4"], ["placeholder", "placeholder"]])
    list.showStateRows(.loading)
    list.showPlaceholders(0)
    list.loadFirstPages(in: ["b"])
    #expect(view.cells[1] == ["loading 1"] && view.discrepancies == [])
    await service.arrives("b")
  }

  @Test("what does not stand anywhere is a placeholder, and sections that are not there are empty")
  func nothingThere() async {
    source.bind(to: view)
    for path: IndexPath in [[0, 5], [0, -1], [1, 0], [2, 0], [-1, 0]] {
      #expect(source.row(at: path) == nil && source.cell(in: view, at: path) == "placeholder")
      #expect(!source.canMove(at: path))
    }
    #expect(source.numberOfItems(inSection: 2) == 0 && source.section(at: -1) == nil)
    #expect(source.sectionOfHeader(at: 2) == nil)
    list.showPlaceholders(2)
    #expect(source.cell(in: view, at: [1, 0]) == "placeholder")
    await list.gate.nextTurns()
    #expect(!list.state(of: "b").isLoading, "it asks for nothing")
  }

  @Test("a cell asks for the next page, in a later turn: the view is asking, and may not be told of a row")
  func nextPage() async throws {
    list.loadFirstPages(in: ["b"])
    await service.arrives("b")
    try service.answer("b", 1, 0..<5)
    await list.settled()
    list.showStateRows(.loading)
    source.bind(to: view)
    #expect(view.cells[1].count == 5)
    await service.arrives("b")
    #expect(view.cells[1].last == "loading 2" && view.discrepancies == [])
    try service.answer("b", 2, 5..<20, isLast: true)
    await service.arrives("a")
    try service.answer("a", 1, 0..<5, isLast: true)
    await list.settled()
    #expect(view.cells[1].count == 20 && view.discrepancies == [])
  }

  @Test("a header is configured again when its section's state or count has changed, where it stands then")
  func headers() async throws {
    source.bind(to: view)
    #expect(source.sectionOfHeader(at: 0) == "a")
    list.edit { $0.append([TestItem(9)], to: "a") }
    list.edit { $0.append([TestItem(9)], to: "b") }
    #expect(source.heard == ["a at 0: 6, true"], "nobody asked for b's")
    list.edit { $0.insertSections(["c"], at: 0) }
    list.edit { _ = $0.update(TestItem(9, "new"), in: "a") }
    #expect(source.heard.count == 1, "neither changes what a header says")
    await service.arrives("a")
    try service.answer("a", 1, 0..<20, isLast: true)
    await service.arrives("b")
    try service.answer("b", 1, 0..<20, isLast: true)
    await list.settled()
    #expect(source.heard.last == "a at 1: 20, false")
    let count = source.heard.count
    list.edit { $0.removeSection("a") }
    #expect(source.heard.count == count)
  }

  @Test("what is prefetched asks for the next page, and is passed on as items")
  func prefetching() async throws {
    list.edit { $0.append((5..<40).map { TestItem($0) }, to: "a") }
    source.prefetch(at: [[0, 3], [0, 4], [5, 7]])
    source.cancelPrefetching(at: [[0, 4], [3, 0]])
    #expect(source.heard == ["prefetch [3, 4]", "cancel [4]"])
    await list.gate.nextTurns()
    #expect(service.requests.isEmpty)
    source.prefetch(at: [[0, 39]])
    await service.arrives("a")
  }

  @Test("a drag pauses the gate until the view has let go, and its move is taken over")
  func dragged() async throws {
    source.bind(to: view)
    await service.arrives("a")
    source.isHeld = true
    #expect(source.canMove(at: [0, 0]) && !source.canMove(at: [0, 3]))
    await clock.sleeper(until: .milliseconds(100))
    try service.answer("a", 1, 0..<20, isLast: true)
    for await inFlight in list.requestsInFlight.values where inFlight == 0 { break }
    await list.gate.nextTurns()
    #expect(list.gate.waiting == 1 && ids("a").count == 5)
    view.drag(from: [0, 0], to: [0, 2]) { source.move(from: $0, to: $1, in: view) }
    #expect(ids("a") == [1, 2, 0, 3, 4] && view.discrepancies == [])
    clock.advance(by: .milliseconds(100))
    await clock.sleeper(until: .milliseconds(200))
    #expect(list.gate.waiting == 1, "it holds something still")
    source.isHeld = false
    clock.advance(by: .milliseconds(100))
    await list.settled()
    #expect(ids("a").count == 20 && ids("a").prefix(3) == [1, 2, 0] && view.discrepancies == [])
  }

  @Test("a drag that begins is given a tenth of a second, and so is one that begins after another")
  func begins() async {
    source.bind(to: view)
    source.interactionBegins()
    list.edit { $0.append([TestItem(9)], to: "a") }
    await clock.sleeper(until: .milliseconds(100))
    source.interactionBegins()
    clock.advance(by: .milliseconds(100))
    await clock.sleeper(until: .milliseconds(200))
    #expect(list.gate.waiting == 1)
    clock.advance(by: .milliseconds(100))
    await list.idle()
    #expect(ids("a").last == 9)
  }

  @Test("what is not in the user's hands, or may not be moved, pauses nothing")
  func notHeld() async {
    source.bind(to: view)
    #expect(source.canMove(at: [0, 0]))
    await list.gate.nextTurns()
    source.isHeld = true
    source.isMovable = false
    #expect(!source.canMove(at: [0, 0]))
    await list.gate.nextTurns()
    list.edit { $0.append([TestItem(9)], to: "a") }
    #expect(ids("a").last == 9)
  }

  @Test("another view that is bound takes the place of the first; with the data source, binding and pause go")
  func goes() async {
    var other: Source? = Source(list) { _, _, _ in "" }
    let second = StrictListView(dataSource: list)
    other?.bind(to: view)
    other?.bind(to: second)
    list.edit { $0.append([TestItem(9)], to: "a") }
    #expect(second.numberOfItems(inSection: 0) == 6 && view.numberOfItems(inSection: 0) == 5)
    other?.isHeld = true
    other?.interactionBegins()
    list.edit { $0.append([TestItem(10)], to: "a") }
    #expect(ids("a").count == 6)
    other = nil
    await list.idle()
    #expect(ids("a").count == 7 && second.batches == 1)
  }

  @Test("when a drag is over, the view is looked at no more")
  func over() async {
    source.bind(to: view)
    source.interactionBegins()
    await clock.sleeper(until: .milliseconds(100))
    for _ in 0..<5 {
      clock.advance(by: .milliseconds(100))
      await list.gate.nextTurns()
    }
    await list.idle()
    for _ in 0..<5 { await list.gate.nextTurns() }
    #expect(clock.sleepCount == 1)
  }
}
