import Foundation
import ListViewModelsTestSupport
import Observation
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite("What is saved", .leavesNothing)
struct SavedSectionTests: AnsweringByHand {
  let service = ManualPages()
  let list: PagedList<String, TestItem>

  init() {
    list = PagedList(sections: ["a"], loadPage: service.load).withoutTimeLimit()
  }

  private func answer(_ ids: [Int], total: Int? = nil, cursor: String? = nil) async throws {
    var page = Page(items: ids.map { TestItem($0) }, nextCursor: cursor, totalItems: total)
    page.isLast = cursor == nil
    try await answer(page)
  }

  @Test("is what there is with the edits on it, hidden or not, in loaded order, and where to go on")
  func saved() async throws {
    list.loadNextPage(in: "a")
    try await answer([3, 1, 2], total: 40, cursor: "x")
    list.arrange("a", filter: { $0.id > 1 }, order: { $0.id < $1.id })
    list.edit { $0.append([TestItem(0)], to: "a") }
    let saved = list.saved("a")
    #expect(saved.items.map(\.id) == [3, 1, 2, 0] && saved.totalItems == 40 && saved.source == nil)
    #expect(saved.next == PageKey(number: 2, cursor: "x"))
    let other = PagedList<String, TestItem>(sections: ["a"]) { _, _ in Page(items: [], isLast: true) }
    other.seed("a", saved)
    #expect(other.saved("a") == saved && other.state(of: "a").totalItems == 40)
  }

  @Test("can be encoded and decoded")
  func coded() throws {
    let saved = SavedSection(items: [1, 2], next: PageKey(number: 2, cursor: "x"), source: "cats", totalItems: 9)
    #expect(try JSONDecoder().decode(SavedSection<Int>.self, from: JSONEncoder().encode(saved)) == saved)
  }

  @Test("changes are told after pages and edits, once a turn, and not after arrangements and states")
  func told() async throws {
    let told = Log<String>()
    let heard = list.savedChanges.sink { [list] in told.add("\($0) \(list.saved($0).items.count)") }
    list.loadNextPage(in: "a")
    #expect(told.entries == [])
    try await answer([1, 2], cursor: "x")
    #expect(told.entries == ["a 2"])
    list.arrange("a", filter: { $0.id > 1 })
    list.edit { list in
      list.remove([1], from: "a")
      list.append([TestItem(3)], to: "a")
    }
    #expect(told.entries == ["a 2", "a 2"])
    let pending = list.pendingEdit { $0.remove([3], from: "a") }
    pending.takeBack()
    await list.idle()
    #expect(told.entries == ["a 2", "a 2", "a 1", "a 2"])
    heard.cancel()
  }

  @Test("what one query found is not shown as the hits of another, nor as the list's own")
  func named() async throws {
    let loader: PagedList<String, TestItem>.SectionLoader = { [service] in try await service.load("a", $0) }
    list.refresh("a", named: "cats", from: loader)
    #expect(list.saved("a").source == nil)  // what is shown is still the list's own
    try await answer([1], cursor: "x")
    let cats = list.saved("a")
    #expect(cats.source == "cats")
    let other = PagedList<String, TestItem>(sections: ["a"]) { _, _ in Page(items: [], isLast: true) }
    other.seed("a", cats)
    #expect(other.items(in: "a").isEmpty)
    let dogs = other.refresh("a", named: "dogs") { _ in throw CancellationError() }
    other.seed("a", cats)
    #expect(other.items(in: "a").isEmpty)
    _ = await dogs.summary
    let again = other.refresh("a", named: "cats") { _ in throw CancellationError() }
    other.seed("a", cats)
    #expect(other.items(in: "a").map(\.id) == [1])
    _ = await again.summary
  }

