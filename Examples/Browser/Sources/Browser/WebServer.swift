import FlyingFox
import FlyingSocks
import Foundation

// Not all of the package: it has an `HTTPRequest`, too.
import class ViewModels.CategoriesViewModel
import class ViewModels.MoviesViewModel
import class ViewModels.PagedList
import protocol ViewModels.PagedListViewModel

/// The address at which the pages are, on this machine alone.
struct WebServer {
  private let server: HTTPServer

  @MainActor
  init(
    port: UInt16, movies: Screen<MoviesViewModel>, dishes: Screen<CategoriesViewModel>,
    chat: Screen<PagedList<SampleChat.SectionID, SampleChat.Line>>
  ) throws {
    var routes = RoutedHTTPHandler()
    routes.appendRoute("GET /", to: .redirect(to: "/movies"))
    for (path, file) in [
      ("movies", "index.html"), ("dishes", "index.html"), ("chat", "index.html"), ("page.css", "page.css"),
      ("page.js", "page.js"), ("list.js", "list.js"),
    ] {
      routes.appendRoute(HTTPRoute("GET /\(path)"), to: .file(named: "Page/\(file)", in: .module))
    }
    routes.appendRoute("/movies/*", to: ScreenRoutes(screen: movies))
    routes.appendRoute("/dishes/*", to: ScreenRoutes(screen: dishes))
    routes.appendRoute("/chat/*", to: ScreenRoutes(screen: chat))
    server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port), timeout: 60, logger: .disabled,
      handler: LocalOnly(routes: routes))
  }

  /// Serves until the task is cancelled.
  /// - Parameter listening: is told the address.
  func run(listening: @escaping @Sendable (String) -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
      group.addTask {
        try await server.waitUntilListening()
        if case .ip4(let host, let port)? = await server.listeningAddress { listening("http://\(host):\(port)/") }
      }
      try await group.waitForAll()
    }
  }
}

/// Refuses what does not come from a page of this server: a foreign site can make a browser send requests here, under a
/// name of its own for this machine.
struct LocalOnly<Routes: HTTPHandler>: HTTPHandler {
  let routes: Routes

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let host = request.headers[.host] ?? ""
    let name = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
    guard ["127.0.0.1", "localhost"].contains(name), ["http://\(host)", nil].contains(request.headers[.init("Origin")])
    else { return HTTPResponse(statusCode: .forbidden) }
    var response = try await routes.handleRequest(request)
    response.headers[.init("Content-Security-Policy")] = "default-src 'self'; img-src data:; frame-ancestors 'none'"
    response.headers[.init("Cross-Origin-Resource-Policy")] = "same-origin"
    response.headers[.init("X-Content-Type-Options")] = "nosniff"
    response.headers[.cacheControl] = "no-store"
    return response
  }
}

/// A screen's events, and what its pages ask for.
struct ScreenRoutes<ViewModel: PagedListViewModel>: HTTPHandler {
  let screen: Screen<ViewModel>

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    switch (request.method, request.path.split(separator: "/").last.map(String.init) ?? "") {
    case (.GET, "events"):
      let page = await screen.connect()
      return HTTPResponse(
        statusCode: .ok, headers: [.contentType: "text/event-stream"],
        body: HTTPBodySequence(from: EventBytes(events: page.events)))
    case (.GET, "counts"):
      return HTTPResponse(
        statusCode: .ok, headers: [.contentType: "application/json"],
        body: try JSONEncoder().encode(await screen.settledCounts()))
    case (.POST, let command):
      let query = request.query
      let isKnown = await screen.carryOut(command) { name in query.first { $0.name == name }?.value }
      return HTTPResponse(statusCode: isKnown ? .noContent : .notFound)
    default: return HTTPResponse(statusCode: .methodNotAllowed)
    }
  }
}

/// A page's events, as FlyingFox sends a body whose length is not known.
struct EventBytes: AsyncBufferedSequence {
  let events: AsyncStream<[UInt8]>

  func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var events: AsyncStream<[UInt8]>.Iterator
    private var rest: ArraySlice<UInt8> = []

    init(events: AsyncStream<[UInt8]>.Iterator) { self.events = events }

    mutating func next() async -> UInt8? {
      if rest.isEmpty { rest = await events.next()?[...] ?? [] }
      return rest.popFirst()
    }

    mutating func nextBuffer(suggested count: Int) async -> [UInt8]? {
      defer { rest = [] }
      return rest.isEmpty ? await events.next() : Array(rest)
    }
  }
}
