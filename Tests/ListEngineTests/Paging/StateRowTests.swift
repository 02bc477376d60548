import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite("Rows for states", .leavesNothing)
struct StateRowTests: AnsweringByHand {
  let service = ManualPages()
  let list: PagedList<String, TestItem>
  let view: StrictListView

  init() {
    let list = PagedList(sections: ["a", "b"], prefetchDistance: 1, loadPage: service.load).withoutTimeLimit()
    self.list = list
    view = StrictListView.reporting(list) { path in
      switch list.row(at: path) {
      case .item(let row): "\(row.id)"
      case .placeholder: "…"
      case .loading(let page): "loading \(page)"
      case .failed(let page, _): "failed \(page)"
      case .empty: "empty"
      case .finished: "finished"
      }
    }
  }

  @Test(
    "a section says that it loads, that it failed, and that all is there; a page and what becomes of its row are one update"
  )
  func life() async throws {
    list.showStateRows([.loading, .failed, .finished])
    let binding = list.bind(to: view)
    var updates: [ListUpdate] = []
    let observer = list.updates.sink { updates.append($0) }
    list.loadNextPage(in: "a")
    #expect(view.cells == [["loading 1"], []])
    try await answer(1, .success(Page(1...2, number: 1)))
    #expect(view.cells[0] == ["1", "2"])
    #expect(updates.map(\.description) == ["batch: insert 0-0", "batch: delete 0-0; insert 0-0...0-1"])
    list.willDisplay([0, 1])  // in the middle of making a cell, in which a view may not be told of a row
    #expect(view.cells[0] == ["1", "2"] && list.state(of: "a").phase == .idle)
    await service.arrives("a")
    #expect(view.cells[0] == ["1", "2", "loading 2"])
    try await answer(2, .failure(Refused()))
    #expect(view.cells[0] == ["1", "2", "failed 2"])
    list.retry("a")
    #expect(view.cells[0] == ["1", "2", "loading 2"])
    try await answer(2, .success(Page(3...3, number: 2, isLast: true)))
    #expect(view.cells[0] == ["1", "2", "3", "finished"])
    #expect(updates.last?.description == "batch: delete 0-2; insert 0-2...0-3" && view.discrepancies == [])
    binding.cancel()
    observer.cancel()
  }

  @Test("settled waits for what a cell that appears asks for, also before that is asked for")
  func settledWaits() async {
    let list = PagedList<String, TestItem>(sections: ["a"], prefetchDistance: 1) { _, page in
      Page([page.number], number: page.number, isLast: page.number == 2)
    }.withoutTimeLimit()
    list.showStateRows([.loading])
    list.loadFirstPages()
    await list.settled()
    list.willDisplay([0, 0])
    await list.settled()
    #expect(list.items(in: "a").map(\.id) == [1, 2])
  }

  @Test("what a cell that appears asks for is not asked of another section that takes the place of its own meanwhile")
  func ofItsOwnSection() async throws {
    list.showStateRows([.loading])
    let binding = list.bind(to: view)
    list.loadNextPage(in: "a")
    try await answer(1, .success(Page(1...2, number: 1)))
    view.animation = .manual
    list.edit { $0.append([TestItem(9)], to: "b") }
    list.edit { list in
      list.removeSection("a")
      list.insertSections(["a"], at: 0)
    }
    list.willDisplay([0, 1])
    view.finishAnimations()  // the section goes, in this turn
    await list.gate.nextTurns()
    #expect(list.items(in: "a").isEmpty && list.state(of: "a") == LoadState() && service.requests.isEmpty)
    view.finishAnimations()
    binding.cancel()
  }

  @Test("what a cell that appears asks for is taken back by a cancel or a refresh in the same turn")
  func inOrder() async throws {
    list.showStateRows([.loading])
    let binding = list.bind(to: view)
    list.loadNextPage(in: "a")
    try await answer(1, .success(Page(1...2, number: 1)))
    list.willDisplay([0, 1])
    list.cancel("a")
    #expect(list.state(of: "a").phase == .idle)
    await list.gate.nextTurns()
    #expect(list.state(of: "a").phase == .idle && view.cells[0] == ["1", "2"])
    list.willDisplay([0, 1])
    let loads = list.refresh("a")
    await service.arrives("a")
    try await answer(1, .failure(Refused()))
    #expect(await loads.summary.failed.count == 1)
    await list.gate.nextTurns()
    #expect(!list.state(of: "a").isLoading && view.cells[0] == ["1", "2"] && view.discrepancies == [])
    binding.cancel()
  }

