import Foundation
import MisbehavingServer

/// Two servers with made-up lists, two of them without an end, whose answers go wrong as the seed says.
///
/// The first listens at 127.0.0.1. The second is `localhost`, which has two addresses, and one of them refuses.
final class BadDay: Sendable {
  /// What the servers have seen.
  struct Ledger {
    var requests = 0
    var faults: Set<String> = []
    /// How often each order was taken. An answer of 429 says that it was not.
    var orders: [String: Int] = [:]
    /// How often each edit was taken.
    var edits: [String: Int] = [:]
    /// By server and list.
    var posts: [String: Posts] = [:]
  }

  /// What an answer can do, all of ``Fault`` but three: on Linux a cut head and a body of 2^63 - 1 bytes end the process
  /// inside Foundation, and a trailer without end holds up all other requests of the process.
  private static let faults: [Fault] = [
    .status(401), .status(404), .status(500), .status(503), .closed, .halfBody, .wrongLength, .reset, .endless,
    .emptyBody, .html, .brokenUTF8, .code21, .code22, .otherPage, .redirect(to: "/movie/popular?page=2"),
    .tooManyRequests(retryAfter: nil), .tooManyRequests(retryAfter: "0"), .tooManyRequests(retryAfter: "1"),
    .tooManyRequests(retryAfter: "Wed, 21 Oct 2015 07:28:00 GMT"),
  ]
  /// These take until the client's time limit, and come less often.
  private static let slowFaults: [Fault] = [.stalled, .silent, .latency(milliseconds: 3_000)]

  let servers: [LoopbackServer]
  private let ledger: @Sendable () -> Ledger

  init(seed: UInt64) throws {
    let state = Lock((random: SeededGenerator(seed: seed), ledger: Ledger(), addresses: [String]()))
    ledger = { state.withLock { $0.ledger } }
    @Sendable func fault() -> Fault? {
      state.withLock { state in
        state.ledger.requests += 1
        let fault: Fault?
        switch Int.random(in: 0..<1_000, using: &state.random) {
        case ..<499: return nil
        case 499: fault = .manyFields  // holds up all requests of the process for seconds, on Linux
        case ..<750: fault = .latency(milliseconds: .random(in: 1...200, using: &state.random))
        case ..<950: fault = Self.faults.randomElement(using: &state.random)
        case ..<970: fault = state.addresses.randomElement(using: &state.random).map { .redirect(to: $0 + "/photos") }
        default: fault = Self.slowFaults.randomElement(using: &state.random)
        }
        if let fault { state.ledger.faults.insert("\(fault)".components(separatedBy: ":")[0]) }
        return fault
      }
    }
    @Sendable func serve(_ number: Int) -> LoopbackServer.Handler {
      var routes = ServiceRoutes.endless { state.withLock { $0.addresses[number] } }
      routes.fault = { _ in fault() }
      routes.order = { text, fault in
        if case .tooManyRequests? = fault { return }
        state.withLock { $0.ledger.orders[text, default: 0] += 1 }
      }
      return { [routes] request in
        let answer: Answer
        switch request.path {
        case "/posts":
          answer = state.withLock { state in
            let posts = state.ledger.posts["\(number) \(request.query["list"] ?? "")", default: Posts()]
            return Answer(posts.page(after: request.query["after"], before: request.query["before"]))
          }
        case "/edits":
          let fault = fault()
          if case .tooManyRequests? = fault { return await fault?.apply(to: Answer()) ?? Answer() }
          answer = state.withLock { $0.ledger.take(request.query, of: number, isRefused: $0.random.next() % 4 == 0) }
          // Who refuses says so: an answer that is spoiled could say the opposite.
          return answer.status == 409 ? answer : await fault?.apply(to: answer) ?? answer
        default: return await routes.answer(request)
        }
        return await fault()?.apply(to: answer) ?? answer
      }
    }
    servers = [
      try LoopbackServer(handler: serve(0)),
      try (try? LoopbackServer(on: .v6, host: "localhost", handler: serve(1)))
        ?? LoopbackServer(host: "localhost", handler: serve(1)),
    ]
    state.withLock { $0.addresses = servers.map(\.address) }
  }

  func read() -> Ledger { ledger() }
}

extension BadDay.Ledger {
  /// Takes an edit, or refuses it.
  fileprivate mutating func take(_ edit: [String: String], of server: Int, isRefused: Bool) -> Answer {
    guard let token = edit["token"], !isRefused else { return .failure(status: 409, code: 15) }
    edits[token, default: 0] += 1
    func places(_ name: String) -> [(list: String, post: Int)] {
      (edit[name] ?? "").split(separator: ",").compactMap { place in
        let words = place.split(separator: "/")
        return words.count == 2 ? Int(words[1]).map { ("\(server) \(words[0])", $0) } : nil
      }
    }
    for (list, post) in places("removed") { posts[list, default: Posts()].delete(post) }
    for (list, post) in places("marked") { posts[list, default: Posts()].mark(post, token) }
    return Answer("{}")
  }
}

extension ServiceRoutes {
  /// Small answers in the services' JSON. Two movies and two photos of each page stand on the one before, too.
  fileprivate static func endless(address: @escaping @Sendable () -> String) -> ServiceRoutes {
    @Sendable func rows(_ page: Int, _ row: (Int) -> String) -> String {
      (page * 18..<page * 18 + 20).map(row).joined(separator: ",")
    }
    @Sendable func movies(_ page: Int) -> Data {
      let rows = rows(page) { #"{"id": \#($0), "title": "Movie \#($0)", "release_date": "2020-01-01"}"# }
      return Data(#"{"page": \#(page), "results": [\#(rows)], "total_pages": 500, "total_results": 9000}"#.utf8)
    }
    var routes = ServiceRoutes()
    routes.movies = { movies($1) }
    routes.search = { query, page in movies(page + query.utf8.count) }
    routes.series = { id in
      let seasons = (0..<6).map { #"{"id": \#(id * 10 + $0), "season_number": \#($0), "name": "Season \#($0)"}"# }
      return Data(#"{"id": \#(id), "name": "Series", "seasons": [\#(seasons.joined(separator: ","))]}"#.utf8)
    }
    routes.season = { series, number in
      let episodes = rows(number) { #"{"id": \#($0), "name": "\#($0)", "episode_number": \#($0)}"# }
      return Data(#"{"season_number": \#(number), "episodes": [\#(episodes)]}"#.utf8)
    }
    routes.dishes = { category in
      let url = address() + "/images/"
      let dishes = rows(1) { #"{"detail_hash": "\#(category)\#($0)", "title": "\#($0)", "image": "\#(url)\#($0)"}"# }
      return Data("[\(dishes)]".utf8)
    }
    routes.detail = { dish in
      let images = (1...4).map { #""\#(address())/images/\#(dish)_\#($0)""# }.joined(separator: ",")
      return Data(#"{"hash": "\#(dish)", "data": {"detail_section": [\#(images)]}}"#.utf8)
    }
    routes.image = { Data("GIF89a\($0)".utf8) + Data(repeating: 7, count: 2_000) }
    routes.photos = { page, _ in
      let photos = rows(page) { #"{"id": "p\#($0)", "likes": \#($0), "created_at": "2020-01-01T00:00:00Z"}"# }
      return Data("[\(photos)]".utf8)
    }
    return routes
  }
}
