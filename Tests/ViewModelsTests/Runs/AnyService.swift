@testable import ListEngine
@testable import ViewModels

/// Any of the services, by a closure.
struct AnyService<Key: Sendable, Item: Equatable & Sendable>: Sendable {
  let load: @Sendable (Key, Int) async throws -> Page<Item>
  var series: @Sendable (Int) async throws -> [Season] = { _ in [] }
}

extension AnyService: MovieService where Key == MovieSection, Item == Movie {
  func movies(in section: MovieSection, page: Int) async throws -> Page<Movie> { try await load(section, page) }
}

extension AnyService: MovieSearchService where Key == String, Item == Movie {
  func movies(matching query: String, page: Int) async throws -> Page<Movie> { try await load(query, page) }
}

extension AnyService: DishService where Key == DishCategory, Item == Dish {
  func dishes(in category: DishCategory) async throws -> Page<Dish> { try await load(category, 1) }
}

extension AnyService: PhotoService where Key == PhotoSection, Item == Photo {
  func photos(page: Int) async throws -> Page<Photo> { try await load(.photos, page) }
}

extension AnyService: SeriesService where Key == SeasonID, Item == Episode {
  func series(_ id: Series.ID) async throws -> Series {
    Series(id: id % 2 + 1, name: "\(id)", seasons: try await series(id))
  }
  func episodes(ofSeason number: Int, in series: Series.ID) async throws -> Page<Episode> {
    try await load(SeasonID(series: series, number: number), 1)
  }
}
