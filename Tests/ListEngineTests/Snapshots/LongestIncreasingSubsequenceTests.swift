import ListViewModelsTestSupport
import Testing

@testable import ListEngine

@Suite("Longest increasing subsequence")
struct LongestIncreasingSubsequenceTests {
  @Test("without them the others ascend, and no smaller choice does it", arguments: 0..<9)
  func isSmallest(count: Int) {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    for _ in 0..<200 {
      let offsets = (0..<Int32(count)).map { $0.isMultiple(of: 4) ? -1 : $0 }.shuffled(using: &random)
      let chosen = indicesOutsideLongestIncreasingSubsequence(ContiguousArray(offsets))
      let staying = offsets.indices.filter { offsets[$0] >= 0 && !chosen.contains($0) }.map { offsets[$0] }
      #expect(zip(staying, staying.dropFirst()).allSatisfy(<))
      #expect(chosen == chosen.sorted() && chosen.allSatisfy { offsets[$0] >= 0 })
      let longest = (0..<1 << count).map { choice in
        let some = offsets.indices.filter { choice >> $0 & 1 == 1 && offsets[$0] >= 0 }.map { offsets[$0] }
        return zip(some, some.dropFirst()).allSatisfy(<) ? some.count : 0
      }.max()
      #expect(staying.count == longest)
    }
  }

  @Test("of the longest ones, one that keeps the most of what is preferred", arguments: 1..<8)
  func prefers(count: Int) {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    for _ in 0..<200 {
      let positions = (0..<Int32(count)).map { $0 * 2 }.shuffled(using: &random)
      let isPreferred = positions.map { _ in Bool.random(using: &random) }
      let chosen = indicesOutsideLongestIncreasingSubsequence(ContiguousArray(positions)) { isPreferred[$0] }
      let staying = positions.indices.filter { !chosen.contains($0) }
      let best = (0..<1 << count).map { choice -> [Int] in
        let some = positions.indices.filter { choice >> $0 & 1 == 1 }
        return zip(some, some.dropFirst()).allSatisfy { positions[$0] < positions[$1] } ? some : []
      }
      .map { [$0.count, $0.count { isPreferred[$0] }] }.max { $0.lexicographicallyPrecedes($1) }
      #expect(zip(staying, staying.dropFirst()).allSatisfy { positions[$0] < positions[$1] })
      #expect([staying.count, staying.count { isPreferred[$0] }] == best)
    }
  }
}