  @Test("a cell near an end asks for the page beyond that end alone")
  func nearWhichEnd() async throws {
    list.showStateRows([.loading])
    list.seed("a", (1...5).map { TestItem($0) }, previous: PageKey(number: 1), next: PageKey(number: 3))
    list.willDisplay([0, 2])
    list.willDisplay([0, 4])
    #expect(try await asked().number == 3 && service.requests.count == 1)
    try await answer(3, .success(Page(6...7, number: 3)))
    await list.gate.nextTurns()
    #expect(service.requests.isEmpty)
    list.willDisplay([0, 0])
    #expect(try await asked().number == 1 && service.requests.count == 1)
    try await answer(1, .success(Page([0], number: 1)))
    #expect(list.items(in: "a").map(\.id) == [0, 1, 2, 3, 4, 5, 6, 7])
  }

  @Test("items, rows and placeholders are told apart; a row is no item")
  func apart() async throws {
    list.showPlaceholders(1)
    list.showStateRows(.finished)
    if case .placeholder = list.row(at: [0, 0]) {} else { Issue.record("no placeholder") }
    list.loadNextPage(in: "a")
    try await answer(1, .success(Page(1...1, number: 1, isLast: true)))
    #expect(list.numberOfItems(in: "a") == 2 && list.numberOfItems(inSection: 0) == 2)
    #expect(list.items(in: "a").count == 1 && list.item(at: [0, 0])?.id == 1 && list.item(at: [0, 1]) == nil)
    if case .finished = list.row(at: [0, 1]) {} else { Issue.record("no row") }
    #expect(list.showsPlaceholders(in: "b"))
  }

  @Test("placeholders that are taken away give way to the row of what goes on")
  func rowAfterPlaceholders() async throws {
    list.showStateRows([.loading])
    let binding = list.bind(to: view)
    list.showPlaceholders(2)
    list.loadNextPage(in: "a")
    #expect(view.cells[0] == ["…", "…"])
    list.showPlaceholders(0)
    await list.idle()
    #expect(view.cells[0] == ["loading 1"])
    list.cancel("a")
    binding.cancel()
  }

  @Test("a section without anything says so, and an edit that empties or fills it changes its row")
  func empty() async throws {
    list.showStateRows([.empty, .finished])
    let binding = list.bind(to: view)
    list.loadNextPage(in: "a")
    try await answer(1, .success(Page(0..<0, number: 1, isLast: true)))
    #expect(view.cells[0] == ["empty"] && list.isEmpty("a"))
    list.edit { $0.append([TestItem(7)], to: "a") }
    #expect(view.cells[0] == ["7", "finished"])
    list.edit { $0.remove([7], from: "a") }
    #expect(view.cells[0] == ["empty"])
    list.edit { list in
      list.removeSection("a")
      list.insertSections(["a"], at: 0)
    }
    #expect(view.cells[0] == [] && view.discrepancies == [])
    binding.cancel()
  }

  @Test("a refresh of what is shown has no row, its failure has one, and a seed keeps it")
  func refresh() async throws {
    list.showStateRows([.loading, .failed])
    let binding = list.bind(to: view)
    list.seed("a", [TestItem(1)], next: nil)
    list.refresh("a")
    #expect(view.cells[0] == ["1"])
    try await answer(1, .failure(Refused()))
    #expect(view.cells[0] == ["1", "failed 1"])
    list.showStateRows([])
    #expect(view.cells[0] == ["1"] && view.discrepancies == [])
    binding.cancel()
  }

  @Test("rows come without an animation, but with the page that changes them")
  func unanimated() async throws {
    view.animation = .manual
    list.showStateRows([.loading, .finished])
    let binding = list.bind(to: view)
    list.loadNextPage(in: "a")
    #expect(view.cells[0] == ["loading 1"] && view.runningAnimations == 0)
    await service.arrives("a")
    try service.answer("a", 1, .success(Page(1...1, number: 1, isLast: true)))
    await service.arrived(in: list)
    #expect(view.cells[0] == ["1", "finished"])
    #expect(view.runningAnimations == 1)
    view.finishAnimations()
    #expect(view.runningAnimations == 0 && list.gate.isIdle)
    binding.cancel()
  }

