import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite("Pages before", .leavesNothing)
struct PreviousPageTests: AnsweringByHand {
  let service = ManualPages()
  let list: PagedList<String, TestItem>

  init() {
    list = PagedList(sections: ["a"], prefetchDistance: 2, maximumPagesWithoutNewItems: 2, loadPage: service.load)
      .withoutTimeLimit()
  }

  @Test("are asked for with the cursor of the first one, and come in as inserts at the front, until there is none")
  func byCursor() async throws {
    let view = StrictListView(dataSource: list)
    let binding = list.bind(to: view)
    let updates = Log<String>()
    let heard = list.updates.sink { updates.add("\($0)") }
    let inserted = list.insertions.sink { updates.add("\($0) \($1.first ?? [])") }
    list.loadPreviousPage(in: "a")
    #expect(list.loadsInFlight == 0, "nothing is known of what comes before")
    list.loadFirstPages()
    try await answer(page([5, 6], before: "older"))
    #expect(list.state(of: "a").prepend == .idle && list.state(of: "a").append == .finished)
    #expect(!list.state(of: "a").isFinished)
    list.loadPreviousPage(in: "a")
    #expect(list.state(of: "a").prepend == .loading(page: 0) && list.state(of: "a").phase == .loading(page: 0))
    #expect(try await asked() == PageKey(number: 0, cursor: "older", isPrevious: true))
    try await answer(page([3, 4, 5], before: "oldest"))
    list.loadPreviousPage(in: "a")
    #expect(try await asked() == PageKey(number: -1, cursor: "oldest", isPrevious: true))
    try await answer(page([2]))
    #expect(list.state(of: "a").prepend == .finished && list.state(of: "a").repeats == 1)
    #expect(ids() == [2, 3, 4, 5, 6] && view.numberOfItems(inSection: 0) == 5)
    #expect(
      updates.entries.filter { $0.hasPrefix("insert") } == ["insert 0-0...0-1", "insert 0-0...0-1", "insert 0-0"])
    #expect(updates.entries.contains("a [0, 0]"))
    list.loadPreviousPage(in: "a")
    #expect(list.loadsInFlight == 0)
    withExtendedLifetime((binding, heard, inserted)) {}
  }

  @Test("of a service with numbers go down to the first one")
  func byNumber() async throws {
    list.refresh("a", at: PageKey(number: 3))
    #expect(list.state(of: "a").refresh == .loading(page: 3))
    try await answer(.success(Page(items: [TestItem(30)], number: 3, isLast: false)))
    for page in [2, 1] {
      list.loadPreviousPage(in: "a")
      #expect(try await asked().number == page)
      try await answer(.success(Page(items: [TestItem(page * 10)], number: page, isLast: false)))
    }
    #expect(list.previousPage(in: "a") == nil && list.state(of: "a").prepend == .finished)
    #expect(ids() == [10, 20, 30] && list.nextPage(in: "a")?.number == 4)
  }

  @Test("are asked for near the front, and next ones near the end: the second wish is kept")
  func displayed() async throws {
    list.loadFirstPages()
    try await answer(page(10..<20, before: "p", after: "n"))
    list.willDisplay([0, 2])
    #expect(list.loadsInFlight == 0)
    list.willDisplay([0, 8])
    list.willDisplay([0, 1])
    #expect(try await asked().cursor == "n")
    try await answer(page([20], after: "m"))
    #expect(try await asked().cursor == "p")
    try await answer(page([9], before: nil))
    #expect(ids() == Array(9...20) && list.loadsInFlight == 0)
  }

  @Test("that fail, time out or are cancelled leave the section as it was, and are asked for again")
  func failed() async throws {
    list.loadFirstPages()
    try await answer(page([5], before: "p", after: "n"))
    list.loadPreviousPage(in: "a")
    try await answer(.failure(Refused()))
    #expect(list.state(of: "a").prepend.error == .service(Refused()) && list.state(of: "a").isFailed)
    list.loadPreviousPage(in: "a")
    #expect(list.loadsInFlight == 0, "a failed page waits for a retry")
    list.retry("a")
    #expect(try await asked().cursor == "p")
    list.cancel("a")
    #expect(list.state(of: "a").prepend == .idle)
    list.loadNextPage(in: "a")
    try await answer(.failure(Refused()))
    list.loadPreviousPage(in: "a")
    try await answer(.failure(Refused()))
    list.retry("a")
    #expect(try await asked().cursor == "n")
    try await answer(page([6]))
    #expect(try await asked().cursor == "p")
    try await answer(page([4]))
    #expect(ids() == [4, 5, 6] && list.state(of: "a").isFinished)
  }

  @Test("that bring nothing new lead to the one before, up to the limit; an expired cursor begins the section anew")
  func barren() async throws {
    list.loadFirstPages()
    try await answer(page([5], before: "p"))
    list.loadPreviousPage(in: "a")
    try await answer(page([5], before: "q"))
    try await answer(page([5], before: "r"))
    #expect(list.state(of: "a").prepend == .failed(page: -2, .nothingNew(pages: 2)))
    list.retry("a")
    try await answer(.failure(LoadError.expiredCursor))
    list.retry("a")
    #expect(try await asked() == .first)
    try await answer(page([7], before: "p"))
    #expect(ids() == [7] && list.state(of: "a").prepend == .idle)
  }

  @Test("fill a section whose end has been reached")
  func filled() async throws {
    list.fill("a", with: 3)
    try await answer(page([5], before: "p"))
    try await answer(page([4], before: "q"))
    try await answer(page([3], before: "r"))
    #expect(ids() == [3, 4, 5] && list.loadsInFlight == 0)
  }

  @Test("are outranked by a refresh")
  func outranked() async throws {
    list.loadFirstPages()
    try await answer(page([5], before: "p"))
    list.loadPreviousPage(in: "a")
    _ = try await asked()
    let late = try #require(service.requests.first)
    list.refresh("a")
    service.answer(late, .success(Page(items: [TestItem(4)], nextCursor: nil)))
    try await answer(page([6]))
    #expect(ids() == [6] && list.state(of: "a").isFinished)
  }

  @Test("follow a seed that knows them, and what is saved knows them")
  func seeded() async throws {
    let previous = PageKey(number: 0, cursor: "p", isPrevious: true)
    list.seed("a", [TestItem(5)], previous: previous, next: nil)
    #expect(list.saved("a").previous == previous)
    let saved = try JSONDecoder().decode(PageKey.self, from: JSONEncoder().encode(previous))
    #expect(saved == previous)
    #expect(try JSONDecoder().decode(PageKey.self, from: Data(#"{"number":2,"cursor":"x"}"#.utf8)).cursor == "x")
    list.loadPreviousPage(in: "a")
    #expect(try await asked() == previous)
    try await answer(page([4]))
    #expect(ids() == [4, 5] && list.saved("a").previous == nil)
  }

  @Test("do not bring back what a user has removed, and leave what is pending where it stands")
  func beside() async throws {
    list.loadFirstPages()
    try await answer(page([5, 6], before: "p"))
    list.loadPreviousPage(in: "a")
    list.edit {
      $0.remove([3], from: "a")
      $0.insert([TestItem(9)], at: 1, in: "a")
    }
    list.edit { $0.remove([6], from: "a") }
    try await answer(page([2, 4], before: "q"))
    #expect(ids() == [2, 4, 5, 9])
    list.edit { $0.remove([4], from: "a") }
    list.loadPreviousPage(in: "a")
    try await answer(page([1, 4]))
    #expect(ids() == [1, 2, 5, 9])
  }

  @Test("come in before an edit whose offset was not possible: it was made at the nearest one")
  func impossibleOffsets() async throws {
    list.loadFirstPages()
    try await answer(page([10, 11, 12], before: "p"))
    list.loadPreviousPage(in: "a")
    list.edit { $0.insert([TestItem(99)], at: .max, in: "a") }
    list.edit { $0.insert([TestItem(98)], .after(77, orAt: .min), in: "a") }
    list.edit { $0.move(11, .before(77, orAt: .max), in: "a") }
    #expect(ids() == [98, 10, 12, 99, 11])
    try await answer(page([8, 9]))
    #expect(ids() == [8, 9, 98, 10, 12, 99, 11])
  }

  @Test("shift an offset by the items that were not there when it was given", arguments: [false, true])
  func offsets(isPushed: Bool) async throws {
    list.loadFirstPages()
    try await answer(page([10, 11, 12, 13, 14], before: "p"))
    list.loadPreviousPage(in: "a")
    let first = list.pendingEdit { list in
      if isPushed { list.insert([TestItem(9)], .before(10), in: "a") } else { list.remove([9], from: "a") }
    }
    let second = list.pendingEdit { $0.move(10, .offset(isPushed ? 3 : 2), in: "a") }
    try await answer(page([8, 9]))
    #expect(ids() == (isPushed ? [8, 9] : [8]) + [11, 12, 10, 13, 14])
    first.takeBack()
    await list.idle()
    #expect(ids() == [8, 9, 11, 12] + (isPushed ? [13, 10, 14] : [10, 13, 14]), "as if there had been one edit")
    second.takeBack()
    await list.idle()
    #expect(ids() == [8, 9, 10, 11, 12, 13, 14])
  }

  @Test("shift an offset by what comes in after an edit before it has been forgotten, too")
  func offsetsAfterForgetting() async throws {
    list.loadFirstPages()
    try await answer(page([10, 11, 12, 13], before: "p"))
    let pushed = list.pendingEdit { $0.insert([TestItem(9)], .before(10), in: "a") }
    let moved = list.pendingEdit { $0.move(10, .offset(2), in: "a") }
    list.loadPreviousPage(in: "a")
    try await answer(page([8, 9], before: "q"))
    #expect(ids() == [8, 9, 11, 10, 12, 13])
    pushed.confirm()
    list.loadPreviousPage(in: "a")
    try await answer(page([7]))
    #expect(ids() == [7, 8, 9, 11, 10, 12, 13])
    moved.confirm()
  }

  @Test("fall into the places that an arrangement has for them")
  func arranged() async throws {
    list.loadFirstPages()
    try await answer(page([5, 6, 7], before: "p"))
    list.arrange("a", filter: { $0.id != 4 }, order: { $0.id > $1.id })
    list.loadPreviousPage(in: "a")
    try await answer(page([3, 4]))
    #expect(ids() == [7, 6, 5, 3])
    list.arrange("a")
    #expect(ids() == [3, 4, 5, 6, 7])
  }

  @Test("a trace tells of a previous page that leads nowhere as failed")
  func traced() async throws {
    var outcomes: [LoadOutcome] = []
    let heard = list.trace.sink { trace in
      if trace.phase == .prepend, case .ended(let outcome) = trace.step { outcomes.append(outcome) }
    }
    list.loadFirstPages()
    try await answer(page([5, 6], before: "p"))
    list.loadPreviousPage(in: "a")
    try await answer(page([4], before: "p"))
    #expect(outcomes == [.failed])
    heard.cancel()
  }

  @Test("are not asked for far from the front")
  func farFromTheFront() async throws {
    list.loadFirstPages()
    try await answer(page(10..<20, before: "p", after: "n"))
    list.willDisplay([0, 9])
    try await answer(page([20], before: "x"))
    #expect(!list.state(of: "a").isLoading && list.state(of: "a").prepend == .idle)
  }

  @Test("are not asked for in the next turn where they were on their way when a cell appeared")
  func askedWhileUnderWay() async throws {
    list.showStateRows([.loading])
    list.loadFirstPages()
    try await answer(page([5, 6], before: "p"))
    list.loadPreviousPage(in: "a")
    list.willDisplay([0, 0])
    list.cancel("a")
    await list.gate.nextTurns()
    #expect(list.state(of: "a").prepend == .idle)
  }
}
