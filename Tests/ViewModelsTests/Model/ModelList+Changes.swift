import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// A change that waits for its turn, or has it.
enum ModelChange {
  /// What an answer brings.
  case show(ModelAnswer)
  case placeholders(Int)
  case edit(Edit)
  case seed(Int, [TestItem], next: PageKey?)
  /// The row of a section becomes what it should be. It is not animated.
  case row(Int)
}

// What a change does in its turn, computed from the list as it is by then.

extension ModelList {
  /// - Returns: What list views and observers are told; nil if there is nothing to tell.
  mutating func make(_ change: ModelChange) -> Heard? {
    switch change {
    case .show(let answer): show(answer)
    case .placeholders(let section): showPlaceholders(section)
    case .seed(let section, let rows, let next): seed(section, rows, next)
    case .row(let section): showState(section)
    case .edit(let edit): self.edit { [rules] in edit.apply(to: &$0, pool: rules.pool) }
    }
  }

  private mutating func show(_ answer: ModelAnswer) -> Heard? {
    // The newest wins, also over what waits for its turn.
    guard isCurrent(answer.load), let load = loadings[answer.load.target]?.load else { return nil }
    switch (load.target, answer.content) {
    case (.section(let section), .page(let page)): return show(page, of: load, in: section)
    case (.sections, .sections(let sections)):
      let heard = edit { $0.replaceSections(with: sections) }
      finish(load, added: sections.count, isLast: true)
      deeds.append(.wish(.first(nil, releaseOrder(ofLoader: load.loader))))
      return heard
    default: return nil
    }
  }

  private mutating func show(
    _ page: ModelAnswer.Page, of load: ModelLoad, in section: Int
  ) -> Heard? {
    let rows = page.rows
    guard let position = contents.position(of: section) else { return nil }
    let reloads = load.replaces || contents.sections[position].placeholders != nil
    contents.sections[position].placeholders = nil
    if load.replaces { (contents.sections[position].rows, contents.sections[position].state) = ([], nil) }
    let before = contents.sections[position].rows.count
    let added = contents.sections[position].append(rows)
    // A service without pages gives its only one as the second, too.
    let isOnlyPage =
      page.number == nil && page.cursor == nil && load.page == 2 && added == 0 && before > 0
      && Set(rows.map(\.id)).count == before
    finish(
      load, added: added, repeats: rows.count - added, unreadable: page.unreadable, isLast: page.isLast || isOnlyPage,
      cursor: page.cursor)
    deeds.append(.wish(.goOn(section)))
    if reloads { return .reload(position: position) }
    return added == 0 ? nil : .insert((before..<before + added).map { [position, $0] })
  }

  private mutating func finish(
    _ load: ModelLoad, added: Int, repeats: Int = 0, unreadable: Int = 0, isLast: Bool, cursor: String? = nil
  ) {
    loadings[load.target]?.show(
      added: added, repeats: repeats, unreadable: unreadable, isLast: isLast, cursor: cursor,
      maximumBarren: rules.maximumPagesWithoutNewItems)
    loadings[load.target]?.load = nil
    deeds += tell(load.target) + end(load, as: loadings[load.target]?.hasFailedToGoOn == true ? .failed : .loaded)
    startRequests()
  }

  /// What is from elsewhere is shown until the first page is.
  private mutating func seed(_ section: Int, _ rows: [TestItem], _ next: PageKey?) -> Heard? {
    guard let position = contents.position(of: section), loadings[.section(section)]?.pages == 0 else { return nil }
    contents.sections[position].placeholders = nil
    (contents.sections[position].rows, contents.sections[position].state) = ([], nil)
    let added = contents.sections[position].append(rows)
    loadings[.section(section)]?.seed(next: next, repeats: rows.count - added)
    deeds += tell(.section(section)) + [.wish(.goOn(section))] + rowDeeds([section])
    return .reload(position: position)
  }

  private func rowDeeds(_ sections: [Int]) -> [Deed] { stateRows.isEmpty ? [] : sections.map { .ask(.row($0)) } }

  /// A section that has no placeholders says what it is at.
  private mutating func showState(_ section: Int) -> Heard? {
    guard let position = contents.position(of: section), let loading = loadings[.section(section)],
      contents.sections[position].placeholders == nil
    else { return nil }
    let new = ModelRow(loading.state, holdsRows: !contents.sections[position].rows.isEmpty, in: stateRows)
    guard contents.sections[position].state != new else { return nil }
    contents.sections[position].state = new
    return .batch
  }

  /// Placeholders stand in a section that is empty and waits for its first page.
  private mutating func showPlaceholders(_ section: Int) -> Heard? {
    guard let position = contents.position(of: section), let loading = loadings[.section(section)] else { return nil }
    var due: Int?
    if contents.sections[position].rows.isEmpty {
      let isDue = loading.load != nil || loading.isUntouched && loading.showsPlaceholdersIdle
      if !isDue { loadings[.section(section)]?.placeholders = nil }
      due = isDue ? loading.placeholders : nil
    }
    guard contents.sections[position].placeholders != due else { return nil }
    contents.sections[position].placeholders = due
    contents.sections[position].state = nil
    deeds += rowDeeds([section])
    return .reload(position: position)
  }

  // MARK: - Edits

  private mutating func edit(_ change: (inout ModelContents) -> Void) -> Heard? {
    let old = contents
    change(&contents)
    for (position, section) in contents.sections.enumerated() where !section.rows.isEmpty {
      contents.sections[position].placeholders = nil
    }
    updateSections(from: old)
    deeds += rowDeeds(contents.sectionIDs)
    return contents.shown == old.shown && contents.updates == old.updates ? nil : .batch
  }

  /// Ends what sections were doing that have gone, and lets those go on that are too short now.
  private mutating func updateSections(from old: ModelContents) {
    var ends: [Deed] = []
    let gone = old.sections.filter { contents[$0.id]?.birth != $0.birth }
    for section in gone { ends += close(.section(section.id)) }
    for section in gone {
      let loading = loadings.removeValue(forKey: .section(section.id))
      if let loading, loading.told != ModelState() { ends.append(.tell(.section(section.id), ModelState())) }
    }
    for section in contents.sections where loadings[.section(section.id)] == nil {
      loadings[.section(section.id)] = ModelLoading()
    }
    for section in contents.sections {
      guard let loading = loadings[.section(section.id)], section.rows.count < loading.target else { continue }
      ends += deeds(of: .goOn(section.id))
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
