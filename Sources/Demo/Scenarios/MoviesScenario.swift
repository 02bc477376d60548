import Foundation
import ViewModels

extension Scenario {
  /// Four movie lists, scrolled through page by page, side by side.
  func movies() async throws -> Summary {
    if let live { return try await movies(live.movies(), in: RealTime(), MovieSection.allCases) }
    var crawls: [MovieSection: MovieCrawl] = [:]
    if let replay = arguments.replay {
      crawls[.upcoming] = try MovieCrawl.read(replay)
    } else {
      crawls = MovieCrawl.samples(seed: arguments.seed)
    }
    let time = VirtualTime()
    let service = SampleMovieService(service: sample(in: time), crawls: crawls) { [warn] section, page in
      warn("warning: \(section.rawValue) promises a page \(page) that the crawl does not hold; the section ends there")
    }
    return try await movies(service, in: time, MovieSection.allCases.filter { crawls[$0] != nil })
  }

  private func movies(
    _ service: some MovieService, in time: any DemoTime, _ sections: [MovieSection]
  ) async throws -> Summary {
    let viewModel = MoviesViewModel(service: service)
    return try await run(viewModel, in: time, name: \.rawValue, cell: \.title) { run in
      let limit = arguments.pages ?? (arguments.replay == nil ? 6 : .max)
      var taken: [MovieSection: Int] = [:]
      run.whenIdle = { section in
        taken[section, default: 0] += 1
        guard taken[section, default: 0] < limit else { return }
        time.after(120) {  // the user scrolls to the end of what is there
          let last = viewModel.items(in: section).count - 1
          viewModel.willDisplay(IndexPath(item: last, section: viewModel.sections.firstIndex(of: section) ?? 0))
        }
      }
      run.complete = { [unowned run] in $0.answerWait = run.answerWait }
      for section in sections { viewModel.loadNextPage(in: section) }
    }
  }
}
