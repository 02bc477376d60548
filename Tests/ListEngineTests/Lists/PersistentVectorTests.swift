import ListViewModelsTestSupport
import Testing

@testable import ListEngine

@Suite("Persistent vector")
struct PersistentVectorTests {
  @Test("it reads, replaces and appends as an array does, and copies stay as they were")
  func agreesWithArray() {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    for _ in 0..<30 {
      var vector = PersistentVector<Int>()
      var array: [Int] = []
      var kept: [(PersistentVector<Int>, [Int])] = []
      for step in 0..<40 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: kept.append((vector, array))
        case 1...3:
          if let position = array.indices.randomElement(using: &random) {
            vector.replace(at: position, with: -step)
            array[position] = -step
          }
        default:
          // Long runs now and then, so that the tree grows to its third level.
          let run = Int.random(in: 0..<10, using: &random) == 0 ? 3_000 : Int.random(in: 1..<200, using: &random)
          for element in 0..<run {
            vector.append(element)
            array.append(element)
          }
        }
        vector.checkInvariants()
        #expect(vector.count == array.count)
      }
      kept.append((vector, array))
      for (vector, array) in kept {
        vector.checkInvariants()
        #expect(array.indices.allSatisfy { vector[$0] == array[$0] })
      }
    }
  }
}
