import Foundation

// What a front end can want of a list. Each call is an event of the loads' value; called from an observer, it takes
// effect when that event has been delivered to all.

extension PagedList {
  /// Asks for the first page of each of these sections for which none has been asked yet, or was cancelled. One whose
  /// first page failed waits for ``retry(_:)`` or ``refresh(_:)``.
  ///
  /// ``allEnded`` has one summary when the last of them has ended. If there is nothing to ask for, it has an empty one
  /// before this returns; called from an observer, right after what is being delivered.
  /// - Parameters:
  ///   - sections: nil means all.
  ///   - order: When the answers reach the list.
  public func loadFirstPages(in sections: [SectionID]? = nil, order: ReleaseOrder = .asTheyCome) {
    send(.loadFirst(sections, order))
  }

  /// Asks for a section's next page; does nothing while one is on its way, after a failure of that page, or at the end.
  /// A section whose refresh failed goes on where it was.
  public func loadNextPage(in section: SectionID) { send(.loadNext(section)) }

  /// Keeps loading pages until the section holds at least `count` items, one fails, or one is the last.
  ///
  /// It stays in force: a refresh fills the section again, and so does an edit that leaves it with less.
  public func fill(_ section: SectionID, with count: Int) { send(.fill(section, count)) }

  /// Call this when a cell is about to appear. Near the end of a section it loads the next page.
  ///
  /// A placeholder asks for nothing, so that showing some does not begin what ``loadFirstPages(in:order:)`` is to begin;
  /// nor does an index path of a section that is not there.
  /// - Complexity: O(1).
  @inlinable
  public func willDisplay(_ indexPath: IndexPath) {
    let position = indexPath[0]
    guard position >= 0, position < storedItems.numberOfSections else { return }
    let threshold = storedItems.numberOfItems(inSection: position) - max(1, prefetchDistance)
    guard indexPath[1] >= threshold else { return }
    let section = storedItems.section(at: position)
    if case .placeholders = extras[section] { return }
    loadNextPage(in: section)
  }

  /// Call this when an item is about to appear. Near the end of its section it loads the next page.
  public func willDisplay(_ id: Item.ID, in section: SectionID) {
    if let indexPath = storedItems.indexPath(of: id, in: section) { willDisplay(indexPath) }
  }

  /// Starts a section again with its first page. What it holds stays until that page is there, and if it fails.
  ///
  /// A load that is on its way is cancelled, and its answer is dropped even if it has come already. The items give way
  /// to those of the first page in one ``ListUpdate/reload(section:)``.
  public func refresh(_ section: SectionID) { send(.refresh(.section(section), from: nil)) }

  /// Starts a section again with pages from another loader: another query, sort order, filter or language.
  ///
  /// What the section holds stays until the first page is there. From then on its pages come from `loader`, after a
  /// refresh too; if this load is cancelled, they come from the loader before.
  ///
  /// ```swift
  /// pages.refresh(.results) { page in try await service.movies(matching: query, page: page.number) }
  /// ```
  public func refresh(_ section: SectionID, from loader: @escaping SectionLoader) {
    send(.refresh(.section(section), from: .pages(loader)))
  }

  /// Begins a section's failed load again, that of the first page if both have failed; does nothing in any other state.
  public func retry(_ section: SectionID) { send(.retry(.section(section))) }

  /// Gives up a section's load; what it brings is dropped, even if it has arrived and waits for its turn. After a
  /// refresh that is cancelled the section is what it was before.
  public func cancel(_ section: SectionID) { send(.cancel(.section(section))) }

  /// Shows `count` placeholders in each empty section, until its first page is there or has failed; with 0 it takes
  /// them away.
  ///
  /// A section whose load has ended by then, in whichever way, gets none: nothing would take them away. To show them
  /// while such a section loads again, ask after ``refresh(_:)`` or ``retry(_:)``. They stay while a section that has
  /// failed is retried before the gate has come to take them away.
  ///
  /// In a view that is bound they come in with one animation. Show them before binding, and the view's first count has
  /// them.
  public func showPlaceholders(_ count: Int) { send(.showPlaceholders(count)) }

  // MARK: - The sections themselves

  /// Loads which sections there are, and then the first page of each that has not been asked for.
  ///
  /// What is shown stays until they are there, and if it fails. The newest call wins. Sections that stay keep their
  /// items. This load is in flight like any other: ``loadsInFlight``, ``settled()`` and ``allEnded`` know of it.
  ///
  /// - Parameters:
  ///   - order: When the answers of the first pages reach the list.
  ///   - load: Loads whatever says which sections there are. It may run anywhere.
  ///   - apply: Runs in the turn in which the sections change, and returns them in order, each once.
  public func loadSections<Value: Sendable>(
    order: ReleaseOrder = .asTheyCome, from load: @escaping @Sendable () async throws -> Value,
    apply: @escaping @MainActor (Value) -> [SectionID]
  ) {
    send(
      .refresh(
        .sections,
        from: .sections {
          let value = try await load()
          return .sections(order) { apply(value) }
        }))
  }

  /// Loads the sections again after that has failed; does nothing in any other state.
  public func retrySections() { send(.retry(.sections)) }
}
