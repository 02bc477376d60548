import ListEngine

/// An edit's way into a real list, which notes what each call does there.
package struct NamedList<SectionID: Hashable & Sendable, Item: Identifiable & Equatable & Sendable>: Editable
where Item.ID: Sendable {
  package var list: SectionedList<SectionID, Item>
  let names: [SectionID]
  let item: @Sendable (TestItem) -> Item
  let row: @Sendable (Item) -> TestItem
  package private(set) var calls: [EditCall] = []

  package init(
    list: SectionedList<SectionID, Item>, names: [SectionID], item: @escaping @Sendable (TestItem) -> Item,
    row: @escaping @Sendable (Item) -> TestItem
  ) {
    (self.list, self.names, self.item, self.row) = (list, names, item, row)
  }

  package var sectionIDs: [Int] { list.sections.map { names.firstIndex(of: $0) ?? -1 } }
  package func ids(in section: Int) -> [Int] { list.items(in: names[section]).map { row($0).id } }

  package mutating func insert(_ rows: [TestItem], at offset: Int, in section: Int) {
    calls.append(.items(section, [.insert(rows, .offset(offset))]))
    list.insert(rows.map(item), at: offset, in: names[section])
  }
  package mutating func remove(_ ids: [Int], from section: Int) {
    calls.append(.items(section, ids.map { .remove($0) }))
    list.remove(ids.map { item(TestItem($0)).id }, from: names[section])
  }
  package mutating func update(_ row: TestItem, in section: Int) {
    calls.append(.items(section, [.update(row)]))
    list.update(item(row), in: names[section])
  }
  package mutating func put(_ row: TestItem) {
    calls += sectionIDs.map { .items($0, [.update(row)]) }
    list.put(item(row))
  }
  package mutating func replace(_ id: Int, with row: TestItem) {
    calls += sectionIDs.map { .items($0, [.replace(id, row)]) }
    list.replace(item(TestItem(id)).id, with: item(row))
  }
  package mutating func move(_ id: Int, from section: Int, to offset: Int, in target: Int) {
    guard list.position(of: names[target]) != nil else { return }
    if section == target {
      calls.append(.items(section, [.move(id, .offset(offset))]))
    } else if ids(in: section).contains(id) {
      calls += [.items(section, [.leave(id)]), .items(target, [.arrive(id, .offset(offset))])]
    }
    list.move(item(TestItem(id)).id, from: names[section], to: offset, in: names[target])
  }
  package mutating func sort(_ section: Int, by salt: Int) {
    list.sort(names[section]) { (row($0).id ^ salt) < (row($1).id ^ salt) }
    calls.append(.items(section, [.sort(by: salt)]))
  }
  package mutating func removeSection(_ section: Int) {
    calls.append(.removeSection(section))
    list.removeSection(names[section])
  }
  package mutating func insertSection(_ section: Int, at position: Int) {
    calls.append(.insertSection(section, at: position))
    list.insertSections([names[section]], at: position)
  }
  package mutating func moveSection(_ section: Int, to position: Int) {
    calls.append(.moveSection(section, to: position))
    list.moveSection(names[section], to: position)
  }
}

/// What a call of an edit did.
package enum EditCall: Hashable, Sendable {
  case items(Int, [ShownHistory.Deed])
  case removeSection(Int)
  case insertSection(Int, at: Int)
  case moveSection(Int, to: Int)

  /// What it did to items, by section.
  package var deeds: [(section: Int, deed: ShownHistory.Deed)] {
    if case .items(let section, let deeds) = self { deeds.map { (section, $0) } } else { [] }
  }
}
