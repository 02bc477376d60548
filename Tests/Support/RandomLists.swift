import ListEngine

/// Two versions of a list, drawn at random; ids may stand in several sections.
package struct RandomLists {
  package typealias List = SectionedList<Int, TestItem>

  package let old: List
  package let new: List

  /// - Parameter sharing: whether the new list is made from the old one, and not from nothing.
  package init(sections: Int, items: Int, sharing: Bool, using random: inout some RandomNumberGenerator) {
    var list = List(sections: (0..<sections).shuffled(using: &random).dropLast(Int.random(in: 0...1, using: &random)))
    for section in list.sections {
      list.append(Self.rows(Int.random(in: 0...items, using: &random), below: items * 3, &random), to: section)
    }
    old = list
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      Self.change(&list, sections: sections, items: items, using: &random)
    }
    if !sharing {
      let edited = list
      list = List(sections: edited.sections)
      for section in edited.sections { list.append(edited.items(in: section), to: section) }
    }
    new = list
  }

  private static func rows(_ count: Int, below limit: Int, _ random: inout some RandomNumberGenerator) -> [TestItem] {
    (0..<count).map { _ in TestItem(.random(in: 0..<limit, using: &random)) }
  }

  private static func change(
    _ list: inout List, sections: Int, items: Int, using random: inout some RandomNumberGenerator
  ) {
    let missing = (0..<sections).filter { list.position(of: $0) == nil }
    guard let section = list.sections.randomElement(using: &random) else { return list.insertSections(missing) }
    let present = list.items(in: section)
    let place = Int.random(in: 0...present.count, using: &random)
    let few = rows(Int.random(in: 0...max(1, items / 8), using: &random), below: items * 3, &random)
    switch Int.random(in: 0..<16, using: &random) {
    case 0, 1: list.append(few, to: section)
    case 2, 3: list.insert(few, at: place, in: section)
    case 4, 5: list.remove(few.map(\.id), from: section)
    case 6, 7:
      for row in few { list.update(TestItem(row.id, "changed"), in: section) }
    case 8...10:
      guard let other = list.sections.randomElement(using: &random) else { return }
      for row in few {
        let count = list.numberOfItems(in: other) - (other == section ? 1 : 0)
        list.move(row.id, from: section, to: Int.random(in: 0...max(0, count), using: &random), in: other)
      }
    case 11: list.sort(section) { $0.id % 5 < $1.id % 5 }
    case 12: list.moveSection(section, to: Int.random(in: 0..<list.numberOfSections, using: &random))
    case 13: list.removeSection(section)
    case 14: list.insertSections(missing.prefix(1), at: Int.random(in: 0...list.numberOfSections, using: &random))
    default: list.replaceItems(in: section, with: rows(items / 2, below: items * 3, &random))
    }
  }
}
