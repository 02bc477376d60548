import Foundation
import Observation
import Reactive

/// The one section of the search screen.
public enum SearchSection: String, CaseIterable, Sendable {
  /// What was found.
  case results
}

/// Movies as one types: waits until the typing pauses, skips equal queries, and lets the newest query win.
///
/// The results are pages of one section, endless like any other. What was found before stays until the first page of
/// the new query is there, and goes on with its own pages if the new query is cancelled. An empty query empties the
/// list and is never sent.
///
/// ```swift
/// let viewModel = MovieSearchViewModel(service: service)
/// viewModel.bind(to: collectionView).store(in: &cancellables)
/// viewModel.query = searchBar.text ?? ""                    // at every key
/// ```
@MainActor
@Observable
public final class MovieSearchViewModel: PagedListViewModel {
  /// The engine that loads and keeps the results.
  public let pages: PagedList<SearchSection, Movie>

  /// What has been typed; spaces around it do not count.
  public var query = "" { didSet { typed.send(query.trimmingCharacters(in: .whitespacesAndNewlines)) } }

  @ObservationIgnored private let typed = PassthroughSubject<String, Never>()
  @ObservationIgnored private let queries: CurrentValueSubject<Queries, Never>
  @ObservationIgnored private var firstPage: Int?
  @ObservationIgnored private var cancellables: Set<AnyCancellable> = []

  /// An empty list, and nothing typed.
  /// - Parameters:
  ///   - service: where the movies come from.
  ///   - pause: how long typing must have paused before a query is sent.
  ///   - scheduler: where the pause is measured; tests give a `VirtualTimeScheduler`.
  public init<Context: Scheduler>(
    service: some MovieSearchService, pause: Context.SchedulerTimeType.Stride, scheduler: Context
  ) {
    let queries = CurrentValueSubject<Queries, Never>(Queries())
    self.queries = queries
    pages = PagedList(sections: SearchSection.allCases) { _, page in
      let query = page == 1 ? queries.value.wanted : queries.value.shown
      return query.isEmpty ? Page(items: [], isLast: true) : try await service.movies(matching: query, page: page)
    }
    typed
      .debounce(for: pause, scheduler: scheduler)
      .removeDuplicates()
      .receive(on: .main)
      .sink { [weak self] in self?.search($0) }
      .store(in: &cancellables)
    pages.loadStates
      .sink { [weak self] _, state in self?.note(state) }
      .store(in: &cancellables)
  }

  /// An empty list, and nothing typed; a query is sent when typing has paused for 300 milliseconds.
  public convenience init(service: some MovieSearchService) {
    self.init(service: service, pause: .milliseconds(300), scheduler: MainScheduler.main)
  }

  private func search(_ query: String) {
    queries.value.wanted = query
    guard query.isEmpty else { return pages.refresh(.results) }
    queries.value.shown = query
    pages.cancel(.results)
    pages.edit { list in
      let old = list
      list.replaceItems(in: .results, with: [])
      return list.difference(from: old)
    }
  }

  /// Learns from the states of the loading which query's items are in the list: a first page is in when its generation
  /// has gone on to something else, and a cancelled one begins another generation.
  private func note(_ state: LoadState) {
    switch state.phase {
    case .loading(page: 1): firstPage = state.generation
    case .failed(page: 1, _): break
    case .idle, .loading, .failed, .finished:
      if firstPage == state.generation { queries.value.shown = queries.value.wanted }
      firstPage = nil
    }
  }
}

/// What is searched for.
private struct Queries: Sendable {
  /// The newest query: what the next first page is of.
  var wanted = ""
  /// The query whose movies the list shows: what all other pages are of.
  var shown = ""
}
