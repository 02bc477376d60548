import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// A section as the laws have it: its rows, and how its loading stands.
struct ModelSection {
  let id: Int
  /// Tells a section that was put in again from the one before.
  let birth: Int
  /// What answers have brought, with what the next one knows of what users did.
  var loaded: [TestItem] = []
  /// What it may not know, each with the newest load of that moment.
  var edits: [RowEdit] = []
  /// What users have taken out and no page but a first one brings back.
  var removed: Set<Int> = []
  /// What users have put somewhere and no page has named since.
  var placed: Set<Int> = []
  /// What is shown of what there is.
  var lens = Lens.none
  /// What it shows instead of rows.
  var placeholders: Int?
  /// What it shows after them.
  var state: ModelRow?

  init(id: Int, birth: Int) { (self.id, self.birth) = (id, birth) }

  /// What there is: what a user did outranks what was asked for before.
  var all: [TestItem] {
    var rows = loaded
    for edit in edits { edit.make(on: &rows) }
    return rows
  }

  /// What a user sees.
  var rows: [TestItem] { lens(all) }

  /// What has become of a page: how many rows came in, how many of them are seen, and whether a first one that has joined on
  /// has left something before and after it.
  struct Taken {
    var added: Int
    var shown: Int
    var left: (front: Bool, back: Bool)?
  }

  /// Takes in what is new of a page: nothing comes in twice.
  /// - Parameter joining: Whether a first page is to join on, and has others before and after it.
  mutating func take(_ page: [TestItem], of load: ModelLoad, joining: (front: Bool, back: Bool)?) -> Taken {
    defer { placed.subtract(page.map(\.id)) }
    var once: [TestItem] = []
    for row in page where !once.contains(where: { $0.id == row.id }) { once.append(row) }
    if load.phase != .first {
      makeForGood { $0.isKnown(to: load.number) }
      let new = once.filter { row in !removed.contains(row.id) && !loaded.contains { $0.id == row.id } }
      if load.phase == .next { return taken(new) { $0 += new } }
      for index in edits.indices { edits[index].shift += new.count }
      return taken(new) { $0 = new + $0 }
    }
    let ids = once.map(\.id)
    // What the page knows of what users did is in it already; where rows beside it stay, it is done to those.
    if joining != nil {
      makeForGood { $0.isKnown(to: load.number) }
    } else {
      edits.removeAll { $0.isKnown(to: load.number) }
    }
    let shared = loaded.indices.filter { ids.contains(loaded[$0].id) }
    guard let joining, let first = shared.first, let last = shared.last else {
      (removed, placed) = ([], [])
      for index in edits.indices { edits[index].shift = 0 }
      return taken(once) { $0 = once }
    }
    removed.subtract(ids)
    let head = joining.front ? Array(loaded[..<first]) : []
    let tail = joining.back ? Array(loaded[(last + 1)...]) : []
    let between = loaded[head.count..<(loaded.count - tail.count)]
    let kept = between.filter { placed.contains($0.id) && !ids.contains($0.id) }
    if head.isEmpty { for index in edits.indices { edits[index].shift = 0 } }
    var result = taken(once) { $0 = head + (joining.front ? kept + once : once + kept) + tail }
    result.left = (!head.isEmpty, !tail.isEmpty)
    return result
  }

  private mutating func taken(_ new: [TestItem], _ change: (inout [TestItem]) -> Void) -> Taken {
    change(&loaded)
    if lens == .none { return Taken(added: new.count, shown: new.count) }
    let rows = Set(rows.map(\.id))
    return Taken(added: new.count, shown: new.count { rows.contains($0.id) })
  }

  /// Shows rows from elsewhere, under what users did that an answer on its way does not know.
  mutating func seed(_ seed: [TestItem], loadInFlight: Int?) {
    // The first that the load on its way does not know keeps those that were made on top of it.
    let known = edits.prefix { $0.isKnown(to: loadInFlight ?? .max) }.count
    var count = 0
    makeForGood { _ in
      count += 1
      return count <= known
    }
    placed = []
    var held = removed
    loaded = seed.filter { held.insert($0.id).inserted }
  }

  private mutating func makeForGood(_ isKnown: (RowEdit) -> Bool) {
    var kept: [RowEdit] = []
    for edit in edits {
      guard isKnown(edit) else {
        kept.append(edit)
        continue
      }
      edit.make(on: &loaded)
      switch edit.deed {
      case .insert(let rows, _):
        removed.subtract(rows.map(\.id))
        placed.formUnion(rows.map(\.id))
      case .remove(let ids):
        removed.formUnion(ids)
        placed.subtract(ids)
      case .move(let id, _): placed.insert(id)
      case .update, .order: break
      }
    }
    edits = kept
  }
}

/// What a user has done to the rows of a section.
struct RowEdit {
  let deed: RowDeed
  /// By which it is being sent, if it is.
  let sent: Int?
  /// The newest load when it became known; nothing while it waits for what is being sent.
  var number: Int
  var unsettled: Set<Int>
  /// How many rows have come in before all others since.
  var shift = 0

  func isKnown(to load: Int) -> Bool { unsettled.isEmpty && number < load }

  /// Does it, with offsets behind what has come in before all others since.
  func make(on rows: inout [TestItem]) {
    switch deed {
    case .insert(let new, let offset): RowDeed.insert(new, offset + shift).make(on: &rows)
    case .move(let id, let offset): RowDeed.move(id, offset + shift).make(on: &rows)
    case .remove, .update, .order: deed.make(on: &rows)
    }
  }
}

