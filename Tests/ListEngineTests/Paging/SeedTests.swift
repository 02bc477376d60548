import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite("Seeds", .leavesNothing)
struct SeedTests: AnsweringByHand {
  let service = ManualPages()
  let list: PagedList<String, TestItem>
  let view: StrictListView

  init() {
    list = PagedList(sections: ["a", "b"], loadPage: service.load).withoutTimeLimit()
    view = StrictListView.reporting(list) { [list] in "\(list.item(at: $0)?.id ?? -1)" }
  }

  private func rest() async {
    await service.arrived(in: list)
    await list.idle()
  }

  @Test("a seed is shown at once, and pages on from where it was saved")
  func restored() async throws {
    let binding = list.bind(to: view)
    list.seed("a", (0..<30).map { TestItem($0) }, next: PageKey(number: 3, cursor: "x"))
    #expect(view.numberOfItems(inSection: 0) == 30 && list.state(of: "a") == LoadState())
    list.loadFirstPages()
    await rest()
    #expect(service.requests.map(\.section) == ["b"])  // it has no first page to ask for
    list.willDisplay([0, 29])
    #expect(try await asked() == PageKey(number: 3, cursor: "x"))
    await service.answer("a", .success(Page(items: [TestItem(29), TestItem(30)], nextCursor: nil)))
    await rest()
    #expect(ids() == Array(0...30) && view.discrepancies == [])
    #expect(list.nextPage(in: "a") == nil && list.nextPage(in: "b") == .first)
    binding.cancel()
  }

  @Test("what was taken out and put in again is shown by a seed that names it")
  func putInAgain() {
    list.edit { $0.remove([5], from: "a") }
    list.edit { $0.append([TestItem(5)], to: "a") }
    list.seed("a", [5, 6].map { TestItem($0) }, next: nil)
    #expect(ids() == [5, 6])
  }

  @Test("a refresh replaces a seed when its first page is there, and leaves it if it fails")
  func refreshed() async throws {
    list.seed("a", [TestItem(1), TestItem(2)], next: nil)
    #expect(list.state(of: "a").isFinished)
    list.refreshAll()
    await service.answer("a", .failure(Refused()))
    await rest()
    #expect(ids() == [1, 2] && list.state(of: "a").refresh.error != nil && list.state(of: "a").isFinished)
    list.retryFailed()
    await service.answer("a", .success(Page(5..<7, number: 1)))
    await rest()
    #expect(ids() == [5, 6] && list.state(of: "a") == LoadState(generation: 1))
  }

  @Test("a cache that is read while the first page is on its way is replaced by it, and kept if it fails")
  func late() async throws {
    list.loadFirstPages()
    await rest()
    list.seed("a", [TestItem(1)], next: .first)
    list.seed("b", [TestItem(1)], next: .first)
    #expect(ids() == [1] && list.state(of: "a").isLoading)
    await service.answer("a", .success(Page(5..<7, number: 1)))
    await service.answer("b", .failure(Refused()))
    await rest()
    #expect(ids() == [5, 6] && ids("b") == [1])
    list.retry("b")
    await service.answer("b", .success(Page(8..<9, number: 1)))
    await rest()
    #expect(ids("b") == [8])
  }

  @Test("a seed that does not know what follows asks for the first page, and gives way to it; also after a cancel")
  func withoutPosition() async throws {
    list.seed("a", [TestItem(1)], next: .first)
    list.loadNextPage(in: "a")
    #expect(try await asked() == .first)
    list.cancel("a")
    #expect(ids() == [1])
    list.loadFirstPages(in: ["a"])
    await service.answer("a", .success(Page(5..<7, number: 1)))
    await rest()
    #expect(ids() == [5, 6])
  }

  @Test("what is fresh is not replaced by what was saved")
  func tooLate() async throws {
    list.loadNextPage(in: "a")
    await service.answer("a", .success(Page(5..<7, number: 1)))
    await rest()
    list.seed("a", [TestItem(1)], next: nil)
    #expect(ids() == [5, 6] && list.state(of: "a") == LoadState())
  }

  @Test("repeats in a seed are left out and counted; a section that is not there takes none")
  func badInput() async throws {
    list.seed("a", [TestItem(1), TestItem(2), TestItem(1)], next: .first)
    #expect(ids() == [1, 2] && list.state(of: "a").repeats == 1)
    list.seed("nowhere", [TestItem(1)], next: nil)
    #expect(list.sections == ["a", "b"] && list.state(of: "nowhere") == LoadState())
    #expect(list.nextPage(in: "nowhere") == .first)
  }

  @Test("a seed takes the place of placeholders, and fills up what the screen wants")
  func placeholders() async throws {
    list.showPlaceholders(3)
    list.fill("a", with: 4)
    let binding = list.bind(to: view)
    #expect(view.numberOfItems(inSection: 0) == 3)
    list.seed("a", [TestItem(1), TestItem(2)], next: PageKey(number: 2))
    #expect(view.cells[0] == ["1", "2"] && view.cells[1].count == 3)
    #expect(try await asked() == .first)  // asked for before; it replaces what the seed has shown
    await service.answer("a", .success(Page(5..<15, number: 1)))
    await rest()
    #expect(ids() == Array(5..<15))
    binding.cancel()
  }

  @Test("what has been saved is encoded and read again")
  func codable() throws {
    for key in [PageKey.first, PageKey(number: 3), PageKey(number: 2, cursor: "x/y==")] {
      #expect(try JSONDecoder().decode(PageKey.self, from: JSONEncoder().encode(key)) == key)
    }
  }

  @Test("a seed of a section that held nothing comes in as an insert")
  func inserted() {
    var updates: [ListUpdate] = []
    let heard = list.updates.sink { updates.append($0) }
    list.seed("a", [TestItem(1), TestItem(2)], next: nil)
    #expect(updates == [.insert([[0, 0], [0, 1]])])
    heard.cancel()
  }
}
