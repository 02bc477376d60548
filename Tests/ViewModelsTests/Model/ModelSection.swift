import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// A section as the laws have it: its rows, and how its loading stands.
struct ModelSection: Hashable {
  let id: Int
  /// Tells a section that was put in again from the one before.
  let birth: Int
  var rows: [TestItem] = []
  /// What it shows instead of rows.
  var placeholders: Int?
  /// What it shows after them.
  var state: ModelRow?

  /// Takes in what is new of a page: nothing comes in twice.
  /// - Returns: How many rows came in.
  mutating func append(_ page: [TestItem]) -> Int {
    var held = Set(rows.map(\.id))
    let new = page.filter { held.insert($0.id).inserted }
    rows += new
    return new.count
  }
}

/// The sections of a list, as plain arrays.
struct ModelContents: Hashable {
  var sections: [ModelSection] = []
  var births = 0
  /// How many items have been updated: each is configured again, whether it differs or not.
  var updates = 0

  init(_ ids: [Int]) { for id in ids { insertSection(id, at: sections.count) } }

  func position(of section: Int) -> Int? { sections.firstIndex { $0.id == section } }

  /// What can be seen of it.
  var shown: [Moment.Shown] {
    sections.map { Moment.Shown(section: $0.id, placeholders: $0.placeholders, rows: $0.rows, state: $0.state) }
  }

  subscript(section: Int) -> ModelSection? { sections.first { $0.id == section } }

  private mutating func change(_ section: Int, _ body: (inout ModelSection) -> Void) {
    if let position = position(of: section) { body(&sections[position]) }
  }
}

extension ModelContents: Editable {
  var sectionIDs: [Int] { sections.map(\.id) }

  func ids(in section: Int) -> [Int] { self[section]?.rows.map(\.id) ?? [] }

  mutating func insert(_ rows: [TestItem], at offset: Int, in section: Int) {
    change(section) { section in
      var held = Set(section.rows.map(\.id))
      section.rows.insert(contentsOf: rows.filter { held.insert($0.id).inserted }, at: offset)
    }
  }

  mutating func remove(_ ids: [Int], from section: Int) {
    change(section) { section in section.rows.removeAll { ids.contains($0.id) } }
  }

  mutating func update(_ row: TestItem, in section: Int) {
    updates += 1
    change(section) { section in section.rows = section.rows.map { $0.id == row.id ? row : $0 } }
  }

  mutating func move(_ id: Int, from section: Int, to offset: Int, in target: Int) {
    guard let row = self[section]?.rows.first(where: { $0.id == id }), self[target] != nil else { return }
    guard section == target || !ids(in: target).contains(id) else { return }
    remove([id], from: section)
    change(target) { $0.rows.insert(row, at: offset) }
  }

  mutating func sort(_ section: Int, by salt: Int) {
    change(section) { section in
      let order = section.rows.enumerated().sorted {
        ($0.element.id ^ salt, $0.offset) < ($1.element.id ^ salt, $1.offset)
      }
      section.rows = order.map(\.element)
    }
  }

  mutating func removeSection(_ section: Int) { sections.removeAll { $0.id == section } }

  mutating func insertSection(_ section: Int, at position: Int) {
    births += 1
    sections.insert(ModelSection(id: section, birth: births), at: position)
  }

  mutating func moveSection(_ section: Int, to position: Int) {
    guard let old = self.position(of: section) else { return }
    sections.insert(sections.remove(at: old), at: position)
  }
}
