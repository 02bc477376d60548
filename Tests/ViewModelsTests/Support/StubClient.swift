import Foundation
import ListEngine
import ListViewModelsTestSupport
import ViewModels

/// An HTTP client that answers what a closure says, and keeps what it was asked.
struct StubClient: HTTPClient {
  let requests = Log<HTTPRequest>()
  let answer: @Sendable (_ request: HTTPRequest, _ number: Int) async throws -> HTTPAnswer

  func send(_ request: HTTPRequest) async throws -> HTTPAnswer { try await answer(request, requests.add(request)) }
}

extension HTTPRequest {
  static let example = HTTPRequest(URL(string: "https://api.example/list") ?? URL(fileURLWithPath: "/"))
}
