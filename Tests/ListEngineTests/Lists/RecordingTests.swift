import ListViewModelsTestSupport
import Testing

@testable import ListEngine

@Suite("What is recorded of an edit")
struct RecordingTests {
  typealias List = SectionedList<String, TestItem>

  private func list(_ ids: Range<Int>) -> List {
    var list = List(sections: ["a"])
    list.append(ids.map { TestItem($0) }, to: "a")
    return list
  }

  @Test("leads from the list before to the same list, also where a section is made from nothing")
  func replay() {
    let old = list(0..<100)
    var new = old
    let calls = new.recordCalls(ofEdit: 1, isSent: false, allItems: { _ in [] }) {
      $0.replaceItems(in: "a", with: (200..<300).map { TestItem($0) })
      $0.append([TestItem(7)], to: "a")
    }
    var again = old
    for case .items(let section, _, let operation) in calls { operation.make(in: section, of: &again) }
    #expect(calls.count == 2 && again.items(in: "a").elementsEqual(new.items(in: "a")))
    #expect(new.items(in: "a").map(\.id) == Array(200..<300) + [7])
  }

  #if DEBUG
    @Test("a notice to the developer is given once")
    func notice() {
      let isTold = DebugNotice.tell("RecordingTests", "a test says this once")
      #expect(isTold && !DebugNotice.tell("RecordingTests", "and not twice"))
    }
  #endif
}
