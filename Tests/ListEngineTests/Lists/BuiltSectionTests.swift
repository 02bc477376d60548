import ListViewModelsTestSupport
import Testing

@testable import ListEngine

/// A section that is made at once, instead of item by item, holds the same and behaves alike.
@Suite("A section made at once")
struct BuiltSectionTests {
  typealias List = SectionedList<Int, TestItem>

  private func list(_ ids: some Sequence<Int>) -> List {
    var list = List(sections: [0, 1])
    for id in ids { list.append([TestItem(id)], to: 0) }
    return list
  }

  @Test("by its first page, with and without repeats", arguments: [1, 63, 64, 65, 129, 4_096, 9_000])
  func appended(count: Int) {
    for repeats in [0, 1, 5] {
      let ids = Array(0..<count) + (0..<repeats).map { $0 * 7 % count }
      var list = List(sections: [0, 1])
      #expect(list.append(ids.map { TestItem($0) }, to: 0) == 0..<count)
      #expect(list.numberOfRepeatsDropped(in: 0) == repeats)
      #expect(list.items(in: 0).map(\.id) == Array(0..<count))
      list.checkInvariants()
      list.append((count - 1..<count + 40).map { TestItem($0) }, to: 0)
      list.append([TestItem(0), TestItem(-1)], to: 1)
      list.remove([0, count - 1, count + 3], from: 0)
      list.checkInvariants()
      #expect(list.items(in: 0).map(\.id) == (1..<count + 40).filter { $0 != count - 1 && $0 != count + 3 })
    }
  }

  @Test("by an array that has little in common with it", arguments: Shape.allCases, [64, 500, 5_000])
  func replaced(shape: Shape, count: Int) {
    for repeats in [0, 3] {
      let old = list(0..<count)
      var new = old
      let numbers = shape.numbers(count)
      new.replaceItems(in: 0, with: (numbers + numbers.prefix(repeats)).map { TestItem($0) })
      #expect(new.items(in: 0).map(\.id) == numbers && new.numberOfRepeatsDropped(in: 0) == repeats)
      new.checkInvariants()
      old.checkInvariants()
      let batch = new.difference(from: old)
      #expect(ReplayedBatch(batch, from: old, to: new).sections[0].map(\.id) == numbers)
    }
  }

  @Test("an array in random order, with repeats, beside other sections or alone")
  func random() async {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    for round in 0..<(Depth.isAll ? 1_000 : 100) {
      await Task.yield()  // other tests run on this thread, too
      let count = Int.random(in: 1..<300, using: &random)
      var list = list((0..<count).shuffled(using: &random))
      if round % 2 == 0 { list.append([TestItem(1), TestItem(-1)], to: 1) }
      let old = list
      let wanted = (0..<Int.random(in: 0..<300, using: &random)).map { _ in Int.random(in: 0..<400, using: &random) }
      list.replaceItems(in: 0, with: wanted.map { TestItem($0) })
      var seen: Set<Int> = []
      let expected = wanted.filter { seen.insert($0).inserted }
      #expect(list.items(in: 0).map(\.id) == expected)
      #expect(list.numberOfRepeatsDropped(in: 0) == wanted.count - expected.count)
      list.checkInvariants()
      old.checkInvariants()
      #expect(ReplayedBatch(list.difference(from: old), from: old, to: list).sections[0].map(\.id) == expected)
    }
  }

  @Test("of equal ids the first one stays, also where the common tail and the head are repeated between them")
  func repeatsOfTailAndHead() {
    var list = SectionedList<Int, TestItem>(sections: [0])
    for id in [0, 1, 2, 9] { list.append([TestItem(id)], to: 0) }
    list.replaceItems(in: 0, with: [0, 9, 5, 0, 9].map { TestItem($0) })
    #expect(list.items(in: 0).map(\.id) == [0, 9, 5] && list.numberOfRepeatsDropped(in: 0) == 2)
    list.checkInvariants()
  }
}
