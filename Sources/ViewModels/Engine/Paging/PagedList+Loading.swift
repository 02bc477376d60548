import Foundation
import Reactive

// What a list offers beside `PagedListViewModel`: loaders of a section's own, and sections that are loaded themselves.

extension PagedList {
  /// Starts a section again with pages from another loader: another query, sort order, filter or language.
  ///
  /// What the section holds stays until the first page is there. From then on its pages come from `loader`, after a
  /// refresh too; if this load is cancelled, they come from the loader before.
  ///
  /// ```swift
  /// pages.refresh(.results, named: query) { page in try await service.movies(matching: query, page: page.number) }
  /// ```
  /// A refresh without a loader keeps to the newest one, also if its load has failed. The way back to what the list was created
  /// with is to give that:
  ///
  /// ```swift
  /// pages.refresh(.results, named: "all") { page in try await service.movies(page: page) }
  /// ```
  /// - Parameters:
  ///   - section: The section.
  ///   - name: Says what is loaded, the query for instance. What is saved carries it, and what was saved under another name is
  ///     not shown here; what was saved without a name is shown nowhere. See ``SavedSection``.
  ///   - page: The page to begin with.
  ///   - loader: Loads one page. It may run anywhere, and should end when its task is cancelled.
  /// - Returns: The load that this has begun, to wait for.
  @discardableResult
  public func refresh(
    _ section: SectionID, named name: String? = nil, at page: PageKey = .first, from loader: @escaping SectionLoader
  ) -> BegunLoads<SectionID> {
    begin { .refreshAll([section], .init(page: page, source: .pages(loader, name: name)), ticket: $0) }
  }

  // MARK: - The sections themselves

  /// Loads which sections there are, and then the first page of each that has not been asked for.
  ///
  /// What is shown stays until they are there, and if it fails. The newest call wins. Sections that stay keep their
  /// items. This load is in flight like any other: ``PagedListViewModel/loadsInFlight``, ``PagedListViewModel/settled()`` and
  /// ``PagedListViewModel/allEnded`` know of it.
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
      .loadSections(
        .sections {
          let value = try await load()
          return .sections(order) { apply(value) }
        }))
  }

  /// Loads the sections again after that has failed; does nothing in any other state.
  public func retrySections() { send(.retry(.sections)) }

  /// The loading state of the sections themselves; idle unless ``loadSections(order:from:apply:)`` is used.
  public var sectionsState: LoadState {
    sectionsStateMark.read()
    return loads.state(of: .sections)
  }

  /// Every change of ``sectionsState``, on the main actor.
  public var sectionsStates: AnyMainActorPublisher<LoadState, Never> { sectionsStateSubject.eraseToAnyPublisher() }
}
