import Testing

@testable import ViewModels

@Suite("Persistent vector")
struct PersistentVectorTests {
  @Test("it reads, replaces, appends and truncates as an array does, and copies stay as they were")
  func agreesWithArray() {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    for _ in 0..<60 {
      var vector = PersistentVector<Int>()
      var array: [Int] = []
      var kept: [(PersistentVector<Int>, [Int])] = []
      for step in 0..<40 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: kept.append((vector, array))
        case 1:
          let count = Int.random(in: 0...array.count, using: &random)
          vector.truncate(to: count)
          array.removeLast(array.count - count)
        case 2, 3:
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

  @Test("leaves are found with their starts, across three levels")
  func leaves() {
    let width = PersistentVector<Int>.leafWidth
    let count = width * 32 * 32 + width * 3 + 5
    let vector = PersistentVector(0..<count)
    vector.checkInvariants()
    #expect(vector.height == 3)
    var position = 0
    while position < count {
      let (elements, start) = vector.leaf(containing: position)
      #expect(start == position && elements.elementsEqual(start..<start + elements.count))
      position += elements.count
    }
    #expect(position == count)
  }

  @Test("comparing visits only the leaves that are not shared", arguments: [0, 63, 256, 300, 8_192, 8_193, 270_000])
  func skipsWhatIsShared(count: Int) {
    let old = PersistentVector(0..<count)
    var new = old
    for element in 0..<3_000 { new.append(element) }
    var visited = 0
    old.forEachLeafNotShared(with: new) { start, mine, theirs in
      visited += 1
      return start == (count - 1) / 256 * 256 && mine.elementsEqual(theirs.prefix(mine.count))
    }
    // The old tail stands alone; nothing of the old tree does.
    #expect(visited <= 1)

    if count > 1_000 {
      var changed = old
      changed.replace(at: 700, with: -1)
      var starts: [Int] = []
      changed.forEachLeafNotShared(with: old) { start, _, _ in
        starts.append(start)
        return true
      }
      #expect(starts == [512])
    }
  }
}