/// What a user does to the rows of a section.
enum RowDeed {
  case insert([TestItem], Int)
  case remove([Int])
  case update(TestItem)
  case move(Int, Int)
  case order([Int])

  /// The rows that it is about.
  var ids: [Int] {
    switch self {
    case .insert(let rows, _): rows.map(\.id)
    case .remove(let ids): ids
    case .update(let row): [row.id]
    case .move(let id, _): [id]
    case .order: []
    }
  }

  func make(on rows: inout [TestItem]) {
    switch self {
    case .insert(let new, let offset):
      var held = Set(rows.map(\.id))
      rows.insert(contentsOf: new.filter { held.insert($0.id).inserted }, at: min(offset, rows.count))
    case .remove(let ids): rows.removeAll { ids.contains($0.id) }
    case .update(let row): rows = rows.map { $0.id == row.id ? row : $0 }
    case .move(let id, let offset):
      guard let old = rows.firstIndex(where: { $0.id == id }) else { return }
      let row = rows.remove(at: old)
      rows.insert(row, at: min(offset, rows.count))
    case .order(let ids):
      var ordered = ids.compactMap { id in rows.first { $0.id == id } }[...]
      rows = rows.map { ids.contains($0.id) ? ordered.removeFirst() : $0 }
    }
  }
}

/// The sections of a list, as plain arrays.
struct ModelContents {
  var sections: [ModelSection] = []
  var births = 0
  /// How many items have been updated: each is configured again, whether it differs or not.
  var updates = 0
  /// The newest load, which what a user does now outranks.
  var newestLoad = 0
  /// By which number what a user does is being sent; nil if it is not.
  var sent: Int?
  /// The sections that a user has done something to.
  var touched: [Int] = []

  init(_ ids: [Int]) { for id in ids { insertSection(id, at: sections.count) } }

  func position(of section: Int) -> Int? { sections.firstIndex { $0.id == section } }

  /// What can be seen of it.
  var shown: [Moment.Shown] {
    sections.map { Moment.Shown(section: $0.id, placeholders: $0.placeholders, rows: $0.rows, state: $0.state) }
  }

  subscript(section: Int) -> ModelSection? { sections.first { $0.id == section } }

  private mutating func make(_ deed: RowDeed, in section: Int) {
    guard let position = position(of: section) else { return }
    if !touched.contains(section) { touched.append(section) }
    var unsettled = Set(sent.map { [$0] } ?? [])
    for edit in sections[position].edits where !Set(edit.deed.ids).isDisjoint(with: deed.ids) {
      unsettled.formUnion(edit.unsettled)
    }
    sections[position].edits.append(RowEdit(deed: deed, sent: sent, number: newestLoad, unsettled: unsettled))
  }

  /// What was sent counts as done now, or has never been done.
  mutating func settle(_ number: Int, takesBack: Bool, newestLoad: Int) {
    touched = []
    for position in sections.indices where sections[position].edits.contains(where: { $0.unsettled.contains(number) }) {
      touched.append(sections[position].id)
      let old = Set(sections[position].rows.map(\.id))
      for index in sections[position].edits.indices {
        guard sections[position].edits[index].unsettled.remove(number) != nil else { continue }
        if sections[position].edits[index].unsettled.isEmpty { sections[position].edits[index].number = newestLoad }
      }
      guard takesBack else { continue }
      let gone = sections[position].edits.filter { $0.sent == number }.flatMap(\.deed.ids)
      sections[position].edits.removeAll { $0.sent == number }
      // What stays is configured again.
      if sections[position].rows.contains(where: { gone.contains($0.id) && old.contains($0.id) }) { updates += 1 }
    }
  }
}

extension ModelContents: Editable {
  var sectionIDs: [Int] { sections.map(\.id) }

  func ids(in section: Int) -> [Int] { self[section]?.all.map(\.id) ?? [] }

  mutating func insert(_ rows: [TestItem], at offset: Int, in section: Int) { make(.insert(rows, offset), in: section) }

  mutating func remove(_ ids: [Int], from section: Int) { make(.remove(ids), in: section) }

  mutating func update(_ row: TestItem, in section: Int) {
    let wasShown = shows(row.id, in: section)
    make(.update(row), in: section)
    if wasShown, shows(row.id, in: section) { updates += 1 }
  }

  mutating func put(_ row: TestItem) { for section in sectionIDs { update(row, in: section) } }

  private func shows(_ id: Int, in section: Int) -> Bool { self[section]?.rows.contains { $0.id == id } == true }

  mutating func move(_ id: Int, from section: Int, to offset: Int, in target: Int) {
    if section == target { return make(.move(id, offset), in: section) }
    guard let row = self[section]?.all.first(where: { $0.id == id }), self[target] != nil else { return }
    guard !ids(in: target).contains(id) else { return }
    remove([id], from: section)
    insert([row], at: offset, in: target)
  }

  mutating func sort(_ section: Int, by salt: Int) {
    let order = (self[section]?.all ?? []).enumerated().sorted {
      ($0.element.id ^ salt, $0.offset) < ($1.element.id ^ salt, $1.offset)
    }
    make(.order(order.map(\.element.id)), in: section)
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
