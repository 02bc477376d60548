import Foundation
import ViewModels

/// What stands between a screen and its service: requests take as long, and fail as often, as the knobs say.
@MainActor
final class Traffic {
  /// In milliseconds.
  var latency = 600
  /// In percent.
  var failures = 10
  /// In milliseconds.
  var animation = 400
  /// The requests that have been answered and are not in the list yet.
  private(set) var answered: Set<String> = []
  var whenAnswered: () -> Void = {}

  func pass<Value: Sendable>(_ request: String, _ load: @Sendable () async throws -> Value) async throws -> Value {
    let delay = latency / 2 + Int.random(in: 0...max(1, latency))
    try await Task.sleep(for: .milliseconds(delay))
    if Int.random(in: 0..<100) < failures { throw ConnectionLost() }
    let value = try await load()
    answered.insert(request)
    whenAnswered()
    return value
  }

  /// Forgets what has reached the list.
  func keep(_ loading: Set<String>) { answered.formIntersection(loading) }
}

/// What the failures knob fails with; the section shows its description.
struct ConnectionLost: Error, CustomStringConvertible { let description = "the connection was lost" }

struct SlowMovies: MovieService {
  let service: any MovieService
  let traffic: Traffic

  func movies(in section: MovieSection, page: Int) async throws -> Page<Movie> {
    try await traffic.pass("\(MoviesViewModel.Wording().title(of: section)) \(page)") {
      try await service.movies(in: section, page: page)
    }
  }
}

struct SlowDishes: DishService {
  let service: any DishService
  let traffic: Traffic

  func dishes(in category: DishCategory) async throws -> Page<Dish> {
    try await traffic.pass("\(CategoriesViewModel.Wording().title(of: category)) 1") {
      try await service.dishes(in: category)
    }
  }
}

// MARK: - Samples

/// Made-up movies. Two of each page stand on the next one as well, as happens while a list changes.
struct SampleMovies: MovieService {
  static let pages = 6
  private static let first = [
    "Silent", "Crimson", "Last", "Hidden", "Golden", "Broken", "Distant", "Frozen", "Paper", "Quiet", "Second",
  ]
  private static let second = [
    "Harbour", "Empire", "Garden", "Signal", "River", "Summer", "Orchard", "Mirror", "Train", "Letter", "Lighthouse",
    "Window", "Compass",
  ]

  func movies(in section: MovieSection, page: Int) async throws -> Page<Movie> {
    let ids = ((page - 1) * 20)..<(page * 20 + 2)
    return Page(items: ids.map { movie($0, section) }, number: page, isLast: page == Self.pages)
  }

  private func movie(_ id: Int, _ section: MovieSection) -> Movie {
    let number = id * 7 + section.rawValue.utf8.count * 31
    // One title is markup, which a front end must show as text.
    let name = "\(Self.first[number % Self.first.count]) \(Self.second[number % Self.second.count])"
    var movie = Movie(id: id, title: id == 3 ? "<b>\(name)</b> & Sons" : name)
    movie.releaseDate = "\(1970 + number % 56)"
    movie.voteAverage = Double(number * 13 % 100) / 10
    return movie
  }
}

/// Made-up dishes, all of a category at once.
struct SampleDishes: DishService {
  private static let names: [DishCategory: [String]] = [
    .main: ["Soy-braised short ribs", "Glass noodle stir-fry", "Spicy pork", "Grilled mackerel", "Chicken stew"],
    .soup: ["Kimchi stew", "Soybean paste stew", "Seaweed soup", "Beef radish soup", "Soft tofu stew"],
    .side: ["Seasoned spinach", "Braised lotus root", "Rolled omelette", "Pickled radish", "Cucumber salad"],
  ]

  func dishes(in category: DishCategory) async throws -> Page<Dish> {
    let dishes = Self.names[category, default: []].enumerated().map { number, name in
      var dish = Dish(id: "\(category.rawValue)\(number)", title: name)
      dish.salePrice = Price("\(number * 3 + 5),500원")
      return dish
    }
    return Page(items: dishes, isLast: true)
  }
}
