import Foundation
import Reactive
import Testing

@testable import ViewModels

/// Random interleavings on each screen, with a strict view bound to it; ``LawsTests`` has the engine under all of them.
@MainActor
@Suite("The laws, on each screen", .timeLimit(.minutes(10)))
struct ScreenLawsTests {
  /// How many steps all runs of a screen take together; a fifth of `STEPS` in the environment.
  private static let steps = (ProcessInfo.processInfo.environment["STEPS"].flatMap(Int.init) ?? 5_000) / 5

  @Test("movies: whatever happens, no view objects, nothing is lost or stuck")
  func movies() async {
    await run { random in
      let loads = ManualLoads<MovieSection, Movie>()
      let viewModel = MoviesViewModel(service: ManualMovies(loads: loads), maximumLoads: 2)
      return ScreenWorld(viewModel, loads, random, item: { Movie(id: $0, title: "\($0)") }) { _ in
        viewModel.loadFirstPages()
      }
    }
  }

  @Test("dishes: whatever happens, no view objects, nothing is lost or stuck")
  func dishes() async {
    await run { random in
      let loads = ManualLoads<DishCategory, Dish>()
      let viewModel = CategoriesViewModel(service: ManualDishes(loads: loads))
      return ScreenWorld(viewModel, loads, random, item: { Dish(id: "\($0)", title: "dish \($0)") }) { random in
        var random = random
        if Bool.random(using: &random) { viewModel.load() } else { viewModel.loadTogether() }
      }
    }
  }

  @Test("a series, and then another: whatever happens, no view objects, nothing is lost or stuck")
  func series() async {
    await run { random in
      let loads = ManualLoads<SeasonID, Episode>()
      let viewModel = SeriesViewModel(service: ManualSeries(loads: loads), maximumLoads: 2)
      return ScreenWorld(viewModel, loads, random, item: { Episode(id: $0, name: "\($0)") }) { random in
        var random = random
        viewModel.load(Int.random(in: 1...3, using: &random))
        for _ in 0..<8 { await Task { @MainActor in }.value }  // the answer has come, and waits for its turn
      }
    }
  }

  @Test("photos, edited while they load: whatever happens, no view objects, nothing is lost or stuck")
  func photos() async {
    await run { random in
      let loads = ManualLoads<Int, Photo>()
      let viewModel = PhotosViewModel(service: ManualPhotos(loads: loads))
      return ScreenWorld(viewModel, loads, random, item: { Photo(id: "\($0)") }) { random in
        var random = random
        let photos = viewModel.items(in: .photos)
        let place = Int.random(in: 0..<30, using: &random)
        guard let photo = photos.dropFirst(place).first else { return viewModel.loadNextPage(in: .photos) }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: viewModel.delete([photo.id])
        case 1: viewModel.move(photo.id, to: 0)
        case 2: viewModel.insert([Photo(id: "new \(place)")], at: place)
        case 3: viewModel.sortByDate()
        default:
          var photo = photo
          photo.likes = place
          viewModel.update(photo)
        }
      }
    }
  }

  private func run<ViewModel, Key>(
    _ make: (SeededGenerator) -> ScreenWorld<ViewModel, Key>
  ) async {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    for _ in 0..<max(1, Self.steps / 100) {
      let world = make(SeededGenerator(seed: random.next()))
      for _ in 0..<100 { await world.step() }
      await world.finish()
      world.check()
    }
  }
}

/// One screen, a view that is bound to it, and a finger on every button.
@MainActor
private final class ScreenWorld<ViewModel: PagedListViewModel, Key: Hashable & Sendable> {
  private var random: SeededGenerator
  private let viewModel: ViewModel
  private let loads: ManualLoads<Key, ViewModel.Element>
  private let item: (Int) -> ViewModel.Element
  private let other: (SeededGenerator) async -> Void
  private let view: StrictListView
  private var binding: AnyCancellable?
  private var observer: AnyCancellable?
  private var told: [ViewModel.SectionID: [ViewModel.Element.ID]] = [:]

  /// - Parameters:
  ///   - item: makes the item with this number.
  ///   - other: does something that only this screen can do.
  init(
    _ viewModel: ViewModel, _ loads: ManualLoads<Key, ViewModel.Element>, _ random: SeededGenerator,
    item: @escaping (Int) -> ViewModel.Element, other: @escaping (SeededGenerator) async -> Void
  ) {
    self.viewModel = viewModel
    self.loads = loads
    self.random = random
    self.item = item
    self.other = other
    view = StrictListView(dataSource: viewModel) { path in viewModel.item(at: path).map { "\($0)" } ?? "…" }
    view.animations = .manual
    view.onViolation = { Issue.record("\($0)") }
    binding = viewModel.bind(to: view)
    observer = viewModel.updates.sink { [weak self] in self?.hear($0) }
  }

