/// What a list shows, as a pure value: what its loads brought, with what the user did on it.
///
/// What a user does outranks every answer that was asked for before it. So an edit is kept as the operations it
/// consists of, each with the number of the newest load of that moment, and is made again on top of each answer that
/// does not know it. A load knows the edits with a smaller number than its own; one that is being sent has no number
/// yet, and no load knows it.
///
/// ```text
/// base     a b c d      what the loads brought, with the edits that the next answer knows
/// + edits    −b   +x    those that it may not know, in the order in which they were made
/// whole    a c d x      what there is
/// list     x c          what is shown: of a section with an arrangement what that lets through, in its order
/// ```
/// - An answer goes on what was loaded and on the edits it knows, which are then forgotten; the others stay on top.
/// - The oldest edits of a section are forgotten, too, as soon as each of them is known to the load that its section
///   waits for. Without one, an edit that is made for good is forgotten at once.
/// - What an edit has removed, no later page brings back; a first page that knows the removal does.
/// - An edit of an item whose own edit is being sent is remembered with that one until it is settled. A move across
///   sections is an edit of both; see `Carried`.
@usableFromInline
struct Shown<SectionID: Hashable & Sendable, Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  @usableFromInline typealias List = SectionedList<SectionID, Item>

  /// An operation that answers may not know.
  struct Remembered: Sendable {
    let edit: Int
    let section: Section
    var operation: ItemOperation<Item>
    /// The newest load when it was made; it means nothing while `unsettled` edits are open.
    var number: Int
    /// The edits being sent, its own among them, that it is remembered with.
    var unsettled: Set<Int>
    /// Of both halves of a move across sections: what it brings, while edits of that are open.
    var carried: Carried?
    /// Of the second half: the sections from which it has brought its item.
    var sources: [Section] = []
    /// The items that pages have brought before all others since: offsets are counted behind them. Of an operation that sets
    /// all items, those that pages have added to it.
    var front: Set<Item.ID> = []

    func isKnown(to load: Int) -> Bool { unsettled.isEmpty && number < load }

    /// The ids of the items that it is about.
    var ids: [Item.ID] { carried.map { [$0.id] } ?? operation.ids }

    var setsItems: Bool { if case .set = operation { true } else { false } }

    /// The ids of the items that it puts in itself.
    var inserted: [Item.ID] { setsItems ? operation.inserted.filter { !front.contains($0) } : operation.inserted }

    func make(on list: inout List, _ work: ListWork<SectionID, Item>) {
      // Those that another edit keeps out do not count.
      let shift = front.count { list[section.id, $0] != nil }
      work.make(&list, operation.shifted(by: shift), section.id)
    }
  }

  /// A section, told by its birth from one of the same name that has gone.
  struct Section: Hashable, Sendable {
    let id: SectionID
    let birth: Int
  }

  /// What is shown.
  @usableFromInline var list: List
  /// What there is; nil while no section is arranged, and both are the same.
  var whole: List?
  /// What that stands on; nil while no edit is remembered, and both are the same.
  private(set) var base: List?
  var arrangements: [SectionID: Arrangement<Item>] = [:]
  /// In the order in which they were made.
  var remembered: [Remembered] = []
  /// By section and item, the edits being sent that edits of the item are remembered with.
  var open: [SectionID: [Item.ID: Set<Int>]] = [:]
  /// What edits that have been forgotten took out, and no page after the first may bring back.
  private var removed: [SectionID: Set<Item.ID>] = [:]
  /// What they put where it stands, and no page has named since: the service may have it elsewhere.
  private var placed: [SectionID: Set<Item.ID>] = [:]
  private(set) var lastEdit = 0
  /// Whether any edit that has been remembered sets all items of a section; most never do.
  var hasSetItems = false

  let work: ListWork<SectionID, Item>

  init(_ list: List, work: ListWork<SectionID, Item> = ListWork()) {
    self.list = list
    self.work = work
  }

  /// How many operations are remembered.
  var remembers: Int { remembered.count }

  // MARK: - Answers

  /// Whether nothing but the items of a page is new in a section that a page is added to.
  func onlyAdds(to section: SectionID, _ phase: LoadPhase) -> Bool {
    (phase != .refresh || numberOfItems(in: section) == 0) && !remembered.contains { $0.section.id == section }
  }

  /// How many items of a section there are.
  func numberOfItems(in section: SectionID) -> Int {
    whole?.numberOfItems(in: section) ?? list.numberOfItems(in: section)
  }

  /// Adds a page to a section in which ``onlyAdds(to:_:)``.
  /// - Returns: What became of it, and at which offsets those of its new items are shown that are.
  mutating func add(_ page: [Item], to section: SectionID, _ phase: LoadPhase) -> (applied: Applied, offsets: [Int]) {
    if phase == .refresh { (removed[section], placed[section]) = (nil, nil) }
    placed[section]?.subtract(page.map(\.id))
    let page = withoutRemoved(page, from: section)
    let isAtFront = phase == .prepend
    if var loaded = base.take() {
      _ = work.add(&loaded, page, section, isAtFront)
      base = loaded
    }
    if var all = whole.take() {
      let new = work.add(&all, page, section, isAtFront)
      whole = all
      if arrangements[section] != nil {
        let offsets = show(new, of: section)
        return (Applied(added: new.count, shown: offsets.count, repeats: page.count - new.count), offsets)
      }
    }
    let shown = work.add(&list, page, section, isAtFront)
    return (Applied(added: shown.count, shown: shown.count, repeats: page.count - shown.count), Array(shown))
  }

  /// What became of a page.
  struct Applied {
    /// How many of its items were new to what was loaded, and how many of those are shown.
    var added = 0, shown = 0
    /// How many the section held already. What the user has removed is none.
    var repeats = 0
    var left: AppliedPage.Left?
  }

  /// Puts the page that a load has brought where it belongs. A first one takes the place of all that was loaded, or of what
  /// lies between the items that it joins on to.
  /// - Parameter joining: At which of its ends a first page has others beside it, if it is to join on; see
  ///   ``SectionedList/join(_:to:leavingFront:back:)``.
  mutating func apply(
    _ page: [Item], of load: Int, to section: SectionID, _ phase: LoadPhase, joining: AppliedPage.Left? = nil
  ) -> Applied {
    var loaded = base ?? whole ?? list
    let known = remembered.filter { $0.section.id == section && $0.isKnown(to: load) }
    remembered.removeAll { $0.section.id == section && $0.isKnown(to: load) }
    if phase != .refresh || joining != nil { makeForGood(known, on: &loaded) }
    var applied = Applied()
    var (page, new) = (page, 0..<0)
    if phase == .refresh {
      let placed = placed[section] ?? []
      if let joining, let rest = work.join(&loaded, page, section, joining.front, joining.back, placed) {
        applied.left = AppliedPage.Left(front: rest.front > 0, back: rest.back > 0)
        removed[section]?.subtract(page.map(\.id))
        new = rest.new
      } else {
        (removed[section], self.placed[section]) = (nil, nil)
        work.replaceItems(&loaded, section, page)
        new = 0..<loaded.numberOfItems(in: section)
      }
      if applied.left?.front != true { forgetAdded(to: section) }
    } else {
      page = withoutRemoved(page, from: section)
      new = work.add(&loaded, page, section, phase == .prepend)
    }
    placed[section]?.subtract(page.map(\.id))
    let added = loaded.items(in: section)[new]
    if phase != .refresh { extend(section, by: added, isAtFront: phase == .prepend) }
    show(on: loaded, in: [section])
    (applied.added, applied.repeats) = (new.count, page.count - new.count)
    applied.shown = arrangements[section] == nil ? new.count : added.count { list[section, $0.id] != nil }
    return applied
  }

  /// Says what has come in at an end of the items that the remembered edits of a section were made on.
  private mutating func extend(_ section: SectionID, by added: Slice<List.Items>, isAtFront: Bool) {
    for index in remembered.indices where remembered[index].section.id == section {
      if case .set(let items, let removed) = remembered[index].operation {
        // The edit knew of none of them. What it has taken out stays out.
        let known = Set(items.map(\.id)).union(removed)
        let new = added.filter { !known.contains($0.id) }
        remembered[index].operation = .set(isAtFront ? new + items : items + new, removed: removed)
        remembered[index].front.formUnion(new.map(\.id))
      } else if isAtFront {
        remembered[index].front.formUnion(added.map(\.id))
      }
    }
  }

  /// Takes back what pages have added to the remembered edits of a section: it has gone with all others.
  private mutating func forgetAdded(to section: SectionID) {
    for index in remembered.indices where remembered[index].section.id == section {
      if case .set(let items, let removed) = remembered[index].operation {
        let added = remembered[index].front
        remembered[index].operation = .set(items.filter { !added.contains($0.id) }, removed: removed)
      }
      remembered[index].front = []
    }
  }

  /// Makes edits in their order.
  private func make(_ edits: [Remembered], on list: inout List) {
    // What an edit has put in was there when a later offset was given, whatever a page has brought since.
    var inserted: [SectionID: Set<Item.ID>] = [:]
    let counts = edits.contains { !$0.front.isEmpty }
    for var edit in edits {
      if let inserted = inserted[edit.section.id], !edit.setsItems { edit.front.subtract(inserted) }
      edit.make(on: &list, work)
      if counts { inserted[edit.section.id, default: []].formUnion(edit.inserted) }
    }
  }

  /// Puts items from elsewhere in the place of what was loaded. They are older than the edits that are remembered.
  mutating func seed(_ items: [Item], in section: SectionID) {
    var loaded = base ?? whole ?? list
    work.replaceItems(&loaded, section, withoutRemoved(items, from: section))
    placed[section] = nil
    show(on: loaded, in: [section])
  }

  private func withoutRemoved(_ items: [Item], from section: SectionID) -> [Item] {
    guard let removed = removed[section] else { return items }
    return items.filter { !removed.contains($0.id) }
  }

  /// Makes the remembered edits on what is loaded.
  /// - Parameter sections: Those in which that can make a difference.
  private mutating func show(on loaded: List, in sections: [SectionID]) {
    var all = loaded
    make(remembered, on: &all)
    all.forgetUpdates()
    base = remembered.isEmpty ? nil : loaded
    if whole == nil {
      list = all
    } else {
      whole = all
      for section in sections { arrange(section) }
    }
  }

  // MARK: - Edits

  /// What an edit did.
  struct Edited {
    let edit: Int
    /// The sections whose items it may have changed, in order, each once.
    var sections: [SectionID] = []
    /// Those of them in which it was about anything that is there.
    var changed: Set<SectionID> = []
    var changesSections = false
    var items: [ItemID<SectionID, Item.ID>] = []
  }

  /// Makes an edit on the whole list. The caller reads and forgets which items it has named.
  /// - Parameters:
  ///   - calls: Those of the edit after ``lastEdit``; its closure has run on a copy, because it may ask whatever shows this.
  ///   - all: The copy afterwards.
  ///   - isSent: Whether no load knows it until it is settled.
  ///   - newest: The number of the newest load.
  ///   - loadInFlight: The load that a section waits for.
  mutating func edit(
    _ calls: [RecordedOperation<SectionID, Item>], leadingTo all: List, isSent: Bool, newest: Int,
    loadInFlight: (SectionID) -> Int?
  ) -> Edited {
    lastEdit += 1
    var edited = Edited(edit: lastEdit)
    let old = whole ?? list
    var loaded = base ?? old
    var seen: Set<SectionID> = []
    var operations: [(section: Section, operation: ItemOperation<Item>)] = []
    func take(_ operation: ItemOperation<Item>, in section: Section) {
      // Unless the same edit has taken the section out.
      guard all.birth(of: section.id) == section.birth else { return }
      operations.append((section, operation))
      edited.items += operation.ids.map { ItemID(section: section.id, id: $0) }
      if seen.insert(section.id).inserted { edited.sections.append(section.id) }
      if case .update(let item) = operation, all[section.id, item.id] == nil { return }
      edited.changed.insert(section.id)
    }
    /// The offsets of the first halves of moves across sections that are both there.
    var crossings: Set<Int> = []
    for call in calls {
      switch call {
      case .items(let section, let birth, let operation): take(operation, in: Section(id: section, birth: birth))
      case .carry(let item, let source, let target, let births, let place):
        let count = operations.count
        take(.remove([item.id]), in: Section(id: source, birth: births.0))
        take(.insert([item], place), in: Section(id: target, birth: births.1))
        if operations.count == count + 2 { crossings.insert(count) }
      case .insertSections, .removeSections, .moveSection, .arrangeSections:
        call.makeSections(of: &loaded)
        edited.changesSections = true
      }
    }
    edited.changesSections = edited.changesSections && !all.hasSameSections(as: old)
    if edited.changesSections { forgetArrangements(of: old, in: all) }
    if arrangements.isEmpty {
      (list, whole) = (all, nil)
    } else {
      whole = all
      arrange(after: calls, operations)
    }
    // Their cells may show that they are being sent.
    if isSent { for (section, operation) in operations { list.markUpdates(operation.ids, in: section.id) } }
    assert(!isSent || !edited.changesSections, "the calls of an edit that is sent change items only")
    // With nothing to be made again, what is shown is what is loaded.
    if remembered.isEmpty, !isSent, edited.sections.allSatisfy({ loadInFlight($0) == nil }) {
      if edited.changesSections { forgetGoneSections(of: old) }
      for (section, operation) in operations { note(operation, in: section.id, from: old, to: all) }
      return edited
    }
    let own: Set<Int> = isSent ? [lastEdit] : []
    for (index, (section, operation)) in operations.enumerated() where !crossings.contains(index - 1) {
      if crossings.contains(index), case (let target, .insert(let items, let place)) = operations[index + 1] {
        carry(items[0], from: section, to: target, place, loaded, all, own, newest)
      } else {
        remember(operation, in: section, all, own, newest)
      }
    }
    base = remembered.isEmpty ? nil : loaded
    if edited.changesSections { forgetGoneSections(of: old) }
    for section in edited.sections { forget(in: section, upTo: loadInFlight(section)) }
    return edited
  }

  /// Takes over other sections; sections that stay keep their items.
  /// - Returns: Whether any has come, gone or moved.
  mutating func replaceSections(with sections: [SectionID]) -> Bool {
    let old = list
    list.replaceSections(with: sections)
    whole?.replaceSections(with: sections)
    base?.replaceSections(with: sections)
    forgetGoneSections(of: old)
    return !list.hasSameSections(as: old)
  }

  private mutating func forgetGoneSections(of old: List) {
    remembered.removeAll { list.birth(of: $0.section.id) != $0.section.birth }
    indexOpenEdits()
    removed = removed.filter { list.birth(of: $0.key) == old.birth(of: $0.key) }
    placed = placed.filter { list.birth(of: $0.key) == old.birth(of: $0.key) }
    if remembered.isEmpty { base = nil }
    forgetArrangements(of: old, in: list)
    if arrangements.isEmpty { whole = nil }
  }

  /// Settles an edit that was sent: it counts as done now, or has never been made.
  /// - Returns: The sections that it was made in, in order, each once.
  mutating func settle(
    _ edit: Int, takingBack: Bool, newest: Int, loadInFlight: (SectionID) -> Int?
  ) -> [SectionID] {
    var sections: [SectionID] = []
    var settled: [Remembered] = []
    for index in remembered.indices where remembered[index].unsettled.contains(edit) {
      remembered[index].unsettled.remove(edit)
      settled.append(remembered[index])
      if remembered[index].unsettled.isEmpty { remembered[index].number = newest }
      let section = remembered[index].section.id
      for id in remembered[index].ids where open[section]?[id]?.remove(edit) != nil {
        if open[section]?[id]?.isEmpty == true { open[section]?[id] = nil }
      }
      if !sections.contains(section) { sections.append(section) }
    }
    if takingBack, let base {
      remembered.removeAll { $0.edit == edit }
      for index in remembered.indices { remembered[index].takeBack(edit) }
      // What was done in one edit to an item that waits and to another made the other one wait, too.
      if settled.contains(where: { $0.edit == edit && !$0.unsettled.isEmpty }) { indexOpenEdits() }
      show(on: base, in: sections)
    }
    // Their cells may show that they were being sent, and so may those of what was remembered with them.
    for edit in settled { list.markUpdates(edit.ids, in: edit.section.id) }
    for section in sections { forget(in: section, upTo: loadInFlight(section)) }
    return sections
  }

  /// Forgets the oldest edits of a section, as far as the load that the section waits for knows them; without one, as far
  /// as none is being sent. What is shown stays as it is.
  mutating func forget(in section: SectionID, upTo load: Int?) {
    // Mostly the oldest edit is still being sent: not all others need to be looked at then.
    let oldest = remembered.first { $0.section.id == section }
    guard oldest?.isKnown(to: load ?? .max) == true, var loaded = base else { return }
    base = nil  // so that it is changed in place
    var (known, keepsRest): ([Remembered], Bool) = ([], false)
    remembered.removeAll { edit in
      guard edit.section.id == section, !keepsRest else { return false }
      keepsRest = !edit.isKnown(to: load ?? .max)
      if !keepsRest { known.append(edit) }
      return !keepsRest
    }
    makeForGood(known, on: &loaded)
    if !remembered.isEmpty { base = loaded }
  }

  /// Makes edits of a section that are no longer remembered.
  private mutating func makeForGood(_ edits: [Remembered], on loaded: inout List) {
    let old = loaded
    make(edits, on: &loaded)
    loaded.forgetUpdates()
    for edit in edits {
      note(edit.operation, in: edit.section.id, but: edit.setsItems ? edit.front : [], from: old, to: loaded)
    }
    for index in remembered.indices where !remembered[index].front.isEmpty && !remembered[index].setsItems {
      for edit in edits where edit.section == remembered[index].section && edit.edit <= remembered[index].edit {
        remembered[index].front.subtract(edit.inserted)
      }
    }
  }

  /// Notes what an operation that no one takes back any more has removed, and what it has placed.
  /// - Parameters:
  ///   - added: What pages have added to it.
  ///   - old: The list before the edits that it is one of.
  ///   - new: The list after them.
  private mutating func note(
    _ operation: ItemOperation<Item>, in section: SectionID, but added: Set<Item.ID> = [], from old: List, to new: List
  ) {
    // It may have found nothing to replace.
    if case .replace(let id, let item) = operation, old[section, id] == nil, new[section, item.id] == nil { return }
    let (gone, come) = (operation.removed, operation.inserted)
    if !gone.isEmpty { removed[section, default: []].formUnion(gone) }
    if !come.isEmpty { removed[section]?.subtract(come) }
    if !gone.isEmpty { placed[section]?.subtract(gone) }
    let placed = operation.placed.filter { !added.contains($0) }
    if !placed.isEmpty { self.placed[section, default: []].formUnion(placed) }
  }

  /// Whether a page names all items that a section holds, but for those that the user has placed there.
  func isAll(_ page: [Item], of section: SectionID) -> Bool {
    let ids = Set(page.map(\.id)).union(placed[section] ?? [])
    return (base ?? whole ?? list).items(in: section).allSatisfy { ids.contains($0.id) }
  }
}

extension Shown {
  /// Forgets which items are to be configured again, when that has been told.
  mutating func forgetUpdates() { list.forgetUpdates() }

  /// Has all cells of a section configured again.
  mutating func configureAll(in section: SectionID) {
    list.markUpdates(list.items(in: section).map(\.id), in: section)
  }
}
