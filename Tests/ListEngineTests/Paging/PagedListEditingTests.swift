import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite("Edits", .leavesNothing)
struct PagedListEditingTests {
  private func pages(_ count: Int) async -> PagedList<String, TestItem> {
    let pages = PagedList<String, TestItem>(sections: ["a"]) { _, page in
      Page(page.number * 10_000..<page.number * 10_000 + count, number: page.number)
    }.withoutTimeLimit()
    pages.loadNextPage(in: "a")
    await pages.settled()
    return pages
  }

  @Test("an edit may ask the list itself, and finds it as it was")
  func asking() {
    let list = PagedList<String, TestItem>(sections: ["a"]) { _, _ in Page(items: [], isLast: true) }
    list.edit { $0.append([TestItem(1)], to: "a") }
    list.edit { [list] edited in
      edited.append([TestItem(list.numberOfItems(in: "a") + 1)], to: "a")
      #expect(list.items(in: "a").map(\.id) == [1] && list.sections.contains("a"))
    }
    #expect(list.items(in: "a").map(\.id) == [1, 2])
  }

  @Test("whatever an edit does, the view is told: no edit states a batch")
  func everyEdit() async {
    let pages = await pages(5)
    let view = StrictListView.reporting(pages) { "\(pages.items[$0].id)" }
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
    let pages = await pages(5)
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
    let view = StrictListView.reporting(pages) { "\(pages.items[$0].count)" }
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

  @Test("an edit is made before it returns, however long the list is, and idle waits for those that have to wait")
  func sameAtEveryLength() async {
    for count in [10, 3_000] {
      let pages = await pages(count)
      pages.edit { $0.remove([10_000], from: "a") }
      #expect(pages.items.numberOfItems == count - 1)
      let hold = Box<SerialGate.Hold?>(nil)
      let token = pages.updates.sink { _ in hold.value = pages.holdCurrentChange() }
      pages.edit { $0.remove([10_001], from: "a") }
      token.cancel()
      pages.edit { $0.remove([10_002], from: "a") }
      #expect(pages.items.numberOfItems == count - 2)
      hold.value?.release()
      await pages.idle()
      #expect(pages.items.numberOfItems == count - 3)
    }
  }

  @Test("idle waits for an edit, and not for a load")
  func idleBesideALoad() async {
    let service = ManualPages()
    let pages = PagedList(sections: ["a"], loadPage: service.load).withoutTimeLimit()
    pages.loadNextPage(in: "a")
    await service.arrived(in: pages)
    pages.edit { $0.insertSections(["b"]) }
    await pages.idle()
    #expect(pages.items.sections == ["a", "b"] && pages.loadsInFlight == 1)
    pages.cancel("a")
  }
}

/// As apps write it that know an item by its id.
private struct Likes: Identifiable, Hashable, Sendable {
  let id: Int
  var count: Int
  static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
