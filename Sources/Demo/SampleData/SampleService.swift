import Foundation
import ViewModels

/// The sample data as services, through the real decoders. Requests are delayed, so that answers arrive out of order,
/// and some fail. The seed decides all of it.
///
/// For examples and previews, which need no network and no copy of the data:
///
/// ```swift
/// let viewModel = MoviesViewModel(service: SampleService(seed: 7))
/// ```
@MainActor
public final class SampleService {
  private let time: any SampleTime
  private let seed: UInt64
  /// Nil if there is always a connection.
  private let network: SampleNetwork?
  private let saved: [MovieSection: MovieCrawl]?
  private lazy var crawls = saved ?? MovieCrawl.samples(seed: seed)
  /// Called for a page that the last page of a list promises and the list lacks.
  private let missing: @MainActor (Int) -> Void
  private var attempts: [String: Int] = [:]

  /// Creates a service whose answers are late in real time.
  public convenience init(seed: UInt64) { self.init(time: RealSampleTime(), seed: seed) }

  /// - Parameter crawls: Nil for lists that are made up from the seed.
  package init(
    time: any SampleTime, seed: UInt64, network: SampleNetwork? = nil, crawls: [MovieSection: MovieCrawl]? = nil,
    missing: @escaping @MainActor (Int) -> Void = { _ in }
  ) {
    (self.time, self.seed, self.network, self.saved, self.missing) = (time, seed, network, crawls, missing)
  }

  /// Waits for as long as the seed says, and fails if the seed says so.
  private func delay(_ request: String, tieBreak: Int) async throws {
    attempts[request, default: 0] += 1
    let attempt = attempts[request, default: 0]
    var random = SeededGenerator(seed: seed, request, String(attempt))
    await time.sleep(Int.random(in: 30...600, using: &random), tieBreak: tieBreak)
    try network?.check(host: "sample.example")
    guard attempt == 1, random.happens(percent: 12) else { return }
    throw [
      ServiceError(.refused(status: 503, reason: "Service offline")),
      ServiceError(.refused(status: 429, retryAfter: .seconds(1))), ServiceError(.timedOut(.firstByte)),
    ].randomElement(using: &random) ?? ServiceError(.timedOut(.whole))
  }
}

extension SampleService: MovieService, MovieSearchService, DishService, DishDetailService, SeriesService, PhotoService {
  public func movies(in section: MovieSection, page: Int) async throws -> Page<Movie> {
    let position = MovieSection.allCases.firstIndex(of: section) ?? 0
    try await delay("\(section.rawValue)/\(page)", tieBreak: position * 1_000 + page)
    guard let crawl = crawls[section], let answer = try crawl.answer(page: page) else {
      return Page(items: [], number: page, isLast: true)
    }
    var answered = try TMDBMoviePage.decode(answer)
    if page == crawl.pageCount, !answered.isLast {
      answered.isLast = true
      missing(page + 1)
    }
    return answered
  }

  public func movies(matching query: String, page: Int) async throws -> Page<Movie> {
    try await delay("search/\(query)/\(page)", tieBreak: page)
    return try TMDBMoviePage.decode(SampleMoviePage.answer(matching: query, page: page, seed: seed))
  }

  public func dishes(in category: DishCategory) async throws -> Page<Dish> {
    try await delay(category.rawValue, tieBreak: DishCategory.allCases.firstIndex(of: category) ?? 0)
    return try DishList.decode(SampleDishes.answer(for: category, seed: seed))
  }

  /// Returned at once; its pictures after a delay.
  public func detail(of dish: Dish.ID) async throws -> DishDetail {
    try DishDetail.decode(SampleDishes.answer(forPageOf: dish, seed: seed) ?? Data(), of: dish)
  }

  /// Returned at once, too; its seasons after a delay.
  public func series(_ id: Series.ID) async throws -> Series { try TMDBSeries.decode(SampleSeries.answer(seed: seed)) }

  public func episodes(ofSeason number: Int, in series: Series.ID) async throws -> Page<Episode> {
    try await delay("season/\(number)", tieBreak: number)
    return try TMDBSeries.decodeSeason(SampleSeries.answer(forSeason: number, seed: seed), number: number)
  }

  public func photos(page: Int) async throws -> Page<Photo> {
    try await delay("photos/\(page)", tieBreak: page)
    return try PhotoList.decode(SamplePhotos.answer(page: page, seed: seed))
  }
}
