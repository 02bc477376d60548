import ListEngine

/// What a snapshot must do, done with plain arrays; the table of what is refused and in which order is read from
/// `ListSnapshotError`'s documentation and done anew.
package struct PlainSnapshot: Equatable {
  package struct Section: Equatable {
    package var name: Int
    package var items: [Int] = []
  }

  package var sections: [Section] = []

  package init() {}

  package func section(_ name: Int) -> Int? { sections.firstIndex { $0.name == name } }
  package func section(of item: Int) -> Int? { sections.firstIndex { $0.items.contains(item) } }

  /// A change of a snapshot; also what is drawn at random.
  package enum Change {
    case appendSections([Int])
    case insertSections([Int], Int, after: Bool)
    case deleteSections([Int])
    case moveSection(Int, Int, after: Bool)
    case appendItems([Int], Int?)
    case insertItems([Int], Int, after: Bool)
    case deleteItems([Int])
    case deleteAllItems
    case moveItem(Int, Int, after: Bool)
  }

  /// Makes the change, or says no.
  package mutating func perform(_ change: Change) -> Bool {
    switch change {
    case .appendSections(let names):
      guard isNew(names) else { return false }
      sections += names.map { Section(name: $0) }
    case .insertSections(let names, let other, let after):
      guard isNew(names), let place = section(other) else { return false }
      sections.insert(contentsOf: names.map { Section(name: $0) }, at: place + (after ? 1 : 0))
    case .deleteSections(let names):
      guard Set(names).count == names.count else { return false }
      sections.removeAll { names.contains($0.name) }
    case .moveSection(let name, let other, let after):
      guard name != other, let from = section(name), section(other) != nil else { return false }
      let moved = sections.remove(at: from)
      sections.insert(moved, at: (section(other) ?? 0) + (after ? 1 : 0))
    case .appendItems(let items, let name):
      guard !sections.isEmpty, Set(items).count == items.count else { return false }
      guard let target = name.map({ section($0) }) ?? sections.count - 1 else { return false }
      remove(items)
      sections[target].items += items
    case .insertItems(let items, let other, let after):
      guard Set(items).count == items.count, !items.contains(other) else { return false }
      guard let target = section(of: other) else { return false }
      remove(items)
      let place = sections[target].items.firstIndex(of: other) ?? 0
      sections[target].items.insert(contentsOf: items, at: place + (after ? 1 : 0))
    case .deleteItems(let items):
      guard Set(items).count == items.count else { return false }
      remove(items)
    case .deleteAllItems:
      sections = []
    case .moveItem(let item, let other, let after):
      guard item != other, section(of: item) != nil else { return false }
      return perform(.insertItems([item], other, after: after))
    }
    return true
  }

  private func isNew(_ names: [Int]) -> Bool {
    Set(names).count == names.count && names.allSatisfy { section($0) == nil }
  }

  private mutating func remove(_ items: [Int]) {
    for index in sections.indices { sections[index].items.removeAll { items.contains($0) } }
  }
}

extension PlainSnapshot.Change {
  /// A change with names that mostly exist, sometimes not, sometimes twice.
  package init(names: Range<Int>, items: Range<Int>, longest: Int, using random: inout some RandomNumberGenerator) {
    func some(_ range: Range<Int>, _ longest: Int) -> [Int] {
      let some = (0..<Int.random(in: 0...longest, using: &random)).map { _ in Int.random(in: range, using: &random) }
      return Bool.random(using: &random) ? Array(Set(some)).sorted() : some
    }
    let (name, other) = (Int.random(in: names, using: &random), Int.random(in: names, using: &random))
    let (item, neighbour) = (Int.random(in: items, using: &random), Int.random(in: items, using: &random))
    let after = Bool.random(using: &random)
    self =
      switch Int.random(in: 0..<60, using: &random) {
      case 0: .deleteAllItems
      case 1..<5: .appendSections(some(names, 3))
      case 5..<9: .insertSections(some(names, 3), name, after: after)
      case 9..<12: .deleteSections(some(names, 1))
      case 12..<18: .moveSection(name, other, after: after)
      case 18..<32: .appendItems(some(items, longest), Bool.random(using: &random) ? name : nil)
      case 32..<44: .insertItems(some(items, longest), item, after: after)
      case 44..<50: .deleteItems(some(items, longest))
      default: .moveItem(item, neighbour, after: after)
      }
  }
}

extension ListSnapshot<Int, Int> {
  /// Makes the change, or says no.
  package mutating func perform(_ change: PlainSnapshot.Change) -> Bool {
    do throws(Failure) {
      switch change {
      case .appendSections(let names): try appendSections(names)
      case .insertSections(let names, let other, true): try insertSections(names, afterSection: other)
      case .insertSections(let names, let other, false): try insertSections(names, beforeSection: other)
      case .deleteSections(let names): try deleteSections(names)
      case .moveSection(let name, let other, true): try moveSection(name, afterSection: other)
      case .moveSection(let name, let other, false): try moveSection(name, beforeSection: other)
      case .appendItems(let items, let name): try appendItems(items, toSection: name)
      case .insertItems(let items, let other, true): try insertItems(items, afterItem: other)
      case .insertItems(let items, let other, false): try insertItems(items, beforeItem: other)
      case .deleteItems(let items): try deleteItems(items)
      case .deleteAllItems: deleteAllItems()
      case .moveItem(let item, let other, true): try moveItem(item, afterItem: other)
      case .moveItem(let item, let other, false): try moveItem(item, beforeItem: other)
      }
      return true
    } catch {
      return false
    }
  }
}
