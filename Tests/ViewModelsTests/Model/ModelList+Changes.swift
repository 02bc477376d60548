import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// A change that waits for its turn, or has it.
enum ModelChange {
  /// What an answer brings.
  case show(ModelAnswer)
  case edit(Edit)
  /// An edit that is being sent, by its number, and its end.
  case send(Edit, Int)
  case settle(Int, takesBack: Bool)
  case seed(Int, [TestItem], next: PageKey?)
  case arrange(Int, Lens)
  /// The row or the placeholders of a section become what its state says. A row is not animated.
  case row(Int, isAnimated: Bool)
}

// What a change does in its turn, computed from the list as it is by then.

extension ModelList {
  /// - Returns: What list views and observers are told; nil if there is nothing to tell.
  mutating func make(_ change: ModelChange) -> Heard? {
    switch change {
    case .show(let answer): show(answer)
    case .seed(let section, let rows, let next): seed(section, rows, next)
    case .arrange(let section, let lens): arrange(section, lens)
    case .row(let section, _): compare(section) { _, _ in }
    case .edit(let edit): self.edit(edit, nil)
    case .send(let edit, let number): self.edit(edit, number)
    case .settle(let number, let takesBack):
      settle(number, takesBack: takesBack)
    }
  }

  private mutating func show(_ answer: ModelAnswer) -> Heard? {
    // The newest wins, also over what waits for its turn.
    guard isCurrent(answer.load), let load = loadings[answer.load.target]?.load else { return nil }
    switch (load.target, answer.content) {
    case (.section(let section), .page(let page)): return show(page, of: load, in: section)
    case (.sections, .sections(let sections)):
      let heard = edit {
        $0.touched = []
        $0.replaceSections(with: sections)
      }
      finish(
        load, ModelAnswer.Page(isLast: true), .init(added: sections.count, shown: sections.count), isLast: true)
      deeds.append(.wish(.first(nil, releaseOrder(ofLoader: load.loader))))
      return heard
    default: return nil
    }
  }

  private mutating func show(
    _ page: ModelAnswer.Page, of load: ModelLoad, in section: Int
  ) -> Heard? {
    let rows = page.rows
    let before = contents[section]?.all.count ?? 0
    let loading = loadings[.section(section)]
    let joins = loading?.joins == true && loading?.nextLoader == nil
    let hasCursors = page.previous != nil || page.cursor != nil
    let hasPrevious = hasCursors ? page.previous != nil : load.page > 1
    return compare(section) { list, position in
      let taken = list.contents.sections[position].take(
        rows, of: load, joining: joins ? (front: hasPrevious, back: !page.isLast) : nil)
      // A service without pages gives its only one as the second, too.
      let isOnlyPage =
        page.number == nil && page.cursor == nil && load.phase == .next && load.page == 2 && taken.added == 0
        && before > 0 && Set(rows.map(\.id)).count == before
      list.finish(load, page, taken, isLast: page.isLast || isOnlyPage)
      list.deeds.append(.wish(.goOn(section)))
    }
  }

  /// Changes a section, brings what it shows beside its rows in step with its state, and says what came of it.
  private mutating func compare(_ section: Int, _ change: (inout ModelList, Int) -> Void) -> Heard? {
    guard let position = contents.position(of: section) else { return nil }
    let old = contents.sections[position]
    change(&self, position)
    deriveRow(of: section)
    let new = contents.sections[position]
    if old.placeholders != new.placeholders { return .reload(position: position) }
    let (before, after) = (old.rows, new.rows)
    if before == after { return old.state == new.state ? nil : .batch }
    if !before.isEmpty, Set(before.map(\.id)).isDisjoint(with: after.map(\.id)) { return .reload(position: position) }
    let isAtBack = after.starts(with: before)
    guard old.state == new.state, isAtBack || after.reversed().starts(with: before.reversed()) else { return .batch }
    let first = isAtBack ? before.count : 0
    return .insert((first..<first + after.count - before.count).map { [position, $0] })
  }

  /// What a section shows beside its rows is what its state says.
  private mutating func deriveRow(of section: Int) {
    guard let position = contents.position(of: section), let due = dueRow(of: section) else { return }
    (contents.sections[position].placeholders, contents.sections[position].state) = due
  }

  /// What a section is to show beside its rows: placeholders while it is empty and waits for its first page, or what it
  /// is at.
  func dueRow(of section: Int) -> (placeholders: Int?, state: ModelRow?)? {
    guard let rows = contents[section]?.rows, let loading = loadings[.section(section)] else { return nil }
    let isDue = loading.load?.phase == .first || loading.isUntouched && loading.showsPlaceholdersIdle
    if rows.isEmpty, isDue, let count = loading.placeholders { return (count, nil) }
    return (nil, ModelRow(loading.state, holdsRows: !rows.isEmpty, in: stateRows))
  }

