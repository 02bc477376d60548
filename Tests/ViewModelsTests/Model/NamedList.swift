import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// An edit's way into a real list.
struct NamedList<SectionID: Hashable & Sendable, Item: Identifiable & Equatable & Sendable>: Editable
where Item.ID: Sendable {
  var list: SectionedList<SectionID, Item>
  let names: [SectionID]
  let item: @Sendable (TestItem) -> Item
  let row: @Sendable (Item) -> TestItem

  var sectionIDs: [Int] { list.sections.map { names.firstIndex(of: $0) ?? -1 } }
  func ids(in section: Int) -> [Int] { list.items(in: names[section]).map { row($0).id } }

  mutating func insert(_ rows: [TestItem], at offset: Int, in section: Int) {
    list.insert(rows.map(item), at: offset, in: names[section])
  }
  mutating func remove(_ ids: [Int], from section: Int) {
    list.remove(ids.map { item(TestItem($0)).id }, from: names[section])
  }
  mutating func update(_ row: TestItem, in section: Int) { list.update(item(row), in: names[section]) }
  mutating func put(_ row: TestItem) { list.put(item(row)) }
  mutating func move(_ id: Int, from section: Int, to offset: Int, in target: Int) {
    guard list.position(of: names[target]) != nil else { return }
    list.move(item(TestItem(id)).id, from: names[section], to: offset, in: names[target])
  }
  mutating func sort(_ section: Int, by salt: Int) {
    list.sort(names[section]) { (row($0).id ^ salt) < (row($1).id ^ salt) }
  }
  mutating func removeSection(_ section: Int) { list.removeSection(names[section]) }
  mutating func insertSection(_ section: Int, at position: Int) { list.insertSections([names[section]], at: position) }
  mutating func moveSection(_ section: Int, to position: Int) { list.moveSection(names[section], to: position) }
}
