import Foundation
import ListViewModelsTestSupport
import Testing

@testable import ListEngine

/// A change of a list, drawn at random, and the batch that says so; sections and items are told apart by number.
private struct RandomChange {
  enum Kind: CaseIterable {
    case deleteSection, insertSection, moveSection, deleteItem, insertItem, moveItem, reloadSection, reload, reconfigure
  }

  var batch = ListBatch()
  var old: [(id: Int, items: [Int])]
  var new: [(id: Int, items: [Int])] = []

  init(using random: inout SeededGenerator) {
    // Few kinds at a time, so that each is alone now and then.
    let kinds = Set(Kind.allCases.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
    func happens(_ kind: Kind) -> Bool { kinds.contains(kind) && Int.random(in: 0..<3, using: &random) == 0 }
    old = (0..<Int.random(in: 1...4, using: &random)).map { section in
      (-1 - section, (0..<Int.random(in: 0...4, using: &random)).map { section * 10 + $0 })
    }
    var (arrivals, moved, names): ([(id: Int, items: [Int])], [Int], _) = ([], [], 100)
    for (position, section) in old.enumerated() {
      var kept = section
      for (offset, item) in section.items.enumerated() {
        if happens(.moveItem) { moved.append(item) } else if !happens(.deleteItem) { continue }
        kept.items.removeAll { $0 == item }
        if moved.last != item { batch.deletedItems.append([position, offset]) }
      }
      if happens(.deleteSection) {
        batch.deletedSections.insert(position)
        batch.deletedItems.removeAll { $0.section == position }
      } else if happens(.moveSection) {
        arrivals.append(kept)
      } else {
        new.append(kept)
      }
    }
    let movedSections = arrivals.map(\.id)
    if happens(.insertSection) { arrivals.append((-100, [90, 91])) }
    for section in arrivals { new.insert(section, at: Int.random(in: 0...new.count, using: &random)) }
    if new.isEmpty { new = [(-100, [])] }
    for _ in 0..<3 where happens(.insertItem) { names += 1 }
    for item in (moved + Array(100..<names)).shuffled(using: &random) {
      let section = Int.random(in: new.indices, using: &random)
      new[section].items.insert(item, at: Int.random(in: 0...new[section].items.count, using: &random))
    }
    for (position, section) in new.enumerated() {
      let origin = old.firstIndex { $0.id == section.id }
      if origin == nil { batch.insertedSections.insert(position) }
      if let origin, movedSections.contains(section.id) {
        batch.movedSections.append(.init(from: origin, to: position))
      }
      if origin != nil, happens(.reloadSection) { batch.reloadedSections.insert(position) }
      for (offset, item) in section.items.enumerated() {
        let path = IndexPath(item: offset, section: position)
        if let from = Self.path(of: item, in: old) {
          if moved.contains(item) { batch.movedItems.append(.init(from: from, to: path)) }
          if origin != nil, happens(.reload) { batch.reloadedItems.append(path) }
          if happens(.reconfigure) { batch.reconfiguredItems.append(path) }
        } else if origin != nil {
          batch.insertedItems.append(path)
        }
      }
    }
  }

  static func path(of item: Int, in sections: [(id: Int, items: [Int])]) -> IndexPath? {
    for (position, section) in sections.enumerated() {
      if let offset = section.items.firstIndex(of: item) { return IndexPath(item: offset, section: position) }
    }
    return nil
  }

  /// The sections and items from the list's start up to an item.
  static func head(_ path: IndexPath, in sections: [(id: Int, items: [Int])]) -> [Int] {
    sections[..<path.section].flatMap { [$0.id] + $0.items } + [sections[path.section].id]
      + sections[path.section].items[..<path.item]
  }

  /// The batch that deletes and inserts what is reloaded, and sections that move and hold any of it.
  var inOneBatch: ListBatch {
    var result = batch
    result.reloadedItems.removeAll { batch.reloadedSections.contains($0.section) }
    let isInPlace =
      old.map(\.id) == new.map(\.id) && old.map(\.items) == new.map(\.items) && batch.movedSections.isEmpty
      && batch.movedItems.isEmpty
    if isInPlace { return result }
    let moved = Set(batch.movedSections.map(\.to)).intersection(result.reloadedItems.map(\.section))
    for position in batch.reloadedSections.union(IndexSet(moved)) {
      result.insertedSections.insert(position)
      result.deletedSections.insert(old.firstIndex { $0.id == new[position].id } ?? -1)
    }
    let (gone, come) = (
      result.deletedSections.subtracting(batch.deletedSections),
      result.insertedSections.subtracting(batch.insertedSections)
    )
    result.movedSections.removeAll { come.contains($0.to) }
    result.deletedItems.removeAll { gone.contains($0.section) }
    result.insertedItems.removeAll { come.contains($0.section) }
    result.reconfiguredItems.removeAll { come.contains($0.section) }
    for (position, section) in new.enumerated() {
      for (offset, item) in section.items.enumerated() {
        let path = IndexPath(item: offset, section: position)
        guard let from = Self.path(of: item, in: old) else { continue }
        let isMoved = batch.movedItems.contains { $0.to == path }
        let isCut = isMoved && (gone.contains(from.section) || come.contains(position))
        guard isCut || !come.contains(position) && result.reloadedItems.contains(path) else { continue }
        if !gone.contains(from.section) { result.deletedItems.append(from) }
        if !come.contains(position) { result.insertedItems.append(path) }
        result.movedItems.removeAll { $0.to == path }
      }
    }
    (result.reloadedSections, result.reloadedItems) = ([], [])
    return result
  }
}

@Suite("A batch and the items beside it")
struct ListBatchTests {
  /// Draws changes until each kind has been alone and beside each other.
  private func forEachChange(_ seed: UInt64, _ body: (RandomChange) -> Void) async {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<15 {
      await Task.yield()  // other tests run on this thread, too
      for _ in 0..<100 { body(RandomChange(using: &random)) }
    }
  }

