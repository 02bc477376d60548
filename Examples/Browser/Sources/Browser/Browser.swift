import Foundation
import Reactive
import ViewModels

/// A front end in a web browser: movies, dishes and a conversation in a list that counts as UICollectionView does, with the gate
/// beside it.
///
/// `swift run` in the folder of this package's Package.swift says where to look. Several pages show one list; a browser
/// keeps six connections to a server, so it can show five of them.
@main
@MainActor
struct Browser {
  static let help = """
    usage: Browser [--port N] [--base-url URL]

      --port N          where the pages are, on this machine (8020; 0 for any that is free)
      --base-url URL    movies and dishes from this service, such as `Demo serve`, instead of samples; a token
                        for it is read from TMDB_TOKEN
    """

  static func main() async {
    do {
      var port: UInt16 = 8_020
      var address: ServiceAddress?
      var words = CommandLine.arguments.dropFirst()
      while let word = words.popFirst() {
        switch (word, words.popFirst()) {
        case ("--port", let value?): port = try UInt16(value) ?? { throw UsageError() }()
        case ("--base-url", let value?): address = try ServiceAddress(value)
        default: throw UsageError()
        }
      }
      let server = try server(port, address)
      try await server.run { FileHandle.standardOutput.write(Data("Open \($0) in a browser on this machine.\n".utf8)) }
    } catch {
      FileHandle.standardError.write(Data("\(error is UsageError ? help : "Browser: \(error)")\n".utf8))
      exit(error is UsageError ? 2 : 1)
    }
  }

  private static func server(_ port: UInt16, _ address: ServiceAddress?) throws -> WebServer {
    var movies: any MovieService = SampleMovies()
    var dishes: any DishService = SampleDishes()
    if let address {
      movies = try LiveMovieService(
        address, token: AccessToken(ProcessInfo.processInfo.environment["TMDB_TOKEN"] ?? ""))
      dishes = LiveDishService(address)
    }
    let (toMovies, toDishes, toChat) = (Traffic(), Traffic(), Traffic())
    let lines = SampleChat(traffic: toChat)
    let chat = PagedList<SampleChat.SectionID, SampleChat.Line>(sections: [.lines]) { try await lines.lines($1) }
    let moviesViewModel = MoviesViewModel(service: SlowMovies(service: movies, traffic: toMovies))
    let dishesViewModel = CategoriesViewModel(service: SlowDishes(service: dishes, traffic: toDishes))
    moviesViewModel.showPlaceholders(3)
    dishesViewModel.showPlaceholders(3)
    return try WebServer(
      port: port,
      movies: Screen(moviesViewModel, traffic: toMovies, title: MoviesViewModel.Wording().title) { movie in
        Row(key: "\(movie.id)", title: movie.title, detail: movie.detail)
      },
      dishes: Screen(dishesViewModel, traffic: toDishes, title: CategoriesViewModel.Wording().title) { dish in
        Row(key: dish.id, title: dish.title, detail: dish.salePrice?.text ?? "")
      },
      chat: Screen(chat, traffic: toChat, begins: SampleChat.first, title: { _ in "Chat" }) { line in
        Row(key: "\(line.id)", title: "\(line.id). \(line.text)", detail: "")
      })
  }
}

extension Movie {
  fileprivate var detail: String {
    [releaseDate.map { String($0.prefix(4)) }, voteAverage.map { "\($0) of 10" }].compactMap { $0 }.joined(
      separator: ", ")
  }
}

struct UsageError: Error {}