  @Test("the row of a state that is over when its turn comes is never shown")
  func over() async {
    view.animation = .manual
    list.showStateRows(.loading)
    let binding = list.bind(to: view)
    list.seed("b", [TestItem(1)], next: nil)
    #expect(view.runningAnimations == 1)
    var updates: [ListUpdate] = []
    let observer = list.updates.sink { updates.append($0) }
    list.loadNextPage(in: "a")
    list.cancel("a")
    view.finishAnimations()
    #expect(list.gate.isIdle && updates == [] && view.cells == [[], ["1"]])
    binding.cancel()
    observer.cancel()
  }

  @Test("off, no change is made for them")
  func off() async throws {
    var updates = 0
    let observer = list.updates.sink { _ in updates += 1 }
    list.loadNextPage(in: "a")
    try await answer(1, .success(Page(1...1, number: 1, isLast: true)))
    #expect(updates == 1 && list.gate.changesMade <= 1)
    observer.cancel()
  }

  @Test("before its items a section says how its previous page is doing, and what is asked of an item counts that row")
  func front() async throws {
    list.showStateRows([.loading, .finished], atFront: [.loading, .failed, .finished])
    let binding = list.bind(to: view)
    list.loadNextPage(in: "a")
    try await answer(page(5...7, before: "p", after: "n"))
    #expect(view.cells[0] == ["5", "6", "7"])
    list.loadPreviousPage(in: "a")
    #expect(view.cells[0] == ["loading 0", "5", "6", "7"])
    #expect(list.item(at: [0, 0]) == nil && list.item(at: [0, 1])?.id == 5 && list.item(at: [0, 4]) == nil)
    #expect(list.indexPath(of: 6, in: "a") == [0, 2] && list.row(at: [0, 0]) == .loading(page: 0))
    list.edit {
      $0.remove([5], from: "a")
      $0.update(TestItem(6, "new"), in: "a")
      $0.move(7, .first, in: "a")
      $0.append([TestItem(8)], to: "a")
    }
    #expect(view.cells[0] == ["loading 0", "7", "6", "8"] && view.discrepancies == [])
    try await answer(.failure(Refused()))
    #expect(view.cells[0] == ["failed 0", "7", "6", "8"])
    list.retry("a")
    list.loadNextPage(in: "a")
    try await answer(page(3...4, before: "q", after: "x"))
    #expect(view.cells[0] == ["3", "4", "7", "6", "8", "loading 2"])
    try await answer(page(9...9, before: nil, after: nil))
    #expect(view.cells[0] == ["3", "4", "7", "6", "8", "9", "finished"])
    list.loadPreviousPage(in: "a")
    try await answer(page(2...2, before: nil, after: nil))
    #expect(view.cells[0] == ["finished", "2", "3", "4", "7", "6", "8", "9", "finished"])
    list.refresh("a", joiningOn: true)
    try await answer(page(9...10, before: "p", after: nil))
    #expect(view.cells[0] == ["finished", "2", "3", "4", "7", "6", "8", "9", "10", "finished"])
    list.refresh("a")
    try await answer(page(20...20, before: "p", after: nil))
    #expect(view.cells[0] == ["20", "finished"] && view.discrepancies == [])
    list.showStateRows([])
    #expect(view.cells[0] == ["20"])
    withExtendedLifetime(binding) {}
  }

