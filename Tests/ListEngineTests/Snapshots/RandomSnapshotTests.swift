import Foundation
import ListViewModelsTestSupport
import Testing

@testable import ListEngine

@Suite("List snapshot under random changes")
struct RandomSnapshotTests {
  @Test("it does and refuses what plain arrays do and refuse, and older copies stay as they were", arguments: [3, 120])
  func agreesWithArrays(longest: Int) {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    var refused = 0
    for _ in 0..<(longest == 3 ? 300 : 20) {
      var snapshot = ListSnapshot<Int, Int>()
      var plain = PlainSnapshot()
      var kept = (snapshot, plain)
      for step in 0..<40 {
        let change = PlainSnapshot.Change(
          names: 0..<6, items: 0..<longest * 5, longest: longest, using: &random)
        if step % 13 == 5 { kept = (snapshot, plain) }
        let (isMade, shouldBe) = (snapshot.perform(change), plain.perform(change))
        refused += shouldBe ? 0 : 1
        expect(snapshot, like: plain)
        guard isMade == shouldBe else {
          Issue.record("\(change) was \(isMade ? "made" : "refused") at \(plain)")
          return
        }
      }
      expect(kept.0, like: kept.1)
    }
    #expect(refused > 100)
  }

  private func expect(_ snapshot: ListSnapshot<Int, Int>, like plain: PlainSnapshot) {
    snapshot.list.checkInvariants()
    #expect(snapshot.sectionIdentifiers == plain.sections.map(\.name))
    #expect(snapshot.itemIdentifiers == plain.sections.flatMap(\.items))
    #expect(snapshot.numberOfItems == plain.sections.reduce(0) { $0 + $1.items.count })
    for (position, section) in plain.sections.enumerated() {
      #expect(snapshot.indexOfSection(section.name) == position)
      #expect((try? snapshot.itemIdentifiers(inSection: section.name)) == section.items)
      for (offset, item) in section.items.enumerated() {
        #expect(snapshot.indexPath(for: item) == IndexPath(item: offset, section: position))
      }
    }
  }
}
