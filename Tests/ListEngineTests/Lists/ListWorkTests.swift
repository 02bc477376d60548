import ListViewModelsTestSupport
import Testing

@testable import ListEngine

/// What the documentation says of complexity, counted: hashes, comparisons, and what copies no longer share.
@Suite("The work of a sectioned list")
struct ListWorkTests {
  typealias List = SectionedList<Int, CountedRow>
  let counter = CountedID.Counter()

  private func rows(_ numbers: some Sequence<Int>) -> [CountedRow] {
    numbers.map { CountedRow(id: .init($0, counter)) }
  }

  private func list(_ count: Int) -> List {
    var list = List(sections: [0, 1])
    list.append(rows(0..<count), to: 0)
    list.append(rows([-1, -2]), to: 1)
    return list
  }

  /// Calls that are effectively O(1), each at a place of its own.
  enum Call: CaseIterable {
    case append, insertInFront, insert, removeInFront, remove, moveToFront, moveAcross, update, indexPath, find, read

    func perform(_ step: Int, on list: inout List, _ counter: CountedID.Counter) {
      let new = CountedRow(id: CountedID(100_000 + step, counter))
      let id = CountedID(step * 9, counter)
      switch self {
      case .append: list.append([new], to: 0)
      case .insertInFront: list.insert([new], at: 0, in: 0)
      case .insert: list.insert([new], at: 400, in: 0)
      case .removeInFront: list.remove([CountedID(step, counter)], from: 0)
      case .remove: list.remove([id], from: 0)
      case .moveToFront: list.move(id, from: 0, to: 0, in: 0)
      case .moveAcross: list.move(id, from: 0, to: 1, in: 1)
      case .update: list.update(CountedRow(id: id, text: "new"), in: 0)
      case .indexPath: _ = list.indexPath(of: id, in: 0)
      case .find: _ = list[0, id]
      case .read: _ = list[[0, step * 9]]
      }
    }
  }

  @Test("a hundred single calls cost the same in a short list and in a long one", arguments: Call.allCases)
  func singleCalls(call: Call) {
    for count in [1_000, 30_000] {
      var list = list(count)
      let copy = list
      let work = counter.work { for step in 0..<100 { call.perform(step, on: &list, counter) } }
      // Now and then a leaf is split or merged, which moves at most its items.
      #expect(work.hashes <= 100 * 12 && work.comparisons <= 100 * 130, "\(call) in \(count): \(work)")
      list.checkInvariants()
      copy.checkInvariants()
      #expect(copy.items(in: 0).count == count)
    }
  }

  @Test("after one edit in the middle a copy shares all but a leaf and its branch", arguments: [5_000, 50_000])
  func sharing(count: Int) {
    let old = list(count)
    var new = old
    new.remove([.init(count / 2, counter)], from: 0)
    var compared = 0
    let head = old.contents[0].items.commonHead(with: new.contents[0].items)
    #expect(head == count / 2)
    let work = counter.work {
      compared = old.contents[0].items.commonTail(with: new.contents[0].items, limit: count - head - 1)
    }
    // Behind the edit branches are the same storage, at other offsets.
    #expect(compared == count - head - 1 && work.comparisons < 2 * 64 * 32)
    let shared = Set(old.contents[0].items.branches.map { $0.leaves.withUnsafeBufferPointer { $0.baseAddress } })
    let others = new.contents[0].items.branches.filter { branch in
      !shared.contains(branch.leaves.withUnsafeBufferPointer { $0.baseAddress })
    }
    #expect(others.count <= 2)
  }

  @Test(
    "replacing the items compares each, and hashes once those that do not follow as before, and none that is held",
    arguments: Shape.allCases, [true, false])
  func replacing(shape: Shape, isAlone: Bool) {
    let count = 4_000
    var old = list(count)
    if isAlone { old.replaceItems(in: 1, with: []) }
    var new = old
    let numbers = shape.numbers(count)
    let items = rows(numbers)
    let work = counter.work { new.replaceItems(in: 0, with: items) }
    #expect(new.items(in: 0).map(\.id.number) == numbers)
    // A debug build looks the last item up, twice.
    #expect(work.hashes <= (shape.isAlmostSame ? 20 : numbers.count) + 2, "\(shape): \(work)")
    #expect(work.comparisons <= 6 * count, "\(shape): \(work)")
    new.checkInvariants()
    old.checkInvariants()
    // Each item is found where it is, at the cost of a leaf.
    let finding = counter.work {
      for (offset, number) in numbers.enumerated() where offset % 50 == 0 {
        #expect(new.indexPath(of: .init(number, counter), in: 0) == [0, offset])
      }
    }
    #expect(finding.comparisons <= 64 * (count / 50 + 1))
  }

  @Test("a difference takes linear work in every order", arguments: Shape.allCases)
  func differences(shape: Shape) {
    let count = 4_000
    let (old, new) = (
      list(count),
      { () -> List in
        var list = List(sections: [0, 1])
        list.append(rows(shape.numbers(count)), to: 0)
        return list
      }()
    )
    var match = ItemMatch(old: old.contents[0].items, new: new.contents[0].items)
    var passed = 0
    let work = counter.work { passed = match.match(old.finder(ofSectionAt: 0)) ?? .max }
    #expect(passed <= ItemMatch<CountedRow>.maximumSteps * count, "\(shape)")
    #expect(work.hashes == 0 && work.comparisons <= 6 * count, "\(shape): \(work)")
  }

