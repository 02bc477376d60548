import FlyingFox
import FlyingSocks
import Foundation

/// Where the page is, on this machine alone.
func webServer(port: UInt16) throws -> HTTPServer {
  var routes = RoutedHTTPHandler()
  for (path, file) in [("", "index.html")] + ["page.css", "page.js", "list.js", "axis.js"].map({ ($0, $0) }) {
    routes.appendRoute(HTTPRoute("GET /\(path)"), to: .file(named: "Page/\(file)", in: .module))
  }
  routes.appendRoute("GET /socket", to: .webSocket(Sessions()))
  return HTTPServer(
    address: try .inet(ip4: "127.0.0.1", port: port), timeout: 60, logger: .disabled,
    handler: LocalOnly(routes: routes))
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
    for (name, value) in [
      ("Content-Security-Policy", "default-src 'self'; img-src data:; frame-ancestors 'none'"),
      ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Content-Type-Options", "nosniff"),
      ("Cache-Control", "no-store"),
    ] { response.headers[.init(name)] = value }
    return response
  }
}
