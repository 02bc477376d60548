import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite("Refreshes that join on", .leavesNothing)
struct JoiningOnTests: AnsweringByHand {
  let service = ManualPages()
  let list: PagedList<String, TestItem>
  let updates = Log<String>()

  init() {
    list = PagedList(sections: ["a"], loadPage: service.load).withoutTimeLimit()
  }

  /// Loads pages of 20, the newest item first, by number.
  private func load(pages: Int) async throws {
    for number in 1...pages {
      list.loadNextPage(in: "a")
      try await answer(Page((100 - number * 20)..<(120 - number * 20), number: number).reversed)
    }
  }

  @Test(
    "take the place of what lies above the last item that both have; the rest stays, with its key, as one difference")
  func atTheTop() async throws {
    try await load(pages: 3)
    let heard = list.updates.sink { [updates] in updates.add("\($0)") }
    list.edit { $0.remove([99], from: "a") }
    list.refresh("a", joiningOn: true)
    try await answer(Page([102, 101, 100, 98, 97], number: 1))
    #expect(ids() == [102, 101, 100] + (40...98).reversed())
    #expect(updates.entries == ["batch: delete 0-0", "insert 0-0...0-2"])
    #expect(list.nextPage(in: "a")?.number == 4 && list.state(of: "a").append == .idle)
    withExtendedLifetime(heard) {}
  }

  @Test("leave what stands before, too, where the page says that something does: a conversation")
  func atTheBottom() async throws {
    list.loadFirstPages()
    try await answer(page([5, 6, 7], before: "p"))
    list.loadPreviousPage(in: "a")
    try await answer(page([3, 4], before: "q"))
    list.refresh("a", joiningOn: true)
    try await answer(page([6, 7, 8, 9], before: "x"))
    #expect(ids() == [3, 4, 5, 6, 7, 8, 9])
    #expect(list.previousPage(in: "a")?.cursor == "q" && list.state(of: "a").append == .finished)
  }

  @Test(
    "begin anew where both have no item, with a page that is the only one, and with another loader", arguments: 0..<3)
  func anew(case number: Int) async throws {
    try await load(pages: 2)
    switch number {
    case 0:
      list.refresh("a", joiningOn: true)
      try await answer(page([200], after: "x"))
    case 1:
      list.refresh("a", joiningOn: true)
      try await answer(page([99, 200]))
    default:
      let service = service
      list.refresh("a", from: { try await service.load("a", $0) })
      list.refresh("a", joiningOn: true)
      try await answer(page([99, 200], after: "x"))
    }
    #expect(ids() == (number == 0 ? [200] : [99, 200]))
    #expect(list.nextPage(in: "a")?.cursor == (number == 1 ? nil : "x"))
  }

  @Test("take out what stood after a page that is the last, and leave what stands before it")
  func lastPage() async throws {
    list.loadFirstPages()
    try await answer(page([5, 6], before: "p", after: "n"))
    list.loadNextPage(in: "a")
    try await answer(page([7, 8], before: "p"))
    list.refresh("a", joiningOn: true)
    try await answer(page([6, 7], before: "x"))
    #expect(ids() == [5, 6, 7] && list.state(of: "a").append == .finished)
  }

  @Test("begin anew with the only page also where a user has put something that it does not name")
  func onlyPage() async throws {
    list.loadFirstPages()
    try await answer(page([1, 2]))
    list.edit { $0.append([TestItem(9)], to: "a") }
    list.refresh("a", joiningOn: true)
    try await answer(page([1, 2, 2]))
    #expect(ids() == [1, 2] && list.state(of: "a").repeats == 1)
    list.refresh("a", joiningOn: true)
    try await answer(page([1, 2]))
    #expect(list.state(of: "a").repeats == 0)
  }

  @Test("bring what was removed since if they name it, and no page after them does")
  func removed() async throws {
    try await load(pages: 2)
    list.edit { $0.remove([99, 61, 50], from: "a") }
    list.refresh("a", joiningOn: true)
    try await answer(Page([99, 98], number: 1))
    #expect(ids().first == 99 && !ids().contains(61))
    list.loadNextPage(in: "a")
    try await answer(Page([61, 50, 59], number: 3, isLast: true))
    #expect(ids().last == 59 && !ids().contains(61) && !ids().contains(50))
  }

