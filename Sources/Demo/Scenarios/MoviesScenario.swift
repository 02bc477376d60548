import Foundation
import ViewModels

/// Four movie lists, scrolled through page by page, side by side.
@MainActor
struct MoviesScenario {
  let arguments: Arguments
  var live: LiveServices?
  let output: (String) -> Void
  let warn: @MainActor (String) -> Void

  func run(printer: any EventPrinter) async throws -> Summary {
    if let live { return try await run(live.movies(), in: ServiceWorld(), MovieSection.allCases, printer) }
    var crawls: [MovieSection: MovieCrawl] = [:]
    if let replay = arguments.replay {
      crawls[.upcoming] = try MovieCrawl.read(replay)
    } else {
      for section in MovieSection.allCases { crawls[section] = MovieCrawl(section: section, seed: arguments.seed) }
    }
    let world = VirtualWorld()
    let service = SampleMovieService(
      service: SampleService(world: world, seed: arguments.seed), crawls: crawls,
      missing: { [warn] section, page in
        warn(
          "warning: \(section.rawValue) promises a page \(page) that the crawl does not hold; the section ends there")
      })
    return try await run(service, in: world, MovieSection.allCases.filter { crawls[$0] != nil }, printer)
  }

  private func run(
    _ service: some MovieService, in world: any RunWorld, _ sections: [MovieSection], _ printer: any EventPrinter
  ) async throws -> Summary {
    let viewModel = MoviesViewModel(service: service)
    let run = Run(viewModel, in: world, printer: printer, name: \.rawValue, cell: \.title, output: output)
    let recorder = TimelineRecorder(viewModel, in: world, name: \.rawValue)
    run.onStep = recorder.step
    let limit = arguments.pages ?? (arguments.replay == nil ? 6 : .max)
    var taken: [MovieSection: Int] = [:]
    run.whenIdle = { section in
      taken[section, default: 0] += 1
      guard taken[section, default: 0] < limit else { return }
      world.after(120) {  // the user scrolls to the end of what is there
        let last = viewModel.items(in: section).count - 1
        viewModel.willDisplay(IndexPath(item: last, section: viewModel.sections.firstIndex(of: section) ?? 0))
      }
    }
    for section in sections { viewModel.loadNextPage(in: section) }
    let summary = await run.finish()
    if let path = arguments.timeline { try recorder.timeline.write(to: path) }
    return summary
  }
}
