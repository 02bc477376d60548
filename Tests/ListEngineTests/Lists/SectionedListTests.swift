import Foundation
import ListViewModelsTestSupport
import Testing

@testable import ListEngine

private struct Film: Identifiable, Equatable, Sendable {
  var id: Int
  var title = ""
}

@Suite("Sectioned list")
struct SectionedListTests {
  private func makeList() -> SectionedList<String, Film> { SectionedList(sections: ["popular", "upcoming"]) }
  private func films(_ ids: some Sequence<Int>) -> [Film] { ids.map { Film(id: $0, title: "film \($0)") } }

  @Test("an item of a long section is not found in a short one")
  func itemOfALongSection() {
    var list = makeList()
    list.append(films(0..<3), to: "popular")
    list.append(films(10..<3_000), to: "upcoming")
    for id in stride(from: 10, to: 3_000, by: 100) {
      #expect(list.indexPath(of: id, in: "popular") == nil && list["popular", id] == nil)
      #expect(list.indexPath(of: id, in: "upcoming") == [1, id - 10] && list["upcoming", id]?.id == id)
    }
  }

  @Test("an index path of another length stops the program")
  func longIndexPath() async {
    await #expect(processExitsWith: .failure) {
      var list = SectionedList<String, Film>(sections: ["popular"])
      list.append([Film(id: 1, title: "")], to: "popular")
      _ = list[[0, 0, 0]]
    }
  }

  @Test("a new list has its sections in order, and they are empty")
  func empty() {
    let list = makeList()
    #expect(list.sections == ["popular", "upcoming"])
    #expect(list.numberOfSections == 2)
    #expect(list.position(of: "upcoming") == 1)
    #expect(list.position(of: "unknown") == nil)
    #expect(list.numberOfItems(in: "popular") == 0 && list.numberOfItems(inSection: 1) == 0)
    #expect(list.numberOfItems(in: "unknown") == 0 && list.items(in: "unknown").isEmpty)
    list.checkInvariants()
  }

  @Test("appending says which positions are new, and drops ids that the section or the page has already")
  func appendDropsRepeats() {
    var list = makeList()
    #expect(list.append(films(1...3), to: "popular") == 0..<3)
    #expect(list.append(films([3, 4, 4, 1, 5]), to: "popular") == 3..<5)
    #expect(list.append(films([5, 1]), to: "popular") == 5..<5)
    #expect(list.items(in: "popular").map(\.id) == [1, 2, 3, 4, 5])
    #expect(list.numberOfRepeatsDropped(in: "popular") == 5)
    #expect(list.numberOfRepeatsDropped(in: "upcoming") == 0)
    list.checkInvariants()
  }

  @Test("the first of two items with one id stays")
  func firstStays() {
    var list = makeList()
    list.append([Film(id: 1, title: "first"), Film(id: 1, title: "second")], to: "popular")
    #expect(list["popular", 1]?.title == "first")
  }

  @Test("the same id may stand in two sections, and is found in each")
  func sameIDInTwoSections() {
    var list = makeList()
    list.append(films([7, 8]), to: "popular")
    list.append(films([9, 8]), to: "upcoming")
    #expect(list.indexPath(of: 8, in: "popular") == IndexPath(item: 1, section: 0))
    #expect(list.indexPath(of: 8, in: "upcoming") == IndexPath(item: 1, section: 1))
    #expect(list.indexPath(of: 9, in: "popular") == nil)
    #expect(list["popular", 9] == nil && list["upcoming", 9]?.id == 9)
    #expect(list[IndexPath(item: 0, section: 1)].id == 9)
    #expect(ItemID(section: "popular", id: 8) != ItemID(section: "upcoming", id: 8))
    list.checkInvariants()
  }

  @Test("replacing a section's items drops repeats, counts from zero, and leaves other sections alone")
  func replace() {
    var list = makeList()
    list.append(films([1, 1, 1, 2]), to: "popular")
    list.append(films([1, 2]), to: "upcoming")
    list.replaceItems(in: "popular", with: films([2, 3, 2]))
    #expect(list.items(in: "popular").map(\.id) == [2, 3])
    #expect(list.numberOfRepeatsDropped(in: "popular") == 1)
    #expect(list.items(in: "upcoming").map(\.id) == [1, 2])
    #expect(list["popular", 1] == nil)
    list.checkInvariants()
    list.replaceItems(in: "upcoming", with: [])
    list.replaceItems(in: "popular", with: films(0..<200))
    #expect(list.numberOfItems == 200)
    list.checkInvariants()
  }

  @Test("what a reader holds does not change with the list")
  func readersKeepTheirs() {
    var list = makeList()
    var held: [(SectionedList<String, Film>, SectionedList<String, Film>.Items, Int)] = []
    for page in 0..<200 {
      list.append(films(page * 20..<page * 20 + 20), to: "popular")
      if page % 7 == 0 { held.append((list, list.items(in: "popular"), page * 20 + 20)) }
    }
    for (copy, items, count) in held {
      #expect(items.map(\.id) == Array(0..<count))
      #expect(copy.numberOfItems(in: "popular") == count && copy["popular", count] == nil)
      copy.checkInvariants()
    }
    list.checkInvariants()
  }

  @Test("items are a random-access collection")
  func itemsCollection() {
    var list = makeList()
    list.append(films(0..<1_000), to: "popular")
    let items = list.items(in: "popular")
    #expect(items.count == 1_000 && items[999].id == 999 && items.last?.id == 999)
    #expect(items.indices.allSatisfy { items[$0].id == $0 })
    #expect(items[100..<110].map(\.id) == Array(100..<110))
    #expect(items.reversed().prefix(2).map(\.id) == [999, 998])
  }
}