  @Test("sorting compares k log k times, and hashes nothing", arguments: Shape.allCases)
  func sorting(shape: Shape) {
    let numbers = shape.numbers(4_096)
    var list = List(sections: [0, 1])
    list.append(rows(numbers), to: 0)
    var asked = 0
    let work = counter.work {
      list.sort(0) { first, second in
        asked += 1
        return first.id.number < second.id.number
      }
    }
    #expect(list.items(in: 0).map(\.id.number) == numbers.sorted())
    // The second question tells equal items apart.
    #expect(asked <= 2 * 13 * numbers.count && work.hashes <= 2, "\(shape): \(asked), \(work)")
  }

  @Test("marking items for a reload costs the same in a short snapshot and in a long one")
  func reloadMarks() throws {
    for count in [1_000, 30_000] {
      var snapshot = try ListSnapshot<Int, CountedID>(sections: [0])
      try snapshot.appendItems(rows(0..<count).map(\.id))
      let marked = (0..<100).map { CountedID($0 * 9, counter) }
      let work = try counter.work {
        try snapshot.reloadItems(marked)
        try snapshot.reconfigureItems(marked)
      }
      #expect(work.hashes <= 100 * 12 && work.comparisons <= 100 * 130, "\(count): \(work)")
    }
  }

  @Test("a loop of single edits in front of a long list costs what one edit of all of them costs, times a constant")
  func singleEditsPayOnce() {
    let old = list(100_000)
    let ids = (0..<1_000).map { CountedID($0, counter) }
    var (one, many) = (old, old)
    let once = counter.work { one.remove(ids, from: 0) }
    let single = counter.work { for id in ids { many.remove([id], from: 0) } }
    #expect(one.items(in: 0).elementsEqual(many.items(in: 0)))
    #expect(single.hashes <= 5 * once.hashes && single.comparisons <= 100 * 1_000)
  }
}

@Suite("The work of many sections")
struct SectionWorkTests {
  let counter = CountedID.Counter()

  private func list(_ count: Int) -> SectionedList<CountedID, TestItem> {
    var list = SectionedList<CountedID, TestItem>(sections: [])
    for section in 0..<count {
      list.insertSections([CountedID(section, counter)])
      list.append([TestItem(section)], to: CountedID(section, counter))
    }
    return list
  }

  @Test("sections appended one by one, removed from behind one by one, or all at once are linear")
  func sections() {
    let count = 4_000
    var list = list(0)
    #expect(counter.work { list = self.list(count) }.hashes <= 20 * count)
    var other = list
    #expect(counter.work { other.removeSections((0..<count).map { CountedID($0, counter) }) }.hashes <= 4 * count)
    #expect(other.numberOfSections == 0 && other.numberOfItems == 0)
    other.checkInvariants()
    let work = counter.work { for section in (1..<count).reversed() { list.removeSection(.init(section, counter)) } }
    #expect(work.hashes <= 4 * count && list.numberOfSections == 1)
    list.checkInvariants()
  }

  @Test("an id that stands in many sections is appended and found as fast as others", arguments: [2, 300])
  func oneIDInManySections(sections: Int) {
    var list = SectionedList<Int, CountedRow>(sections: Array(0..<sections))
    let rows = (0..<100).map { CountedRow(id: .init($0, counter)) }
    let building = counter.work { for section in 0..<sections { list.append(rows, to: section) } }
    // Debug builds check each append once.
    #expect(building.hashes <= sections * 102 && building.comparisons <= sections * 4)
    let finding = counter.work {
      for section in 0..<sections { #expect(list.indexPath(of: .init(50, counter), in: section) == [section, 50]) }
    }
    #expect(finding.comparisons <= 2 * sections)
    list.checkInvariants()
  }

  @Test("sections that are there already, or named twice, are left out")
  func repeatedSections() {
    var list = SectionedList<String, TestItem>(sections: ["A", "B", "A"])
    #expect(list.sections == ["A", "B"])
    list.append([TestItem(1)], to: "A")
    list.insertSections(["C", "A", "D", "C"], at: 1)
    #expect(list.sections == ["A", "C", "D", "B"] && list.items(in: "A").map(\.id) == [1])
    list.removeSections(["D", "X", "A", "D"])
    #expect(list.sections == ["C", "B"] && list.numberOfItems == 0)
    list.checkInvariants()
  }
}

@Suite("What leaves a sectioned list")
struct ListMemoryTests {
  final class Payload: Sendable {}
  struct Item: Identifiable, Sendable {
    let id: Int
    var payload: Payload?
  }

  @Test("frees its memory, whichever way it leaves", arguments: 0..<4)
  func frees(way: Int) {
    let count = 20_000
    var list = SectionedList<Int, Item>(sections: [0, 1])
    list.append([Item(id: -1), Item(id: -2)], to: 1)
    let small = (list.index.nodeCount, list.names.count)
    list.append((0..<count).map { Item(id: $0) }, to: 0)
    switch way {
    case 0: list.replaceItems(in: 0, with: [])
    case 1: list.remove(0..<count, from: 0)
    case 2: for id in 0..<count { list.remove([id], from: 0) }
    default: list.removeSection(0)
    }
    #expect(list.index.nodeCount <= small.0 + 32 && list.names.count == small.1)
    #expect(list.numberOfItems == 2)
    list.checkInvariants()
  }

  @Test("is released at once, also where its neighbours stay")
  func releases() {
    var list = SectionedList<Int, Item>(sections: [0])
    weak var payload: Payload?
    do {
      let held = Payload()
      payload = held
      list.append((0..<100).map { Item(id: $0, payload: $0 == 50 ? held : nil) }, to: 0)
    }
    #expect(payload != nil)
    list.remove([50], from: 0)
    #expect(payload == nil)
  }
}
