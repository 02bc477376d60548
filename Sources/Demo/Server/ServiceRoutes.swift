import Foundation

/// TMDB, the dishes, the photos and a web hook in one service. Maps paths to data and faults.
///
/// All paths are below one address, so that one `--base-url` is enough:
/// `/movie/LIST`, `/search/movie`, `/configuration`, `/tv/ID`, `/tv/ID/season/N`, `/main`, `/soup`, `/side`,
/// `/detail/DISH`, `/photos`, `/images/NAME`, and for orders `/services/T…/B…/…`.
///
/// ```swift
/// var routes = ServiceRoutes()
/// routes.movies = { list, page in list == "popular" ? pages[page] : nil }
/// routes.fault = { $0.number == 3 ? .halfBody : nil }
/// let server = try LoopbackServer(handler: routes.answer)
/// ```
///
/// - Note: Each closure is called on any thread, several at once. Nil is answered with 404.
package struct ServiceRoutes: Sendable {
  /// A page of a movie list (`popular`, ...), in TMDB's JSON.
  package var movies: @Sendable (_ list: String, _ page: Int) async -> Data? = { _, _ in nil }
  /// A page of the movies that match a query, in TMDB's JSON.
  package var search: @Sendable (_ query: String, _ page: Int) async -> Data? = { _, _ in nil }
  /// A series with its seasons, in TMDB's JSON.
  package var series: @Sendable (_ id: Int) async -> Data? = { _ in nil }
  /// A season with its episodes, in TMDB's JSON.
  package var season: @Sendable (_ series: Int, _ number: Int) async -> Data? = { _, _ in nil }
  /// TMDB's image configuration, in its JSON.
  package var configuration: Data?
  /// The dishes of `main`, `soup` or `side`, in either form.
  package var dishes: @Sendable (_ category: String) async -> Data? = { _ in nil }
  /// A dish's page.
  package var detail: @Sendable (_ dish: String) async -> Data? = { _ in nil }
  /// A dish's picture.
  package var image: @Sendable (_ name: String) async -> Data? = { _ in nil }
  /// A page of photos, in Unsplash's JSON.
  package var photos: @Sendable (_ page: Int, _ perPage: Int) async -> Data? = { _, _ in nil }
  /// Called for each order that arrives, with the fault of its answer.
  package var order: @Sendable (_ text: String, _ fault: Fault?) async -> Void = { _, _ in }
  /// The `Authorization` header field that TMDB and the photos require. Nil requires none.
  package var authorization: String?
  /// The fault of the answer to a request.
  package var fault: @Sendable (_ request: Request) async -> Fault? = { _ in nil }

  /// Creates routes without data.
  package init() {}

  /// Answers a request.
  @Sendable
  package func answer(_ request: Request) async -> Answer {
    let fault = await fault(request)
    if request.isOrder { return await answer(order: request, fault) }
    guard let fault else { return await honestAnswer(request) }
    var request = request
    if fault == .otherPage { request.query["page"] = "\(min(page(of: request), .max - 1) + 1)" }
    return await fault.apply(to: honestAnswer(request))
  }

  private func honestAnswer(_ request: Request) async -> Answer {
    let path = request.path.split(separator: "/").map(String.init)
    if path.count == 2, path[0] == "images", let image = await image(path[1]) {
      return Answer(image, headers: ["Content-Type": "image/gif"])
    }
    let isDishes = ["main", "soup", "side", "detail"].contains(path.first)
    if let authorization, !isDishes, request.headers["authorization"] != authorization {
      return .failure(status: 401, code: 7)
    }
    if path.first == "movie" || path.first == "search", !(1...500 ~= page(of: request)) {
      return .failure(status: 400, code: 22)
    }
    guard let body = await body(path, request) else { return .failure(status: 404, code: 34) }
    return Answer(body)
  }

  private func body(_ path: [String], _ request: Request) async -> Data? {
    let page = page(of: request)
    switch path.count {
    case 1 where path[0] == "configuration": return configuration
    case 1 where path[0] == "photos": return await photos(page, Int(request.query["per_page"] ?? "") ?? 10)
    case 1: return await dishes(path[0])
    case 2 where path[0] == "detail": return await detail(path[1])
    case 2 where path == ["search", "movie"]: return await search(request.query["query"] ?? "", page)
    case 2 where path[0] == "movie": return await movies(path[1], page)
    case 2 where path[0] == "tv": return if let id = Int(path[1]) { await series(id) } else { nil }
    case 4 where path[0] == "tv" && path[2] == "season":
      guard let id = Int(path[1]), let number = Int(path[3]) else { return nil }
      return await season(id, number)
    default: return nil
    }
  }

  private func page(of request: Request) -> Int { Int(request.query["page"] ?? "1") ?? 0 }
}
