// What edits do to what a list shows: they are made, remembered, settled, and forgotten when the answers know them.

extension Shown {
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
    /// The offsets of the first halves of moves across sections that are both there, and whether the second one held the item.
    var crossings: [Int: Bool] = [:]
    for call in calls {
      switch call {
      case .items(let section, let birth, let operation): take(operation, in: Section(id: section, birth: birth))
      case .carry(let item, let source, let target, let births, let place, let isHeld):
        let count = operations.count
        take(.remove([item.id]), in: Section(id: source, birth: births.0))
        take(.insert([item], place), in: Section(id: target, birth: births.1))
        if operations.count == count + 2 { crossings[count] = isHeld }
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
    assert(!isSent || !edited.changesSections, "the calls of an edit that is sent change items only")
    // With nothing to be made again, what is shown is what is loaded. A replacement may have found nothing to replace.
    let replaces = operations.contains { if case .replace = $0.operation { true } else { false } }
    if remembered.isEmpty, !isSent, !replaces, edited.sections.allSatisfy({ loadInFlight($0) == nil }) {
      if edited.changesSections { forgetGoneSections(of: old) }
      for (section, operation) in operations { note(operation, in: section.id) }
      return edited
    }
    let own: Set<Int> = isSent ? [lastEdit] : []
    for (index, (section, operation)) in operations.enumerated() where crossings[index - 1] == nil {
      if let isHeld = crossings[index], case (let target, .insert(let items, let place)) = operations[index + 1] {
        carry(items[0], from: section, to: target, place, isHeld: isHeld, of: &edited, loaded, all, own, newest)
      } else {
        remember(operation, in: section, of: &edited, all, own, newest)
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
    for edit in settled {
      list.markUpdates(edit.ids, in: edit.section.id)
      whole?.markUpdates(edit.ids, in: edit.section.id)  // what the service has made of it is done on that
    }
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
  mutating func makeForGood(_ edits: [Remembered], on loaded: inout List) {
    var made: [Remembered] = []
    make(edits, on: &loaded) { made.append($0) }
    loaded.forgetUpdates()
    for edit in made { note(edit.operation, in: edit.section.id) }
    for index in remembered.indices where !remembered[index].front.isEmpty {
      for edit in made where edit.section == remembered[index].section {
        remembered[index].front.subtract(edit.operation.inserted)
      }
    }
  }

  /// Notes what an operation that no one takes back any more has removed, and what it has placed.
  private mutating func note(_ operation: ItemOperation<Item>, in section: SectionID) {
    let (gone, come, put) = (operation.removed, operation.inserted, operation.placed)
    if !gone.isEmpty { removed[section, default: []].formUnion(gone) }
    if !come.isEmpty { removed[section]?.subtract(come) }
    if !gone.isEmpty { placed[section]?.subtract(gone) }
    if !put.isEmpty { placed[section, default: []].formUnion(put) }
  }
}