  @Test(
    "begin the pages where there are none: what they join on to has been put in, or saved", arguments: [true, false])
  func firstPage(isSeeded: Bool) async throws {
    let held = [TestItem(7), TestItem(8)]
    if isSeeded { list.seed("a", held, next: .first) } else { list.edit { $0.append(held, to: "a") } }
    list.refresh("a", at: PageKey(number: 2), joiningOn: true)
    try await answer(Page([5, 6, 7], number: 2))
    #expect(ids() == [5, 6, 7, 8] && list.nextPage(in: "a") == PageKey(number: 3))
    #expect(list.previousPage(in: "a")?.number == 1)
  }

  @Test("leave an edit that they do not know on top")
  func beside() async throws {
    try await load(pages: 2)
    list.refresh("a", joiningOn: true)
    list.edit { $0.remove([99, 70], from: "a") }
    try await answer(Page([100, 99, 98], number: 1))
    #expect(ids() == [100] + (60...98).reversed().filter { $0 != 70 })
  }

  @Test("join on in what is loaded, whatever is shown of it")
  func arranged() async throws {
    try await load(pages: 2)
    list.arrange("a", filter: { $0.id.isMultiple(of: 10) }, order: { $0.id < $1.id })
    list.refresh("a", joiningOn: true)
    try await answer(Page([100, 99], number: 1))
    #expect(ids() == [60, 70, 80, 90, 100])
    list.arrange("a")
    #expect(ids() == (60...100).reversed())
  }

  @Test("leave what a user has put between, which the service may have elsewhere, until a page names it")
  func placed() async throws {
    list.loadFirstPages()
    try await answer(page([1, 2, 3], before: "p"))
    list.edit { $0.append([TestItem(10), TestItem(11), TestItem(12)], to: "a") }
    // Sent late: the service has 10 behind 11.
    list.refresh("a", joiningOn: true)
    try await answer(page([10, 12], before: "11"))
    #expect(ids() == [1, 2, 3, 11, 10, 12])
    list.refresh("a", joiningOn: true)
    try await answer(page([11, 10, 12], before: "3"))
    list.refresh("a", joiningOn: true)
    try await answer(page([11, 12], before: "3"))
    #expect(ids() == [1, 2, 3, 11, 12], "a page has named 10, so that the next one that does not takes it out")
  }

  @Test("that fail or are cancelled leave everything; a retry still joins on")
  func failed() async throws {
    try await load(pages: 2)
    list.refresh("a", joiningOn: true)
    await service.arrives("a")
    service.answer(try #require(service.requests.first), .failure(Refused()))
    await service.arrived(in: list)
    list.retry("a")
    try await answer(Page([100, 99], number: 1))
    #expect(ids() == (60...100).reversed())
    list.refresh("a", joiningOn: true)
    list.cancel("a")
    list.refresh("a")
    try await answer(Page([100, 99], number: 1))
    #expect(ids() == [100, 99])
  }

  @Test("keep a wish for the next page, which is about pages that stay")
  func wish() async throws {
    try await load(pages: 2)
    list.refresh("a", joiningOn: true)
    list.loadNextPage(in: "a")
    try await answer(Page([100, 99], number: 1))
    #expect(list.state(of: "a").append == .loading(page: 3))
    try await answer(Page(items: [TestItem(59)], number: 3, isLast: true))
    #expect(ids().last == 59)
  }

  @Test("join on when they are retried after a failure, also if a next page has come in between")
  func retriedAfterANextPage() async throws {
    try await load(pages: 1)
    list.refresh("a", joiningOn: true)
    try await answer(.failure(Refused()))
    list.loadNextPage(in: "a")
    try await answer(Page((60..<80).reversed(), number: 2))
    list.retry("a")
    try await answer(Page([100, 99, 98], number: 1))
    #expect(ids() == (60...100).reversed())
  }

  @Test("have been loaded, though the page after what they left has failed before")
  func besideAFailure() async throws {
    try await load(pages: 2)
    list.loadNextPage(in: "a")
    try await answer(.failure(Refused()))
    let loads = list.refresh("a", joiningOn: true)
    try await answer(Page([100, 99], number: 1))
    #expect(list.state(of: "a").append.error != nil && loads.result?.loaded == ["a"])
  }

  @Test("leave nothing before a page that nothing comes before")
  func nothingBefore() async throws {
    try await load(pages: 2)
    list.refresh("a", joiningOn: true)
    try await answer(Page([98, 97], number: 1))
    #expect(ids() == (60...98).reversed())
  }
}

extension Page {
  fileprivate var reversed: Page {
    var page = self
    page.items.reverse()
    return page
  }
}
