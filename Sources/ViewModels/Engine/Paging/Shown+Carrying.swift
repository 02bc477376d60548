// Edits of items whose own edits are being sent, in the section where the item stands and in those from which it came.

extension Shown {
  /// The item that a move across sections brings along: as it was at that moment, had the edits that have been taken back since
  /// never been made.
  ///
  /// So a refused mark does not stay on an item that was archived meanwhile, and a draft that was never uploaded goes,
  /// wherever it has been moved.
  struct Carried: Sendable {
    let id: Item.ID
    private let sources: [SectionID]
    /// What its sections held of it, without the edits.
    private let base: List
    /// The edits of it that there were, in the order in which they were made.
    private var edits: [Remembered] = []
    private let work: ListWork<SectionID, Item>

    init(
      _ id: Item.ID, from sources: [SectionID], in loaded: List, with remembered: [Remembered],
      _ work: ListWork<SectionID, Item>
    ) {
      (self.id, self.sources, self.work) = (id, sources, work)
      var ids: Set<Item.ID> = [id]
      // What sets a section takes out all that it does not name.
      for edit in remembered.reversed()
      where sources.contains(edit.section.id) && (edit.setsItems || !ids.isDisjoint(with: edit.ids)) {
        // What took the place of another item is there only if that one was.
        if case .replace(let old, let item) = edit.operation, ids.contains(item.id) { ids.insert(old) }
        edits.append(edit)
      }
      edits.reverse()
      var base = List(sections: sources)
      for source in sources { base.append(ids.compactMap { loaded[source, $0] }, to: source) }
      self.base = base
    }

    /// Nil if without the edits that have been taken back there was none.
    var item: Item? {
      var list = base
      for edit in edits { edit.make(on: &list, work) }
      return sources.lazy.compactMap { list[$0, id] }.first
    }

    /// - Returns: Whether that makes a difference.
    mutating func takeBack(_ edit: Int) -> Bool {
      let count = edits.count
      edits.removeAll { $0.edit == edit }
      var isOther = edits.count < count
      for index in edits.indices where edits[index].takeBack(edit) { isOther = true }
      return isOther
    }
  }

  /// Whether an edit of this item is being sent.
  func isPending(_ id: Item.ID, in section: SectionID) -> Bool { open[section]?[id] != nil }

  /// Remembers an operation. The cells of its items may show that they are being sent, from now on.
  private mutating func append(_ edit: Remembered, of edited: inout Edited) {
    remembered.append(edit)
    if edit.setsItems { hasSetItems = true }
    if edit.unsettled.isEmpty { return }
    let section = edit.section.id
    list.markUpdates(edit.ids, in: section)
    if !edited.sections.contains(section) { edited.sections.append(section) }
    index(edit)
  }

  private mutating func index(_ edit: Remembered) {
    if edit.unsettled.isEmpty { return }
    for id in edit.ids { open[edit.section.id, default: [:]][id, default: []].formUnion(edit.unsettled) }
  }

  /// Indexes the open edits again, after some have gone.
  mutating func indexOpenEdits() {
    open = [:]
    for edit in remembered { index(edit) }
  }

  /// Remembers an operation of an edit; also in the sections from which moves that are open have brought its items. If such a
  /// move is taken back, what was done to the item since follows it home.
  /// - Parameters:
  ///   - all: The list after the edit.
  ///   - own: The edit if it is being sent.
  ///   - newest: The number of the newest load.
  mutating func remember(
    _ operation: ItemOperation<Item>, in section: Section, of edited: inout Edited, _ all: List, _ own: Set<Int>,
    _ newest: Int
  ) {
    if case .remove(let ids) = operation, ids.count > 1, open[section.id]?.isEmpty == false {
      // What is removed together waits together only if it waits for the same edits.
      let parts = Dictionary(grouping: ids) { self.open[section.id]?[$0] ?? [] }
      if parts.count > 1 {
        // Those that wait for nothing first, so that they can be forgotten first.
        let sorted = parts.sorted { $0.key.sorted().lexicographicallyPrecedes($1.key.sorted()) }
        for (_, ids) in sorted { remember(.remove(ids), in: section, of: &edited, all, own, newest) }
        return
      }
    }
    let ids = open[section.id].map { open in operation.ids.filter { open[$0] != nil } } ?? []
    let elsewhere = ids.flatMap { id in sources(of: id, in: section, all).dropFirst().map { (id, $0) } }
    let open = openEdits(of: ids, in: [section])
    append(
      Remembered(edit: lastEdit, section: section, operation: operation, number: newest, unsettled: open.union(own)),
      of: &edited)
    for (id, source) in elsewhere {
      guard let done = operation.done(to: id) else { continue }
      let open = openEdits(of: [id], in: [source])
      append(
        Remembered(
          edit: lastEdit, section: source, operation: done, number: newest, unsettled: open.union(own), home: id),
        of: &edited)
    }
  }

