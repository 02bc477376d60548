import ListViewModelsTestSupport
import Observation
import Testing

@testable import ListEngine

@MainActor
@Suite("Observation by section", .leavesNothing)
struct SectionObservationTests: AnsweringByHand {
  let service = ManualPages()
  let list: PagedList<String, TestItem>
  let told = Log<String>()

  init() {
    list = PagedList(sections: ["a", "b"], loadPage: service.load).withoutTimeLimit()
  }

  /// Counts evaluations as SwiftUI makes them: what is read is read again when it is told of.
  private func evaluate(_ name: String, _ read: @escaping @MainActor () -> Void) {
    withObservationTracking {
      read()
    } onChange: { [told] in
      told.add(name)
    }
  }

  private func load(_ section: String, _ ids: [Int]) async throws {
    list.loadNextPage(in: section)
    try await answer(Page(ids), of: section)
  }

  @Test("who reads one section's items or state is not told of another's")
  func sections() async throws {
    evaluate("items of b") { [list] in _ = list.items(in: "b") }
    evaluate("count of b") { [list] in _ = list.numberOfItems(inSection: 1) }
    evaluate("item of b") { [list] in _ = list.item(at: [1, 0]) }
    evaluate("state of b") { [list] in _ = list.state(of: "b") }
    evaluate("sections") { [list] in _ = (list.sections, list.numberOfSections) }
    evaluate("items of a") { [list] in _ = list.items(in: "a") }
    evaluate("state of a") { [list] in _ = list.state(of: "a") }
    evaluate("all") { [list] in _ = list.items }
    try await load("a", [1, 2])
    #expect(Set(told.entries) == ["items of a", "state of a", "all"] && told.entries.count == 3)
    try await load("b", [1])
    #expect(
      Set(told.entries.dropFirst(3)) == ["items of b", "count of b", "item of b", "state of b"]
        && told.entries.count == 7)
  }

  @Test("a seed that says where to go on tells who reads that")
  func nextPage() {
    for number in [2, 7] {
      evaluate("next \(number)") { [list] in _ = list.nextPage(in: "a") }
      list.seed("a", [TestItem(1)], next: PageKey(number: number))
    }
    #expect(told.entries == ["next 2", "next 7"])
  }

  @Test("an edit tells the sections that it changes, however many it names")
  func edits() async throws {
    try await load("a", [1, 2])
    try await load("b", [2])
    evaluate("a") { [list] in _ = list.item(1, in: "a") }
    evaluate("b") { [list] in _ = list.indexPath(of: 2, in: "b") }
    list.edit { $0.put(TestItem(1, "new")) }
    #expect(told.entries == ["a"])
    list.arrange("b", filter: { $0.id > 2 })
    #expect(told.entries == ["a", "b"])
  }

  @Test("all are told of sections that come, go or move, and who reads one that is not there of those that come")
  func order() {
    evaluate("a") { [list] in _ = list.items(in: "a") }
    evaluate("sections") { [list] in _ = list.numberOfSections }
    evaluate("c") { [list] in _ = list.numberOfItems(in: "c") }
    evaluate("state of c") { [list] in _ = list.state(of: "c") }
    list.edit { $0.insertSections(["c"], at: 0) }
    #expect(Set(told.entries) == ["a", "sections", "c", "state of c"])
  }

  @Test("an edit after which the sections are what they were tells nobody of sections")
  func sameSections() {
    evaluate("sections") { [list] in _ = (list.sections, list.numberOfSections) }
    list.edit {
      $0.moveSection("a", to: 1)
      $0.moveSection("a", to: 0)
    }
    #expect(told.entries == [])
  }

  @Test("who reads how many loads are in flight is told when there are more, and of nothing else")
  func inFlight() async throws {
    evaluate("loads") { [list] in _ = list.loadsInFlight }
    list.edit { $0.append([TestItem(1)], to: "a") }
    #expect(told.entries == [])
    list.loadNextPage(in: "b")
    #expect(told.entries == ["loads"])
    list.cancel("b")
  }
}
