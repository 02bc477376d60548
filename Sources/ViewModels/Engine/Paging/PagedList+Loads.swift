import Foundation
import Reactive

/// What happens between the wish for a page and its items in the list.
extension PagedList {
  /// A load that runs.
  struct Request {
    let load: Pager.Load
    let task: AnyCancellable
  }

  /// What a load brought.
  struct Answer {
    let load: Pager.Load
    let page: Result<Page<Item>, any Error>
  }

  // MARK: - From the wish to the answer

  func begin(in section: SectionID, _ event: (inout Pager) -> Pager.Load?) {
    guard let load = update(section, event) else { return }
    queue.append((section, load))
    publish(section)
    startRequests()
  }

  func startRequests() {
    while requests.count < maximumLoads, !queue.isEmpty {
      let (section, load) = queue.removeFirst()
      guard pagers[section]?.isCurrent(load) == true else { continue }  // cancelled, or its section is gone
      let task = Task { [weak self, loadPage] in
        let page: Result<Page<Item>, any Error>
        do { page = .success(try await loadPage(section, load.page)) } catch { page = .failure(error) }
        self?.receive(Answer(load: load, page: page), of: section)
      }
      requests[section] = Request(load: load, task: AnyCancellable { task.cancel() })
    }
  }

  func giveUpRequest(of section: SectionID) {
    requests[section] = nil
    ended(section, as: .cancelled)
    startRequests()
  }

  func receive(_ answer: Answer, of section: SectionID) {
    guard requests[section]?.load == answer.load else { return }  // cancelled or outranked, and came all the same
    requests[section] = nil
    let group = groups.firstIndex { $0.contains(section) }
    let due = group.map { groups[$0].receive(answer, of: section) } ?? [(section, answer)]
    for (section, answer) in due { settle(answer, of: section) }
    startRequests()
  }

  // MARK: - From the answer to the list

  func settle(_ answer: Answer, of section: SectionID) {
    guard pagers[section]?.isCurrent(answer.load) == true else { return }
    switch answer.page {
    case .failure(let error):
      update(section) { $0.failed(.service(error), by: answer.load) }
      fail(section)
    case .success(let page):
      guard update(section, { $0.answered(number: page.number, by: answer.load) }) else { return fail(section) }
      change({ $0.apply(page, answer.load, to: section) }, delivered: { $0.applied(answer.load, to: section) })
    }
  }

  func fail(_ section: SectionID) {
    removePlaceholders(in: section)
    publish(section)
    ended(section, as: .failed)
  }

  /// Runs inside the gate: the list is read and changed here, not before.
  func apply(_ page: Page<Item>, _ load: Pager.Load, to section: SectionID) -> ListUpdate? {
    guard pagers[section]?.isCurrent(load) == true else { return nil }  // outranked while it waited for its turn
    let replaces = placeholders.removeValue(forKey: section) != nil || load.replaces
    let before = load.replaces ? 0 : list.numberOfItems(in: section)
    if load.replaces {
      list.replaceItems(in: section, with: page.items)
    } else {
      list.append(page.items, to: section)
    }
    let new = before..<list.numberOfItems(in: section)
    update(section) {
      $0.applied(
        added: new.count, repeats: page.items.count - new.count, unreadable: page.dropped.count, isLast: page.isLast)
    }
    if replaces { return reload(section) }
    guard !new.isEmpty, let position = list.position(of: section) else { return nil }
    return .insert(new.map { IndexPath(item: $0, section: position) })
  }

  func applied(_ load: Pager.Load, to section: SectionID) {
    guard let pager = pagers[section], pager.state.generation == load.generation, !pager.isCurrent(load) else {
      return  // it was obsolete
    }
    publish(section)
    ended(section, as: pager.state.error == nil ? .loaded : .failed)
    let total = list.numberOfItems(in: section)
    begin(in: section) { $0.wantedToFill(total: total) }
  }

  func ended(_ section: SectionID, as outcome: LoadGroup<SectionID, Answer>.Outcome) {
    guard let group = groups.firstIndex(where: { $0.contains(section) }) else { return }
    let due = groups[group].ended(section, as: outcome)
    if let summary = groups[group].summary {
      groups.remove(at: group)
      summarySubject.send(summary)
    }
    for (section, answer) in due { settle(answer, of: section) }
  }

  // MARK: - Small change

  func change(
    _ change: @escaping @MainActor (PagedList) -> ListUpdate?,
    delivered: @escaping @MainActor (PagedList) -> Void = { _ in }
  ) {
    var made: ListUpdate?
    gate.enqueue { [weak self] in
      guard let self, let update = change(self) else { return nil }
      revision += 1
      made = update
      return update
    } delivered: { [weak self] in
      guard let self else { return }
      if case .insert(let indexPaths) = made, let first = indexPaths.first {
        insertionSubject.send((list.section(at: first.section), indexPaths))
      }
      delivered(self)
    }
  }

  func removePlaceholders(in section: SectionID) {
    guard placeholders[section] != nil || placeholderChanges > 0 else { return }
    change { list in list.placeholders.removeValue(forKey: section) == nil ? nil : list.reload(section) }
  }

  /// Drops the placeholders of sections that have items, or are gone, in this new list.
  /// - Returns: where they stood.
  func deletePlaceholders(for new: SectionedList<SectionID, Item>) -> [IndexPath] {
    var deleted: [IndexPath] = []
    for (position, section) in list.sections.enumerated() where placeholders[section] != nil {
      guard new.position(of: section) == nil || new.numberOfItems(in: section) > 0 else { continue }
      let count = placeholders.removeValue(forKey: section) ?? 0
      deleted += (0..<count).map { IndexPath(item: $0, section: position) }
    }
    return deleted
  }

  func reload(_ section: SectionID) -> ListUpdate? {
    list.position(of: section).map { .reload(section: $0) }
  }

  func publish(_ section: SectionID) {
    let state = pager(section).state
    guard published.updateValue(state, forKey: section) != state else { return }
    stateSubject.send((section, state))
    if loadsInFlight == 0 { loadWaiters.resumeAll() }
  }

  /// After an edit, and before anybody hears of it: new sections begin at their first page.
  func addPagers() {
    for section in list.sections where pagers[section] == nil {
      pagers[section] = Pager(maximumPagesWithoutNewItems: maximumPagesWithoutNewItems)
    }
  }

  /// When everybody has heard of an edit: sections that are gone load no more.
  func removePagers() {
    for section in pagers.keys.filter({ list.position(of: $0) == nil }) {
      pagers[section] = nil
      published[section] = nil
      giveUpRequest(of: section)
    }
    if loadsInFlight == 0 { loadWaiters.resumeAll() }
  }

  /// After an edit: sections that hold less than the front end can show go on loading.
  func fillSections() {
    for section in list.sections {
      let total = list.numberOfItems(in: section)
      if let pager = pagers[section], total < pager.target { begin(in: section) { $0.wantedToFill(total: total) } }
    }
  }

  func pager(_ section: SectionID) -> Pager {
    guard let pager = pagers[section] else { preconditionFailure("the list has no section \(section)") }
    return pager
  }

  @discardableResult
  func update<Result>(_ section: SectionID, _ event: (inout Pager) -> Result) -> Result {
    var pager = pager(section)
    defer { pagers[section] = pager }
    return event(&pager)
  }
}