  @Test("what is reloaded beside other changes is deleted and inserted, with sections that move and hold any of it")
  func inOneBatch() async {
    func inOrder(_ batch: ListBatch) -> ListBatch {
      var batch = batch
      batch.deletedItems.sort()
      batch.insertedItems.sort()
      batch.movedSections.sort { $0.to < $1.to }
      batch.movedItems.sort { $0.to < $1.to }
      return batch
    }
    await forEachChange(SeededGenerator.seed()) { change in
      #expect(inOrder(change.batch.inOneBatch) == inOrder(change.inOneBatch), "\(change)")
    }
  }

  @Test("an item that moves into a section which comes with it, and is reloaded, leaves where it was")
  func reloadedInANewSection() {
    var batch = ListBatch()
    batch.insertedSections = [1]
    batch.movedItems = [.init(from: [0, 2], to: [1, 0])]
    batch.reloadedItems = [[1, 0]]
    var wanted = ListBatch()
    wanted.insertedSections = [1]
    wanted.deletedItems = [[0, 2]]
    #expect(batch.inOneBatch == wanted)
  }

  @Test("an item that stays stands where the new list has it; it is behind a change if what is ahead of it has changed")
  func places() async {
    await forEachChange(SeededGenerator.seed()) { change in
      let (batch, old, new) = (change.batch, change.old, change.new)
      let update = ListUpdate.batch(batch)
      let items = (batch.movedItems.map(\.to) + batch.reloadedItems + batch.reconfiguredItems).map {
        new[$0.section].items[$0.item]
      }
      let sections = (batch.movedSections.map(\.to) + batch.reloadedSections).map { new[$0].id }
      let moved = Set(batch.movedItems.map(\.from))
      for item in old.flatMap(\.items) {
        guard let before = RandomChange.path(of: item, in: old) else { continue }
        let after = RandomChange.path(of: item, in: new).flatMap {
          batch.reloadedSections.contains($0.section) ? nil : $0
        }
        #expect(update.place(of: before) == after, "\(item) in \(change)")
        guard let after else { continue }
        let (head, newHead) = (RandomChange.head(before, in: old), RandomChange.head(after, in: new))
        let isAhead =
          head != newHead || moved.contains(before) || !Set(head + newHead).isDisjoint(with: items + sections)
        #expect(update.isAhead(of: before, now: after) == isAhead, "\(item) in \(change)")
      }
    }
  }

  @Test("beside an insertion of items, or a section that is reloaded, too")
  func placesOfOthers() {
    let (insert, reload) = (ListUpdate.insert([[1, 1]]), ListUpdate.reload(section: 1))
    #expect(insert.place(of: [1, 0]) == [1, 0] && insert.place(of: [1, 1]) == [1, 2])
    #expect(!insert.isAhead(of: [1, 0], now: [1, 0]) && insert.isAhead(of: [1, 1], now: [1, 2]))
    #expect(
      reload.place(of: [0, 1]) == [0, 1] && reload.place(of: [1, 0]) == nil && reload.place(of: [2, 0]) == [2, 0])
    #expect(!reload.isAhead(of: [0, 1], now: [0, 1]) && reload.isAhead(of: [2, 0], now: [2, 0]))
  }
}
