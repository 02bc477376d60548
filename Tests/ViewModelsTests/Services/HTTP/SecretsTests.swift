import Foundation
import LoopbackServer
import Reactive
import Testing

@testable import ViewModels

@MainActor
@Suite("Secrets in what is shown when something goes wrong", .timeLimit(.minutes(10)))
struct SecretsTests {
  nonisolated private static let secret = "XXXXs3cretXXXX"
  nonisolated private static let path = "/services/T00000000/B00000000/\(secret)"

  /// Whatever a service can answer with, each answer quoting all that it was sent.
  nonisolated private static let answers: [@Sendable (Request) async -> Answer] = [
    { await Fault.halfBody.apply(to: echo($0)) }, { await Fault.wrongLength.apply(to: echo($0)) },
    { await Fault.reset.apply(to: echo($0)) }, { await Fault.emptyBody.apply(to: echo($0)) },
    { await Fault.brokenUTF8.apply(to: echo($0)) }, { _ in Answer(delivery: .closed) },
    { echo($0, status: 200) }, { echo($0, status: 400) }, { echo($0, status: 401) }, { echo($0, status: 404) },
    { echo($0, status: 410) }, { echo($0, status: 429) }, { echo($0, status: 500) }, { echo($0, status: 503) },
    { await Fault.redirect(to: "http://localhost:1\($0.path)").apply(to: echo($0)) },
    { await Fault.redirect(to: $0.path).apply(to: echo($0)) },
  ]

  nonisolated private static func echo(_ request: Request, status: Int = 500) -> Answer {
    let escaped = request.path.replacingOccurrences(of: "/", with: "\\/")
    let quoted = "\(request.path) \(escaped) \(request.headers["authorization"] ?? "") \(secret)"
    return Answer(
      #"{"success": false, "status_code": 7, "status_message": "no \#(quoted)", "results": "\#(quoted)"}"#,
      status: status)
  }

  /// Everything that somebody might print of a thing.
  private func texts(of thing: Any) -> [String] {
    var dumped = ""
    dump(thing, to: &dumped)
    return ["\(thing)", String(reflecting: thing), dumped]
  }

  private func texts(ofError error: any Error) -> [String] {
    let bridged = error as NSError
    return texts(of: error) + texts(of: bridged) + texts(of: bridged.userInfo)
      + [error.localizedDescription, bridged.localizedFailureReason ?? ""]
  }

  @Test("no order, toast, or reason holds a part of the web hook", arguments: answers.indices)
  func orders(position: Int) async throws {
    let server = try LoopbackServer { await Self.answers[position]($0) }
    defer { server.stop() }
    let service = SlackOrderService(try WebHook(server.address + Self.path)) { URLSessionClient.timeless() }
    let orders = OrdersViewModel(service: service, pause: .zero, policy: .never)
    var toasts: [OrderToast] = []
    let token = orders.toasts.sink { toasts.append($0) }
    orders.place("Tea", text: "Tea")
    await orders.settled()
    #expect(toasts.count == 1)
    for text in texts(of: toasts) + texts(of: orders.orders) + texts(of: orders) + texts(of: service) {
      for part in [Self.secret, "T00000000", "B00000000"] { #expect(!text.contains(part), "\(text)") }
    }
    token.cancel()
  }

  @Test("no error of a service holds the token, or the path of what was asked for", arguments: answers.indices)
  func errors(position: Int) async throws {
    let server = try LoopbackServer { await Self.answers[position]($0) }
    defer { server.stop() }
    let client = URLSessionClient.timeless()
    let service = try LiveMovieService(
      ServiceAddress(server.address), token: AccessToken(Self.secret), client: client)
    let error = await #expect(throws: (any Error).self) { try await service.movies(in: .popular, page: 1) }
    for text in texts(ofError: try #require(error)) + texts(of: service) {
      #expect(!text.contains(Self.secret), "\(text)")
    }
    let store = ImageStore(folder: nil, client: client)
    let url = try #require(URL(string: server.address + Self.path))
    let problem = await #expect(throws: (any Error).self) { try await store.data(for: url) }
    for text in texts(ofError: try #require(problem)) + texts(of: store) {
      #expect(!text.contains(Self.secret), "\(text)")
    }
  }

  @Test("an address that nobody listens at is not in the error, as URLSession would have it")
  func unreachable() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:1\(Self.path)"))
    let error = await #expect(throws: ServiceError.self) {
      try await URLSessionClient.timeless().send(HTTPRequest(url))
    }
    for text in texts(ofError: try #require(error)) { #expect(!text.contains(Self.secret), "\(text)") }
  }
}