  /// A turn is asked for if a section shows anything else than it is to.
  func rowDeeds(_ section: Int) -> [ModelChange] {
    guard let shown = contents[section], let due = dueRow(of: section) else { return [] }
    if shown.placeholders == due.placeholders, shown.state == due.state { return [] }
    return [.row(section, isAnimated: shown.placeholders != due.placeholders)]
  }

  private mutating func finish(
    _ load: ModelLoad, _ page: ModelAnswer.Page, _ taken: ModelSection.Taken, isLast: Bool
  ) {
    loadings[load.target]?.show(
      added: taken.added, shown: taken.shown, repeats: load.target == .sections ? 0 : page.rows.count - taken.added,
      unreadable: page.unreadable,
      isLast: isLast, previous: page.previous, cursor: page.cursor, left: taken.left,
      maximumBarren: rules.maximumPagesWithoutNewItems)
    loadings[load.target]?.load = nil
    let hasFailed = loadings[load.target]?.hasFailedToGoOn(load, leavesBack: taken.left?.back == true) == true
    deeds += tell(load.target) + end(load, as: hasFailed ? .failed : .loaded)
    startRequests()
  }

  /// What is from elsewhere is shown until the first page is.
  private mutating func seed(_ section: Int, _ rows: [TestItem], _ next: PageKey?) -> Heard? {
    guard loadings[.section(section)]?.takesSeed == true else { return nil }
    return compare(section) { list, position in
      let load = list.loadings[.section(section)]?.load
      // What a user did while a load was on its way stays on top, also if the load ends by this.
      list.contents.sections[position].seed(rows, loadInFlight: load?.number)
      if let load, load.phase != .first {
        // The page beyond an older seed would not follow this one.
        list.deeds += list.deeds(of: .cancel(.section(section)))
      }
      list.loadings[.section(section)]?.seed(next: next, repeats: rows.count - Set(rows.map(\.id)).count)
      list.deeds += list.tell(.section(section)) + [.wish(.goOn(section))]
    }
  }

  /// Shows other rows of a section; one that shows too little goes on, and looks anew for what is shown.
  private mutating func arrange(_ section: Int, _ lens: Lens) -> Heard? {
    guard let position = contents.position(of: section) else { return nil }
    let old = contents.shown
    contents.sections[position].lens = lens
    let count = contents.sections[position].rows.count
    deeds += begin(.section(section)) { $0.arranged(toFill: count) } + tell(.section(section))
    startRequests()
    deriveRow(of: section)
    return contents.shown == old ? nil : .batch
  }

  // MARK: - Edits

  private mutating func settle(_ number: Int, takesBack: Bool) -> Heard? {
    sent.remove(number)
    return edit { [lastLoad] in $0.settle(number, takesBack: takesBack, newestLoad: lastLoad) }
  }

  private mutating func edit(_ edit: Edit, _ number: Int?) -> Heard? {
    self.edit { [rules, lastLoad] in
      ($0.newestLoad, $0.touched, $0.sent) = (lastLoad, [], number)
      edit.apply(to: &$0, pool: rules.pool)
    }
  }

  private mutating func edit(_ change: (inout ModelContents) -> Void) -> Heard? {
    let old = contents
    change(&contents)
    updateSections(from: old)
    for section in contents.touched { deriveRow(of: section) }
    let isSame = contents.shown == old.shown && contents.sections.map(\.birth) == old.sections.map(\.birth)
    return isSame && contents.updates == old.updates ? nil : .batch
  }

  /// Ends what sections were doing that have gone, and lets those go on that are too short now.
  private mutating func updateSections(from old: ModelContents) {
    var ends: [Deed] = []
    let gone = old.sections.filter { contents[$0.id]?.birth != $0.birth }
    for section in gone { ends += close(.section(section.id), isGone: true) }
    for section in gone {
      let loading = loadings.removeValue(forKey: .section(section.id))
      if let loading, loading.told != ModelState() { ends.append(.tell(.section(section.id), ModelState())) }
    }
    for section in contents.sections where loadings[.section(section.id)] == nil {
      loadings[.section(section.id)] = ModelLoading()
    }
    let haveChanged = contents.sections.map(\.birth) != old.sections.map(\.birth)
    for section in (haveChanged ? contents.sectionIDs : []) + contents.touched {
      guard let rows = contents[section]?.rows, let loading = loadings[.section(section)] else { continue }
      if rows.count < loading.target { ends += deeds(of: .goOn(section)) }
    }
    startRequests()
    deeds += ends
  }
}

extension ModelContents {
  /// Sections that stay keep what they hold.
  fileprivate mutating func replaceSections(with ids: [Int]) {
    var old = sections
    sections = []
    for id in ids where position(of: id) == nil {
      if let position = old.firstIndex(where: { $0.id == id }) {
        sections.append(old.remove(at: position))
      } else {
        insertSection(id, at: sections.count)
      }
    }
  }
}
