import SampleService
import ViewModels

extension Scenario {
  /// Four movie lists, or the one of a saved crawl, scrolled through page by page, side by side.
  func movies() async throws -> Summary {
    if let live { return try await movies(MoviesViewModel(service: live.movies()), pages: 3) }
    guard let replay = arguments.replay else { return try await movies(MoviesViewModel(service: sample), pages: 3) }
    let service = SampleService(
      time: time, seed: arguments.seed, crawls: [.upcoming: try MovieCrawl.read(replay)],
      missing: { [warn] page in
        warn("warning: the crawl promises a page \(page) that it does not hold; the section ends there")
      })
    let list = PagedList(sections: [MovieSection.upcoming]) { try await service.movies(in: $0, page: $1.number) }
    return try await movies(list, pages: .max)
  }

  private func movies<ViewModel: PagedListViewModel<MovieSection, Movie>>(
    _ viewModel: ViewModel, pages: Int
  ) async throws -> Summary {
    let limit = arguments.isLive ? 1 : arguments.pages ?? pages
    return try await show(
      viewModel, Look(name: \.rawValue, title: MoviesViewModel.Wording().title, cell: \.title),
      script: { $0.scroll(pages: limit) }
    ) { viewModel.loadFirstPages(order: arguments.order) }
  }
}