  @Test("what is seeded for a loader whose first page fails pages on with that loader, and is saved as its own")
  func seedOfALoader() async throws {
    let cats = ManualPages()
    list.refresh("a", named: "cats") { try await cats.load("a", $0) }
    let saved = SavedSection(items: [TestItem(1)], next: PageKey(number: 2, cursor: "x"), source: "cats")
    list.seed("a", saved)
    #expect(list.saved("a") == saved)
    await cats.arrives("a")
    cats.answer(try #require(cats.requests.last), .failure(Refused()))
    await cats.arrived(in: list)
    list.loadNextPage(in: "a")
    await list.gate.nextTurns()
    cats.answer(try #require(cats.requests.last), .success(page([2])))
    await cats.arrived(in: list)
    #expect(ids() == [1, 2] && list.saved("a").source == "cats" && service.requests.isEmpty)
  }

  @Test("what a loader without a name found is no other loader's, nor the list's own")
  func unnamed() async throws {
    list.refresh("a") { [service] in try await service.load("a", $0) }
    try await answer([1], cursor: "x")
    let saved = try JSONDecoder().decode(
      SavedSection<Int>.self,
      from: JSONEncoder().encode(
        SavedSection(items: [1], next: list.saved("a").next, source: list.saved("a").source)))
    for isUnnamed in [false, true] {
      let other = PagedList<String, TestItem>(sections: ["a"]) { _, _ in Page(items: [], isLast: true) }
      let refresh = isUnnamed ? other.refresh("a") { _ in throw CancellationError() } : nil
      other.seed("a", SavedSection(items: saved.items.map { TestItem($0) }, next: saved.next, source: saved.source))
      #expect(other.items(in: "a").isEmpty && other.nextPage(in: "a") == .first)
      _ = await refresh?.summary
    }
  }

  @Test("observers are told of a hidden item's edit, once, and not of what is saved elsewhere")
  func observed() async throws {
    list.loadNextPage(in: "a")
    try await answer([1, 2])
    list.arrange("a", filter: { $0.id > 1 })
    let told = Log<String>()
    withObservationTracking { [list] in
      _ = list.saved("a")
    } onChange: {
      told.add("saved")
    }
    withObservationTracking { [list] in
      _ = list.items(in: "a")
    } onChange: {
      told.add("items")
    }
    list.edit { $0.update(TestItem(1, "read"), in: "a") }
    #expect(told.entries == ["saved"])
    list.edit { $0.insertSections(["b"]) }
    withObservationTracking { [list] in
      _ = list.saved("a")
    } onChange: {
      told.add("saved")
    }
    list.edit { $0.append([TestItem(1)], to: "b") }
    #expect(told.entries == ["saved", "items"])
  }

  @Test("a key that cannot be counted on from is decoded and asked for", arguments: [Int.max, .min])
  func numbers(number: Int) async throws {
    let key = try JSONDecoder().decode(PageKey.self, from: Data(#"{"number":\#(number),"cursor":"x"}"#.utf8))
    list.seed("a", [TestItem(1)], previous: key, next: key)
    for load in [list.loadNextPage, list.loadPreviousPage] {
      load("a")
      await service.arrives("a")
      service.answer(
        try #require(service.requests.last), .success(Page(items: [], previousCursor: "y", nextCursor: "y")))
      await service.arrived(in: list)
      list.cancel("a")
    }
    #expect(list.nextPage(in: "a")?.cursor == "y" && list.previousPage(in: "a")?.cursor == "y")
  }

  @Test("how many there are in all is said by the newest page that came in, not by one that was outranked")
  func totals() async throws {
    list.loadNextPage(in: "a")
    await service.arrives("a")
    let outranked = try #require(service.requests.last)
    list.refresh("a")
    service.answer(outranked, .success(Page(items: [TestItem(3)], nextCursor: nil, totalItems: 99)))
    try await answer([1], total: 7, cursor: "x")
    #expect(list.state(of: "a").totalItems == 7)
    list.loadNextPage(in: "a")
    try await answer([2], cursor: "y")
    #expect(list.state(of: "a").totalItems == 7)
    list.refresh("a")
    #expect(list.state(of: "a").totalItems == 7)
    try await answer([2])
    #expect(list.state(of: "a").totalItems == nil)
  }

  @Test("a section that an edit takes out and puts in again holds nothing any more, and is told of")
  func renewed() async throws {
    list.loadNextPage(in: "a")
    try await answer([1, 2])
    let told = Log<String>()
    let heard = list.savedChanges.sink { [list] in told.add("\($0) \(list.saved($0).items.count)") }
    list.edit { list in
      list.removeSection("a")
      list.insertSections(["a"], at: 0)
    }
    list.edit { $0.insertSections(["c"], at: 0) }
    #expect(told.entries == ["a 0"] && list.saved("a").next == .first, "the others hold what they held")
    heard.cancel()
  }

  @Test("a section that goes as an edit in it is confirmed is not told of")
  func gone() async throws {
    list.loadNextPage(in: "a")
    try await answer([1, 2])
    let pending = list.pendingEdit { $0.remove([1], from: "a") }
    let told = Log<String>()
    let heard = list.savedChanges.sink { told.add($0) }
    pending.confirm { $0.removeSection("a") }
    #expect(told.entries == [])
    heard.cancel()
  }
}
