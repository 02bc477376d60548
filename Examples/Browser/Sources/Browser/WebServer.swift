import FlyingFox
import FlyingSocks
import Foundation

/// The address at which the page is, on this machine alone.
struct WebServer {
  private let server: HTTPServer

  init(port: UInt16) throws {
    var routes = RoutedHTTPHandler()
    for (path, file) in [("", "index.html")] + ["page.css", "page.js", "list.js", "axis.js"].map({ ($0, $0) }) {
      routes.appendRoute(HTTPRoute("GET /\(path)"), to: .file(named: "Page/\(file)", in: .module))
    }
    routes.appendRoute("GET /socket", to: .webSocket(Sessions()))
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

/// Makes a session of each connection.
struct Sessions: WSMessageHandler {
  func makeMessages(for client: AsyncStream<WSMessage>) async -> AsyncStream<WSMessage> {
    let session = await Session()
    Task { @MainActor in
      for await case .text(let text) in client {
        guard let command = try? JSONDecoder().decode(Command.self, from: Data(text.utf8)) else { break }
        session.carryOut(command)
      }
      session.letGo()
    }
    return session.messages
  }
}

/// Refuses what does not come from a page of this server: a foreign site can make a browser send requests here, under a
/// name of its own for this machine.
struct LocalOnly<Routes: HTTPHandler>: HTTPHandler {
  let routes: Routes

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    func field(_ name: String) -> String? { request.headers[.init(name)]?.lowercased() }
    let host = field("Host") ?? ""
    let name = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
    guard ["127.0.0.1", "localhost"].contains(name), ["http://\(host)", nil].contains(field("Origin")),
      ["same-origin", "none", nil].contains(field("Sec-Fetch-Site"))
    else { return HTTPResponse(statusCode: .forbidden) }
    var response = try await routes.handleRequest(request)
    response.headers[.init("Content-Security-Policy")] = "default-src 'self'; img-src data:; frame-ancestors 'none'"
    response.headers[.init("Cross-Origin-Resource-Policy")] = "same-origin"
    response.headers[.init("X-Content-Type-Options")] = "nosniff"
    response.headers[.cacheControl] = "no-store"
    return response
  }
}