  @Test("a drag in a section with a row before its items is taken over")
  func draggedBelowFront() async throws {
    list.showStateRows([], atFront: [.finished])
    let binding = list.bind(to: view)
    list.loadNextPage(in: "a")
    try await answer(page(1...3, before: nil, after: nil))
    view.drag(from: [0, 1], to: [0, 3]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(view.cells[0] == ["finished", "2", "3", "1"] && list.items(in: "a").map(\.id) == [2, 3, 1])
    view.drag(from: [0, 3], to: [0, 0]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    await list.idle()
    #expect(view.cells[0] == ["finished", "1", "2", "3"] && view.discrepancies == [])
    withExtendedLifetime(binding) {}
  }

  @Test("a row at the front that goes, or comes, beside moves: each is told with the rows of its side")
  func frontRowBesideMoves() async throws {
    list.showStateRows([], atFront: [.finished])
    let binding = list.bind(to: view)
    list.loadNextPage(in: "a")
    try await answer(page([1, 2, 3], after: "n"))
    #expect(view.cells[0] == ["finished", "1", "2", "3"])
    list.refresh("a")
    try await answer(page([3, 1, 2], before: "p", after: "n"))
    #expect(view.cells[0] == ["3", "1", "2"] && view.discrepancies == [])
    list.refresh("a")
    try await answer(page([2, 3, 1], after: "n"))
    #expect(view.cells[0] == ["finished", "2", "3", "1"] && view.discrepancies == [])
    binding.cancel()
  }

  @Test("only the states that are asked for have a row, and a section that holds nothing has none at its front")
  func kinds() async throws {
    list.showStateRows([], atFront: [.finished])
    #expect(list.numberOfItems(in: "a") == 0)
    list.showStateRows([.finished], atFront: [.loading])
    list.loadNextPage(in: "b")
    try await answer(Page([], isLast: true), of: "b")
    #expect(list.numberOfItems(in: "b") == 0)
    list.loadNextPage(in: "a")
    try await answer(page([1, 2], before: "p", after: "n"))
    list.loadPreviousPage(in: "a")
    try await answer(.failure(Refused()))
    #expect(list.state(of: "a").prepend.error != nil && list.numberOfItems(in: "a") == 2)
  }

  @Test(
    "a section that shows nothing, and has only earlier pages, says how the previous one is doing, and is empty after that"
  )
  func nothingButEarlier() async throws {
    list.showStateRows([.loading, .failed, .empty], atFront: [.loading, .failed])
    let binding = list.bind(to: view)
    list.loadNextPage(in: "a")
    try await answer(page([5, 6], before: "p", after: nil))
    list.arrange("a", filter: { $0.id > 10 })
    #expect(view.cells[0] == ["loading 0"] && !list.isEmpty("a"))
    try await answer(.failure(Refused()))
    #expect(view.cells[0] == ["failed 0"])
    list.retry("a")
    #expect(view.cells[0] == ["loading 0"])
    list.refresh("a", joiningOn: true)
    #expect(view.cells[0] == ["loading 1"])
    try await answer(page([5, 6], before: "p", after: nil))
    #expect(view.cells[0] == ["loading 0"])
    try await answer(page([4], before: nil, after: nil))
    #expect(view.cells[0] == ["empty"] && list.isEmpty("a") && view.discrepancies == [])
    binding.cancel()
  }

  @Test("with a row at either end, each says its own state")
  func bothEnds() async throws {
    list.showStateRows([.failed], atFront: [.finished])
    list.loadNextPage(in: "a")
    try await answer(page([1, 2], after: "n"))
    list.loadNextPage(in: "a")
    try await answer(.failure(Refused()))
    if case .finished = list.row(at: [0, 0]) {} else { Issue.record("no row at the front") }
    if case .failed = list.row(at: [0, 3]) {} else { Issue.record("no row at the end") }
  }

  @Test("sections that change places: one whose row changes, too, is deleted and inserted, any other moves")
  func rowsOfMovedSections() {
    list.edit { list in
      for section in ["a", "b"] { list.append([TestItem(1)], to: section) }
    }
    for section in ["a", "b"] { list.seed(section, [TestItem(1)], next: nil) }
    var batches: [ListBatch] = []
    let heard = list.updates.sink { if case .batch(let batch) = $0 { batches.append(batch) } }
    let swap: @MainActor (inout PagedList<String, TestItem>.List) -> Void = { list in
      list.moveSection(list.sections[1], to: 0)
      for section in list.sections { list.update(TestItem(1, "new"), in: section) }
    }
    list.edit(swap)
    #expect(batches[0].movedSections.count == 1 && batches[0].deletedSections.isEmpty)
    let pause = list.gate.pause()
    list.edit(swap)
    list.showStateRows([.finished])
    pause.release()
    #expect(batches[1].movedSections.isEmpty && batches[1].deletedSections.count == 1)
    heard.cancel()
  }
}