  /// Remembers a move across sections. Both halves wait for the same edits, and are taken back together.
  /// - Parameters:
  ///   - isHeld: Whether the target held the item already.
  ///   - loaded: What the remembered edits stand on.
  mutating func carry(
    _ item: Item, from section: Section, to target: Section, _ place: ItemPlace<Item.ID>, isHeld: Bool,
    of edited: inout Edited, _ loaded: List, _ all: List, _ own: Set<Int>, _ newest: Int
  ) {
    let sources = sources(of: item.id, in: section, all).filter { $0 != target }
    let isBack = !isHeld && open[target.id]?[item.id] != nil
    let open = openEdits(of: [item.id], in: sources + [target])
    let carried =
      open.isSubset(of: own) ? nil : Carried(item.id, from: sources.map(\.id), in: loaded, with: remembered, work)
    for source in sources {
      append(
        Remembered(
          edit: lastEdit, section: source, operation: .remove([item.id]), number: newest, unsettled: open.union(own),
          carried: carried), of: &edited)
    }
    append(
      Remembered(
        edit: lastEdit, section: target, operation: .insert([item], place), number: newest,
        unsettled: open.union(own), carried: carried, sources: sources), of: &edited)
    // If what took it away there is taken back, it stands there already.
    if isBack {
      append(
        Remembered(
          edit: lastEdit, section: target, operation: .move(item.id, place), number: newest, unsettled: open.union(own)),
        of: &edited)
    }
  }

  /// The items of a section, with those that come back if edits that are being sent are taken back; none while no edit is.
  /// - Complexity: O(*k*), where *k* is the number of remembered operations; O(1) while no edit of the section is being sent.
  func allItems(of section: SectionID) -> [Item] {
    guard open[section]?.isEmpty == false, var list = base else { return [] }
    for edit in remembered where edit.section.id == section {
      if edit.unsettled.isEmpty || edit.operation.removed.isEmpty { edit.make(on: &list, work) }
    }
    return Array(list.items(in: section))
  }

  /// The edits being sent that an edit of these items is remembered with; those that set all items of a section, too: what
  /// comes after one of them is made on what that has set.
  private func openEdits(of ids: [Item.ID], in sections: [Section]) -> Set<Int> {
    var edits: Set<Int> = []
    for section in sections {
      guard let open = open[section.id] else { continue }
      edits.formUnion(openSets(in: section))
      for id in ids { edits.formUnion(open[id] ?? []) }
    }
    return edits
  }

  /// The edits being sent that set all items of a section.
  private func openSets(in section: Section) -> Set<Int> {
    guard hasSetItems else { return [] }
    return remembered.reduce(into: []) { open, edit in
      if edit.setsItems, edit.section == section { open.formUnion(edit.unsettled) }
    }
  }

  /// A section, and those from which moves that are open have brought an item into it, unless it stands there again.
  private func sources(of id: Item.ID, in section: Section, _ all: List) -> [Section] {
    var sources = [section]
    var next = 0
    while next < sources.count, open[sources[next].id]?[id] != nil {
      for edit in remembered where !edit.sources.isEmpty && edit.section == sources[next] {
        guard !edit.unsettled.isEmpty, edit.ids.contains(id) else { continue }
        for source in edit.sources where !sources.contains(source) && all.birth(of: source.id) == source.birth {
          if all[source.id, id] == nil { sources.append(source) }
        }
      }
      next += 1
    }
    return sources
  }
}

extension Shown.Remembered {
  /// Takes an edit out of what it carries.
  /// - Returns: Whether it carries something else now.
  @discardableResult
  mutating func takeBack(_ edit: Int) -> Bool {
    guard carried?.takeBack(edit) == true, let carried else { return false }
    let item = carried.item
    if case .insert(_, let place) = operation {
      operation = .insert(item.map { [$0] } ?? [], place)
    } else {
      operation = .remove(item.map { [$0.id] } ?? [])
    }
    return true
  }
}
