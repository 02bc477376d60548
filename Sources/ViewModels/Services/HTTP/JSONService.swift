import Foundation

/// A service that answers GET requests with JSON: the base of a service of your own.
///
/// ```swift
/// let service = JSONService("https://api.example.com")
/// let pages = PagedList(sections: Feed.allCases) { feed, page in
///   let answer: Answer = try await service.get("feeds/\(feed.rawValue)", query: ["cursor": page.cursor])
///   return Page(answer.posts, nextCursor: answer.next)  // posts is a LossyList
/// }
/// ```
/// A status that is no success, an answer that can't be decoded, a connection that fails and a time limit that passes
/// are each a ``ServiceError`` that names the host.
public struct JSONService: Sendable {
  /// The code and the whole reason in the body of an error.
  typealias Explanation = (code: Int?, reason: String?)

  private let address: ServiceAddress
  private let token: AccessToken?
  private let client: any HTTPClient
  private let decoder: JSONDecoder
  private let explain: @Sendable (Data) -> Explanation

  /// Creates a service without a token.
  /// - Parameters:
  ///   - address: The base URL.
  ///   - decoder: Decodes the answers. It must not be changed afterwards.
  ///   - client: Sends the requests. Services that share one also share its limit of requests at a time.
  public init(
    _ address: ServiceAddress, decoder: JSONDecoder = JSONDecoder(),
    client: any HTTPClient = RetryingClient(LimitedClient(URLSessionClient()))
  ) {
    self.address = address
    self.token = nil
    self.client = client
    self.decoder = decoder
    explain = { _ in (nil, nil) }
  }

  /// Creates a service without a token, whose address stands in the program's text.
  /// - Parameters:
  ///   - address: The base URL.
  ///   - decoder: Decodes the answers. It must not be changed afterwards.
  ///   - client: Sends the requests. Services that share one also share its limit of requests at a time.
  /// - Precondition: The address is one that ``ServiceAddress/init(_:)`` accepts.
  public init(
    _ address: StaticString, decoder: JSONDecoder = JSONDecoder(),
    client: any HTTPClient = RetryingClient(LimitedClient(URLSessionClient()))
  ) {
    guard let address = try? ServiceAddress("\(address)") else { preconditionFailure("\(address) is no base URL") }
    self.init(address, decoder: decoder, client: client)
  }

  /// Creates a service with a token, which is sent to this address only.
  /// - Parameters:
  ///   - address: The base URL, with https.
  ///   - token: The credentials.
  ///   - decoder: Decodes the answers. It must not be changed afterwards.
  ///   - client: Sends the requests. Services that share one also share its limit of requests at a time.
  /// - Throws: ``ServiceError``, `badConfiguration`, if the token would be sent unencrypted.
  public init(
    _ address: ServiceAddress, token: AccessToken, decoder: JSONDecoder = JSONDecoder(),
    client: any HTTPClient = RetryingClient(LimitedClient(URLSessionClient()))
  ) throws {
    try self.init(address, token: token, decoder: decoder, client: client) { _ in (nil, nil) }
  }

  /// Creates a service with a token.
  /// - Parameter explain: reads the body of an error.
  /// - Throws: `ServiceError`, `badConfiguration`, if the token would be sent unencrypted.
  init(
    _ address: ServiceAddress, token: AccessToken, decoder: JSONDecoder = JSONDecoder(), client: any HTTPClient,
    explain: @escaping @Sendable (Data) -> Explanation
  ) throws {
    guard address.isConfidential else {
      throw ServiceError(.badConfiguration("a token goes to https addresses only"), host: address.host)
    }
    self.address = address
    self.token = token
    self.client = client
    self.decoder = decoder
    self.explain = explain
  }

  /// Requests a path below the address and decodes the answer, off the main actor.
  ///
  /// - Parameters:
  ///   - path: The path below the address, without a slash in front.
  ///   - query: The query's names and values. One that is nil is left out.
  ///   - lane: See ``HTTPRequest/lane``; the path, unless told otherwise.
  /// - Throws: ``ServiceError``, with the host and without the token, even if the service quotes it; `CancellationError`
  ///   when the task is cancelled.
  @concurrent
  public func get<Value: Decodable & Sendable>(
    _ path: String, query: [String: String?] = [:], lane: String? = nil
  ) async throws -> Value {
    let items = query.sorted { $0.key < $1.key }.compactMap { name, value in
      value.map { URLQueryItem(name: name, value: $0) }
    }
    return try await get(path, query: items, lane: lane ?? path) { [decoder] in
      try JSONAnswer.decode(Value.self, from: $0, with: decoder)
    }
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
