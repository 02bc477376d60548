// What answers do to what a list shows: pages that are added, first pages that take the place of what there was, seeds.

extension Shown {
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
    var known: [Remembered] = []
    remembered.removeAll { edit in
      guard edit.section.id == section, edit.isKnown(to: load) else { return false }
      known.append(edit)
      return true
    }
    makeForGood(known, on: &loaded)
    let before = loaded
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
      forgetAdded(to: section, keepingFront: applied.left?.front == true)
    } else {
      page = withoutRemoved(page, from: section)
      new = work.add(&loaded, page, section, phase == .prepend)
    }
    placed[section]?.subtract(page.map(\.id))
    outrank(in: section, from: before, to: loaded)
    let added = loaded.items(in: section)[new]
    if phase != .refresh { extend(section, by: added, isAtFront: phase == .prepend) }
    show(on: loaded, in: [section])
    (applied.added, applied.repeats) = (new.count, page.count - new.count)
    applied.shown = arrangements[section] == nil ? new.count : added.count { list[section, $0.id] != nil }
    return applied
  }

  /// Says which items of an answer, new to what was loaded, are older than what remembered edits of the section put in.
  private mutating func outrank(in section: SectionID, from before: List, to loaded: List) {
    for index in remembered.indices where remembered[index].section.id == section {
      let new = remembered[index].operation.inserted.filter { before[section, $0] == nil && loaded[section, $0] != nil }
      remembered[index].outranked.formUnion(new)
    }
  }

  /// Says what has come in at an end of the items that the remembered edits of a section were made on.
  private mutating func extend(_ section: SectionID, by added: Slice<List.Items>, isAtFront: Bool) {
    for index in remembered.indices where remembered[index].section.id == section {
      if isAtFront {
        remembered[index].front.formUnion(added.map(\.id))
      } else if remembered[index].setsItems {
        remembered[index].back.formUnion(added.map(\.id))
      }
    }
  }

  /// Forgets what pages have brought at the ends of a section: it has gone with all others, or, where a refresh has left items in
  /// front, with those behind them.
  private mutating func forgetAdded(to section: SectionID, keepingFront: Bool) {
    for index in remembered.indices where remembered[index].section.id == section {
      remembered[index].back = []
      if !keepingFront { remembered[index].front = [] }
    }
  }

  /// Puts items from elsewhere in the place of what was loaded. They are older than the edits that are remembered.
  mutating func seed(_ items: [Item], in section: SectionID) {
    let before = base ?? whole ?? list
    var loaded = before
    work.replaceItems(&loaded, section, withoutRemoved(items, from: section))
    outrank(in: section, from: before, to: loaded)
    placed[section] = nil
    show(on: loaded, in: [section])
  }

  private func withoutRemoved(_ items: [Item], from section: SectionID) -> [Item] {
    guard let removed = removed[section] else { return items }
    return items.filter { !removed.contains($0.id) }
  }

  /// Whether a page names all items that a section holds, but for those that the user has placed there.
  func isAll(_ page: [Item], of section: SectionID) -> Bool {
    let ids = Set(page.map(\.id)).union(placed[section] ?? [])
    return (base ?? whole ?? list).items(in: section).allSatisfy { ids.contains($0.id) }
  }

  /// Has all cells of a section configured again.
  mutating func configureAll(in section: SectionID) {
    list.markUpdates(list.items(in: section).map(\.id), in: section)
  }
}
