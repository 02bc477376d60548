import Foundation
import ListViewModelsServer
import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ViewModels

/// Small made-up answers in the services' JSON.
enum SampleAnswers {
  /// A page of 20 movies with ids from `page * 100` on.
  static func movies(page: Int, of totalPages: Int = 5) -> Data {
    let movies = (0..<20).map { #"{"id": \#(page * 100 + $0), "title": "Movie \#(page).\#($0)"}"# }
    return Data(
      """
      {"page": \(page), "results": [\(movies.joined(separator: ","))], "total_pages": \(totalPages),
       "total_results": \(totalPages * 20)}
      """.utf8)
  }

  static func dishes(_ category: String) -> Data {
    Data(#"[{"detail_hash": "\#(category)1", "title": "A dish", "s_price": "7,000원"}]"#.utf8)
  }

  static func photos(page: Int) -> Data {
    Data((page > 3 ? "[]" : #"[{"id": "p\#(page)a", "likes": 3}, {"id": "p\#(page)b"}]"#).utf8)
  }

  static func season(_ number: Int) -> Data {
    Data(
      """
      {"season_number": \(number), "episodes": [{"id": \(number * 100 + 1), "name": "One", "episode_number": 1,
       "season_number": \(number), "episode_type": "standard"}]}
      """.utf8)
  }

  static func series(seasons: ClosedRange<Int>) -> Data {
    let list = seasons.map { #"{"id": \#($0 + 1_000), "season_number": \#($0), "name": "Season \#($0)"}"# }
    return Data(#"{"id": 7, "name": "A series", "seasons": [\#(list.joined(separator: ","))]}"#.utf8)
  }
}

extension ServiceRoutes {
  /// Routes to ``SampleAnswers``, for those who know the token "s3cret".
  static var sample: ServiceRoutes {
    var routes = ServiceRoutes()
    routes.movies = { _, page in SampleAnswers.movies(page: page) }
    routes.search = { _, page in SampleAnswers.movies(page: page) }
    routes.series = { id in id == 7 ? SampleAnswers.series(seasons: 0...3) : nil }
    routes.season = { _, number in 0...3 ~= number ? SampleAnswers.season(number) : nil }
    routes.dishes = { SampleAnswers.dishes($0) }
    routes.photos = { page, _ in SampleAnswers.photos(page: page) }
    return routes
  }
}

extension URLSessionClient {
  /// A client for which no time passes: however busy the machine, no time limit ends a test.
  static func timeless(_ limits: AnswerLimits = AnswerLimits(size: 1 << 20)) -> URLSessionClient {
    URLSessionClient(limits: limits, clock: TestClock())
  }
}

extension LoopbackServer {
  /// A request for a path of the server.
  func request(_ path: String = "/") throws -> HTTPRequest {
    HTTPRequest(try #require(URL(string: address + path)))
  }

  /// A service that asks the server for movies, without second tries unless the client makes them.
  func movieService(client: any HTTPClient = URLSessionClient.timeless()) throws -> LiveMovieService {
    try LiveMovieService(ServiceAddress(address), token: AccessToken("s3cret"), client: client)
  }
}
