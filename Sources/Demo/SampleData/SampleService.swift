import ViewModels

/// Delays requests, so that answers arrive out of order, and lets some fail. The seed decides all of it.
@MainActor
final class SampleService {
  let seed: UInt64
  private let time: any DemoTime
  /// Nil if there is always a connection.
  private let network: SampleNetwork?
  private var attempts: [String: Int] = [:]

  init(time: any DemoTime, seed: UInt64, network: SampleNetwork? = nil) {
    self.time = time
    self.seed = seed
    self.network = network
  }

  /// Waits for as long as the seed says, and fails if the seed says so.
  func delay(_ request: String, tieBreak: Int) async throws {
    attempts[request, default: 0] += 1
    let attempt = attempts[request, default: 0]
    var random = SeededGenerator(seed: seed, request, String(attempt))
    await time.sleep(Int.random(in: 30...600, using: &random), tieBreak: tieBreak)
    try network?.check(host: "sample.example")
    guard attempt == 1, random.happens(percent: 12) else { return }
    throw [
      ServiceError(.refused(status: 503, code: 9, reason: "Service offline"), host: "sample.example"),
      ServiceError(.refused(status: 429, code: 25, retryAfter: .seconds(1)), host: "sample.example"),
      ServiceError(.timedOut(.firstByte), host: "sample.example"),
    ].randomElement(using: &random) ?? ServiceError(.timedOut(.whole))
  }
}

/// Movies from a crawl, through the real decoder.
@MainActor
struct SampleMovieService: MovieService {
  let service: SampleService
  let crawls: [MovieSection: MovieCrawl]
  /// Called for a page that a list promises and the crawl lacks.
  let missing: @MainActor (MovieSection, Int) -> Void

  func movies(in section: MovieSection, page: Int) async throws -> Page<Movie> {
    let position = MovieSection.allCases.firstIndex(of: section) ?? 0
    try await service.delay("\(section.rawValue)/\(page)", tieBreak: position * 1_000 + page)
    guard let answer = try crawls[section]?.answer(page: page) else {
      missing(section, page)
      return Page(items: [], number: page, isLast: true)
    }
    return try TMDBMoviePage.decode(answer)
  }

  /// All four lists, made up from a seed.
  static func sample(in time: any DemoTime, seed: UInt64) -> SampleMovieService {
    SampleMovieService(
      service: SampleService(time: time, seed: seed), crawls: MovieCrawl.samples(seed: seed), missing: { _, _ in })
  }
}

/// Made-up dishes, through the real decoder.
@MainActor
struct SampleDishService: DishService {
  let service: SampleService

  func dishes(in category: DishCategory) async throws -> Page<Dish> {
    try await service.delay(category.rawValue, tieBreak: DishCategory.allCases.firstIndex(of: category) ?? 0)
    return try DishList.decode(SampleDishes.answer(for: category, seed: service.seed))
  }
}

/// A made-up series, through the real decoder. The series is returned at once, its seasons after a delay.
@MainActor
struct SampleSeriesService: SeriesService {
  let service: SampleService

  func series(_ id: Series.ID) async throws -> Series { try TMDBSeries.decode(SampleSeries.answer(seed: service.seed)) }

  func episodes(ofSeason number: Int, in series: Series.ID) async throws -> Page<Episode> {
    try await service.delay("season/\(number)", tieBreak: number)
    return try TMDBSeries.decodeSeason(SampleSeries.answer(forSeason: number, seed: service.seed), number: number)
  }
}

/// Made-up photos, through the real decoder.
@MainActor
struct SamplePhotoService: PhotoService {
  let service: SampleService

  func photos(page: Int) async throws -> Page<Photo> {
    try await service.delay("photos/\(page)", tieBreak: page)
    return try PhotoList.decode(SamplePhotos.answer(page: page, seed: service.seed))
  }
}
