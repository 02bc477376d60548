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
/// the new query is there; an empty query empties the list.
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
  @ObservationIgnored private let searched: CurrentValueSubject<String, Never>
  @ObservationIgnored private var typing: AnyCancellable?

  /// An empty list, and nothing typed.
  /// - Parameters:
  ///   - service: where the movies come from.
  ///   - pause: how long typing must have paused before a query is sent.
  ///   - scheduler: where the pause is measured; tests give a `VirtualTimeScheduler`.
  public init<Context: Scheduler>(
    service: some MovieSearchService, pause: Context.SchedulerTimeType.Stride, scheduler: Context
  ) {
    let searched = CurrentValueSubject<String, Never>("")
    self.searched = searched
    pages = PagedList(sections: SearchSection.allCases) { _, page in
      try await service.movies(matching: searched.value, page: page)
    }
    typing =
      typed
      .debounce(for: pause, scheduler: scheduler)
      .removeDuplicates()
      .receive(on: .main)
      .sink { [weak self] in self?.search($0) }
  }

  /// An empty list, and nothing typed; a query is sent when typing has paused for 300 milliseconds.
  public convenience init(service: some MovieSearchService) {
    self.init(service: service, pause: .milliseconds(300), scheduler: MainScheduler.main)
  }

  private func search(_ query: String) {
    searched.value = query
    guard query.isEmpty else { return pages.refresh(.results) }
    pages.cancel(.results)
    pages.edit { list in
      let old = list
      list.replaceItems(in: .results, with: [])
      return list.difference(from: old)
    }
  }
}