  /// Keeps the ids that events have brought, section by section.
  private func hear(_ update: ListUpdate) {
    if binding != nil { #expect(view.discrepancies == [] && view.overlappingBatches == 0) }
    if case .insert(let indexPaths) = update, let first = indexPaths.first {
      let section = viewModel.sections[first.section]
      #expect(first.item == told[section, default: []].count)
      told[section, default: []] += indexPaths.compactMap { viewModel.item(at: $0)?.id }
    } else {
      told = Dictionary(uniqueKeysWithValues: viewModel.sections.map { ($0, viewModel.items(in: $0).map(\.id)) })
    }
  }

  func step() async {
    let section = viewModel.sections.randomElement(using: &random)
    switch Int.random(in: 0..<18, using: &random) {
    case 0...5: answer()
    case 6...7: if let section { viewModel.loadNextPage(in: section) }
    case 8: if let section { viewModel.refresh(section) }
    case 9: if let section { viewModel.cancel(section) }
    case 10: if let section { viewModel.retry(section) }
    case 11: viewModel.pages.showPlaceholders(Int.random(in: 0..<4, using: &random))
    case 12: viewModel.willDisplay([Int.random(in: 0..<5, using: &random), Int.random(in: 0..<30, using: &random)])
    case 13: rebind()
    case 14...15: await other(SeededGenerator(seed: random.next()))
    default: if view.runningAnimations > 0 { view.finishNextAnimation(calls: .random(in: 1...2, using: &random)) }
    }
    await loads.arrived(viewModel.pages.requestsInFlight)
  }

  private func answer() {
    guard let request = loads.requests.randomElement(using: &random) else { return }
    let first = Int.random(in: 0..<200, using: &random)
    let items = (first..<first + Int.random(in: 0..<8, using: &random)).map(item)
    let isLast = Int.random(in: 0..<4, using: &random) == 0
    let isRefused = Int.random(in: 0..<6, using: &random) == 0
    loads.answer(request, isRefused ? .failure(Refused()) : .success(Page(items: items, isLast: isLast)))
  }

  private func rebind() {
    binding = nil
    guard Bool.random(using: &random) else { return }
    binding = viewModel.bind(to: view)
  }

  /// Ends everything that is under way.
  func finish() async {
    for _ in 0..<10_000 where !(viewModel.loadsInFlight == 0 && viewModel.pages.gate.isIdle) {
      while let request = loads.requests.first { loads.answer(request, .success(Page(items: [], isLast: true))) }
      view.finishAnimations()
      await loads.arrived(viewModel.pages.requestsInFlight)
      await Task { @MainActor in }.value
    }
  }

  func check() {
    #expect(viewModel.loadsInFlight == 0 && viewModel.pages.gate.isIdle && viewModel.pages.gate.waiting == 0)
    for section in viewModel.sections {
      let ids = viewModel.items(in: section).map(\.id)
      #expect(ids == told[section, default: []])
      #expect(Set(ids).count == ids.count)
    }
    #expect(view.violations.isEmpty)
    #expect(view.overlappingBatches == 0)  // batches opened - completed was at most 1
    if binding != nil { #expect(view.discrepancies == []) }
  }
}

private struct ManualMovies: MovieService {
  let loads: ManualLoads<MovieSection, Movie>
  func movies(in section: MovieSection, page: Int) async throws -> Page<Movie> { try await loads.load(section, page) }
}

private struct ManualDishes: DishService {
  let loads: ManualLoads<DishCategory, Dish>
  func dishes(in category: DishCategory) async throws -> Page<Dish> { try await loads.load(category, 1) }
}

private struct ManualSeries: SeriesService {
  let loads: ManualLoads<SeasonID, Episode>
  @MainActor func series(_ id: Series.ID) async throws -> Series {
    Series(id: id, name: "\(id)", seasons: (0...id).map { Season(id: id * 10 + $0, number: $0) })
  }
  func episodes(ofSeason number: Int, in series: Series.ID) async throws -> Page<Episode> {
    try await loads.load(SeasonID(series: series, number: number), 1)
  }
}

private struct ManualPhotos: PhotoService {
  let loads: ManualLoads<Int, Photo>
  func photos(page: Int) async throws -> Page<Photo> { try await loads.load(0, page) }
}
