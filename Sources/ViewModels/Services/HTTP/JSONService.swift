import Foundation

/// A service that answers GET requests with JSON.
struct JSONService: Sendable {
  /// The code and the whole reason in the body of an error.
  typealias Explanation = (code: Int?, reason: String?)

  private let address: ServiceAddress
  private let token: AccessToken?
  private let client: any HTTPClient
  private let explain: @Sendable (Data) -> Explanation

  /// Creates a service without a token, whose errors are known by their status alone.
  init(_ address: ServiceAddress, client: any HTTPClient) {
    self.address = address
    self.token = nil
    self.client = client
    explain = { _ in (nil, nil) }
  }

  /// Creates a service with a token.
  /// - Parameter explain: reads the body of an error.
  /// - Throws: `ServiceError`, `badConfiguration`, if the token would be sent unencrypted.
  init(
    _ address: ServiceAddress, token: AccessToken, client: any HTTPClient,
    explain: @escaping @Sendable (Data) -> Explanation
  ) throws {
    guard address.isConfidential else {
      throw ServiceError(.badConfiguration("a token goes to https addresses only"), host: address.host)
    }
    self.address = address
    self.token = token
    self.client = client
    self.explain = explain
  }

  /// Requests a path below the address and decodes the answer, off the main actor.
  ///
  /// - Parameter lane: see ``HTTPRequest/lane``.
  /// - Throws: `ServiceError`, with the host and without the token, even if the service quotes it.
  @concurrent
  func get<Value: Sendable>(
    _ path: String, query: [URLQueryItem] = [], lane: String, decode: @Sendable (Data) throws -> Value
  ) async throws -> Value {
    try await ServiceError.naming(address.host) {
      guard let url = address.url(path, query: query) else {
        throw ServiceError(.badConfiguration("the base URL and a path make no URL"))
      }
      var request = HTTPRequest(url)
      request.headers = ["Accept": "application/json"]
      request.token = token
      request.lane = lane
      let answer = try await client.send(request)
      do {
        guard 200..<300 ~= answer.status else { throw refusal(answer) }
        return try decode(answer.body)
      } catch let error as ServiceError {
        throw completed(error, answer)
      }
    }
  }

  private func refusal(_ answer: HTTPAnswer) -> ServiceError {
    let retryAfter = RetryAfter.duration(answer.headers["retry-after"], now: Date())
    return ServiceError(
      .refused(status: answer.status, code: explain(answer.body).code, retryAfter: retryAfter))
  }

  /// Adds the status and the reason to an error, without the token that the service may have quoted.
  ///
  /// The reason is read once more from the body: in the error it has been shortened, and a token that was cut may not be
  /// found.
  private func completed(_ error: ServiceError, _ answer: HTTPAnswer) -> ServiceError {
    guard case .refused(let status, let code, _, let retryAfter) = error.kind else { return error }
    let reason = explain(answer.body).reason.map { token?.redacted($0) ?? $0 }
    return ServiceError(
      .refused(status: status ?? answer.status, code: code, reason: reason, retryAfter: retryAfter), host: error.host)
  }
}
