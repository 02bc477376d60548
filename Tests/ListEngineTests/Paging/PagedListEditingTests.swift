import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite("Edits of long lists", .leavesNothing)
struct PagedListEditingTests {
  private func pages(_ count: Int, longList: Int = 10) async -> PagedList<String, TestItem> {
    let pages = PagedList<String, TestItem>(sections: ["a"]) { _, page in
      Page(page.number * 10_000..<page.number * 10_000 + count, number: page.number)
    }.withoutTimeLimit()
    pages.longList = longList
    pages.loadNextPage(in: "a")
    await pages.settled()
    return pages
  }

  @Test(
    "a difference computed off the main actor is dropped if the list has moved on; after three the edit is made in the gate",
    arguments: 0...3)
  func outOfDate(misses: Int) async {
    let pages = await pages(50)
    let runs = Log<Int>()
    do {
      let changes = pages.gate.changes.makeAsyncIterator()
      _ = await changes.next()
      pages.edit { list in
        runs.add(list.numberOfItems)
        list.remove([10_003], from: "a")
      }
      for miss in 0...misses {
        let change = await changes.next()  // the edit's, which has its turn when it is performed
        if miss < misses {
          _ = pages.apply(PagedList.Edited(pages.items) { list in list.remove([10_000 + miss], from: "a") })
        }
        #expect((change?.perform() != nil) == (miss == misses))
      }
    }
    await pages.settled()
    #expect(runs.entries == (0...misses).map { 50 - $0 })
    #expect(pages.items.items(in: "a").map(\.id) == (10_000 + misses..<10_050).filter { $0 != 10_003 })
  }

  @Test("whatever an edit does, the view is told: no edit states a batch")
  func everyEdit() async {
    let pages = await pages(5, longList: .max)
    let view = StrictListView(dataSource: pages) { "\(pages.items[$0].id)" }
    view.onViolation = { Issue.record("\($0)") }
    let binding = pages.bind(to: view)
    pages.edit { $0.remove([10_001], from: "a") }
    pages.edit { list in
      list.insertSections(["b"], at: 0)
      list.move(10_000, from: "a", to: 0, in: "b")
    }
    await pages.settled()
    #expect(view.cells == [["10000"], ["10002", "10003", "10004"]])
    binding.cancel()
  }

  @Test("an edit that changes nothing tells nothing")
  func emptyEdit() async {
    let pages = await pages(5, longList: .max)
    var updates: [ListUpdate] = []
    let token = pages.updates.sink { updates.append($0) }
    pages.edit { _ in }
    pages.edit { $0.remove([1], from: "a") }
    await pages.idle()
    #expect(updates == [])
    token.cancel()
  }

  @Test("an item that is updated is configured again although its == looks at ids alone")
  func equalByID() async throws {
    let pages = PagedList<String, Likes>(sections: ["a"]) { _, _ in
      Page(items: (1...3).map { Likes(id: $0, count: 0) }, isLast: true)
    }.withoutTimeLimit()
    let view = StrictListView(dataSource: pages) { "\(pages.items[$0].count)" }
    view.onViolation = { Issue.record("\($0)") }
    let binding = pages.bind(to: view)
    pages.loadNextPage(in: "a")
    await pages.settled()
    var updates: [ListUpdate] = []
    let token = pages.updates.sink { updates.append($0) }
    for count in 1...2 {
      pages.edit { $0.update(Likes(id: 2, count: count), in: "a") }
      await pages.idle()
      #expect(view.cells == [["0", "\(count)", "0"]])
    }
    var batch = ListBatch()
    batch.reconfiguredItems = [[0, 1]]
    #expect(updates == [.batch(batch), .batch(batch)])
    pages.edit { $0.remove([1], from: "a") }  // tells nothing of what was updated before
    await pages.idle()
    batch = ListBatch()
    batch.deletedItems = [[0, 0]]
    #expect(updates.last == .batch(batch))
    binding.cancel()
    token.cancel()
  }

  @Test("idle and settled wait for edits whose difference is still being computed")
  func waiting() async {
    let pages = await pages(50)
    pages.edit { $0.remove([10_000], from: "a") }
    await pages.idle()
    #expect(pages.items.numberOfItems == 49)
    for id in 1..<5 { pages.edit { $0.remove([10_000 + id], from: "a") } }
    await pages.settled()
    #expect(pages.items.numberOfItems == 45)
  }

  @Test("idle waits for an edit on its way, and not for a load")
  func idleBesideALoad() async {
    let service = ManualPages()
    let pages = PagedList<String, TestItem>(sections: ["a"]) { try await service.load($0, $1) }.withoutTimeLimit()
    pages.longList = 0
    pages.loadNextPage(in: "a")
    await service.arrived(in: pages)
    pages.edit { $0.insertSections(["b"]) }
    await pages.idle()
    #expect(pages.items.sections == ["a", "b"] && pages.loadsInFlight == 1)
    pages.cancel("a")
  }

  @Test("a short edit does not overtake one on its way")
  func shortAfterLong() async {
    let pages = await pages(50)
    pages.edit { $0.sort("a") { $0.id > $1.id } }
    pages.longList = .max
    pages.edit { $0.sort("a") { $0.id < $1.id } }
    await pages.settled()
    #expect(pages.items.items(in: "a").first?.id == 10_000)
  }

  @Test("edits are made in the order asked for, long and short")
  func order() async {
    let pages = await pages(50, longList: 45)
    for id in 0..<10 { pages.edit { $0.remove([10_000 + id], from: "a") } }
    pages.edit { $0.sort("a") { $0.id > $1.id } }
    for await _ in AsyncStream(pages.gate.updates) where pages.items.items(in: "a").first?.id == 10_049 { break }
    #expect(pages.items.items(in: "a").map(\.id) == (10_010..<10_050).reversed())
  }
}

extension AsyncStream<ListUpdate> {
  /// The updates as they come, buffered.
  fileprivate init(_ updates: AnyMainActorPublisher<ListUpdate, Never>) {
    let (stream, continuation) = AsyncStream.makeStream()
    let token = updates.sink { continuation.yield($0) }
    continuation.onTermination = { _ in token.cancel() }
    self = stream
  }
}

/// As apps write it that know an item by its id.
private struct Likes: Identifiable, Hashable, Sendable {
  let id: Int
  var count: Int
  static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
