import Foundation

/// A service that speaks JSON: the base of a service of your own.
///
/// ```swift
/// let service = JSONService("https://api.example.com")
/// let pages = PagedList(sections: Feed.allCases) { feed, page in
///   let answer: Answer = try await service.get("feeds/\(feed.rawValue)", query: ["cursor": page.cursor])
///   return Page(answer.posts, nextCursor: answer.next)  // posts is a LossyList
/// }
/// pages.edit({ $0.remove([id], from: .new) }, sending: { try await service.send(.delete, "posts/\(id)") })
/// ```
/// A status that is no success, an answer that can't be decoded, a connection that fails and a time limit that passes
/// are each a ``ServiceError`` that names the host. What the service itself says of an error is part of it.
///
/// A request is sent again as ``RetryingClient``'s policy allows, and one with a method that is not idempotent only if it
/// can't have arrived; see ``HTTPRequest/mayBeRepeated``.
public struct JSONService: Sendable {
  /// What the body of an error says: the service's own code, and its reason in words.
  public typealias Explanation = (code: Int?, reason: String?)

  let address: ServiceAddress
  let token: TokenSource?
  let client: any HTTPClient
  let encoder: JSONEncoder
  private let decoder: JSONDecoder
  let explain: @Sendable (Data) -> Explanation

  /// Creates a service without a token.
  /// - Parameters:
  ///   - address: The base URL.
  ///   - encoder: Encodes the bodies. It must not be changed afterwards.
  ///   - decoder: Decodes the answers. It must not be changed afterwards.
  ///   - client: Sends the requests. Services that share one also share its limit of requests at a time. One of your own is
  ///     wrapped, to retry and to have a limit: `RetryingClient(LimitedClient(yours))`.
  ///   - explain: Reads the body of an error.
  public init(
    _ address: ServiceAddress, encoder: JSONEncoder = JSONEncoder(), decoder: JSONDecoder = JSONDecoder(),
    client: any HTTPClient = .standard,
    explain: @escaping @Sendable (Data) -> Explanation = explanation
  ) {
    self.init(address, nil, encoder, decoder, client, explain)
  }

  /// Creates a service without a token, whose address stands in the program's text.
  /// - Parameters:
  ///   - address: The base URL.
  ///   - encoder: Encodes the bodies. It must not be changed afterwards.
  ///   - decoder: Decodes the answers. It must not be changed afterwards.
  ///   - client: Sends the requests. Services that share one also share its limit of requests at a time. One of your own is
  ///     wrapped, to retry and to have a limit: `RetryingClient(LimitedClient(yours))`.
  ///   - explain: Reads the body of an error.
  /// - Precondition: The address is one that ``ServiceAddress/init(_:)`` accepts.
  public init(
    _ address: StaticString, encoder: JSONEncoder = JSONEncoder(), decoder: JSONDecoder = JSONDecoder(),
    client: any HTTPClient = .standard,
    explain: @escaping @Sendable (Data) -> Explanation = explanation
  ) {
    guard let address = try? ServiceAddress("\(address)") else { preconditionFailure("\(address) is no base URL") }
    self.init(address, nil, encoder, decoder, client, explain)
  }

  /// Creates a service with a token that doesn't change, which is sent to this address only.
  /// - Parameters:
  ///   - address: The base URL, with https.
  ///   - token: The credentials.
  ///   - encoder: Encodes the bodies. It must not be changed afterwards.
  ///   - decoder: Decodes the answers. It must not be changed afterwards.
  ///   - client: Sends the requests. Services that share one also share its limit of requests at a time. One of your own is
  ///     wrapped, to retry and to have a limit: `RetryingClient(LimitedClient(yours))`.
  ///   - explain: Reads the body of an error.
  /// - Throws: ``ServiceError``, `badConfiguration`, if the token would be sent unencrypted.
  public init(
    _ address: ServiceAddress, token: AccessToken, encoder: JSONEncoder = JSONEncoder(),
    decoder: JSONDecoder = JSONDecoder(),
    client: any HTTPClient = .standard,
    explain: @escaping @Sendable (Data) -> Explanation = explanation
  ) throws {
    try address.requireConfidential()
    let source = TokenSource { refused in
      // The same one again would be refused again.
      guard refused == nil else { throw SameToken() }
      return token
    }
    self.init(address, source, encoder, decoder, client, explain)
  }

  /// Creates a service with a token that can be renewed, which is sent to this address only.
  ///
  /// ```swift
  /// let service = try JSONService(address, token: { refused in
  ///   refused == nil ? try await keychain.token() : try await signIn.renewedToken()
  /// })
  /// ```
  /// - Parameters:
  ///   - address: The base URL, with https.
  ///   - token: Returns the credentials. Called when the first request needs them, with nil, and after an answer of 401,
  ///     with the token that was refused; the request is then sent once more. Requests that wait at the same time share
  ///     one call, which goes on when they are cancelled, for those that follow. What it throws is what they throw.
  ///   - encoder: Encodes the bodies. It must not be changed afterwards.
  ///   - decoder: Decodes the answers. It must not be changed afterwards.
  ///   - client: Sends the requests. Services that share one also share its limit of requests at a time. One of your own is
  ///     wrapped, to retry and to have a limit: `RetryingClient(LimitedClient(yours))`.
  ///   - explain: Reads the body of an error.
  /// - Throws: ``ServiceError``, `badConfiguration`, if the token would be sent unencrypted.
  public init(
    _ address: ServiceAddress, token: @escaping @Sendable (_ refused: AccessToken?) async throws -> AccessToken,
    encoder: JSONEncoder = JSONEncoder(), decoder: JSONDecoder = JSONDecoder(),
    client: any HTTPClient = .standard,
    explain: @escaping @Sendable (Data) -> Explanation = explanation
  ) throws {
    try address.requireConfidential()
    self.init(address, TokenSource(token), encoder, decoder, client, explain)
  }

  private init(
    _ address: ServiceAddress, _ token: TokenSource?, _ encoder: JSONEncoder, _ decoder: JSONDecoder,
    _ client: any HTTPClient, _ explain: @escaping @Sendable (Data) -> Explanation
  ) {
    self.address = address
    self.token = token
    self.encoder = encoder
    self.decoder = decoder
    self.client = client
    self.explain = explain
  }

  // MARK: - Reading

  /// Requests a path below the address and decodes the answer, off the main actor.
  ///
  /// - Parameters:
  ///   - path: The path below the address, without a slash in front, and not percent-encoded. A part that is `.` or `..` makes no
  ///     URL; one that holds a slash of its own can't be said.
  ///   - query: The query's names and values. One that is nil is left out. If the service quotes a value of eight bytes or more
  ///     in an error, it is blacked out.
  ///   - headers: Header fields beside `Accept`. If the service quotes one in an error, it is blacked out, unless it only says
  ///     what is wanted, as `Accept-Language` and `User-Agent` do.
  ///   - lane: See ``HTTPRequest/lane``; the path, unless told otherwise.
  /// - Throws: ``ServiceError``, with the host and without the token, even if the service quotes it; `CancellationError`
  ///   when the task is cancelled.
  @concurrent
  public func get<Value: Decodable & Sendable>(
    _ path: String, query: [String: String?] = [:], headers: [String: String] = [:], lane: String? = nil
  ) async throws -> Value {
    try await send(.get, path, query: query, headers: headers, lane: lane)
  }

  /// Requests a path below the address and decodes the answer, off the main actor.
  ///
  /// - Parameter lane: See ``HTTPRequest/lane``.
  /// - Throws: `ServiceError`, with the host and without the token, even if the service quotes it.
  @concurrent
  func get<Value: Sendable>(
    _ path: String, query: [URLQueryItem] = [], lane: String, decode: @Sendable (Data) throws -> Value
  ) async throws -> Value {
    try await exchange(decode) { try request(.get, path, query, lane: lane) }
  }

  // MARK: - Writing

  /// Sends a request and decodes the answer, off the main actor.
  ///
  /// An optional `Value` is nil for an answer without a body, 204 for instance. Any other value needs one.
  ///
  /// - Parameters:
  ///   - method: The method. Whether the request may be sent twice follows from it.
  ///   - path: The path below the address, without a slash in front, and not percent-encoded. A part that is `.` or `..` makes no
  ///     URL; one that holds a slash of its own can't be said.
  ///   - query: The query's names and values. One that is nil is left out. If the service quotes a value of eight bytes or more
  ///     in an error, it is blacked out.
  ///   - headers: Header fields beside `Accept` and `Content-Type`. If the service quotes one in an error, it is blacked out,
  ///     unless it only says what is wanted, as `Accept-Language` and `User-Agent` do.
  ///   - body: What is sent, as JSON.
  ///   - mayBeRepeated: True for a request that takes effect once however often it is sent, because one of its header
  ///     fields is a key by which the service knows it. See ``HTTPRequest/mayBeRepeated``.
  ///   - lane: See ``HTTPRequest/lane``; the path, unless told otherwise.
  /// - Throws: ``ServiceError``, with the host and without the token, even if the service quotes it; `CancellationError`
  ///   when the task is cancelled. Of a request that was cancelled nobody knows whether it took effect. If a request may have
  ///   taken effect, and its repeat is refused, the error is the first one's; see ``ServiceError/mayHaveTakenEffect``.
  @concurrent
  public func send<Value: Decodable & Sendable>(
    _ method: HTTPRequest.Method, _ path: String, query: [String: String?] = [:], headers: [String: String] = [:],
    body: (any Encodable & Sendable)? = nil, mayBeRepeated: Bool? = nil, lane: String? = nil
  ) async throws -> Value {
    try await exchange { [decoder] data in
      if data.isEmpty, let none = Any?.none as? Value { return none }
      return try JSONAnswer.decode(Value.self, from: data, with: decoder)
    } of: {
      try request(method, path, [URLQueryItem](query), headers, body, mayBeRepeated, lane: lane ?? path)
    }
  }

  /// Sends a request of whose answer only the status matters, off the main actor.
  ///
  /// - Parameters:
  ///   - method: The method. Whether the request may be sent twice follows from it.
  ///   - path: The path below the address, without a slash in front, and not percent-encoded. A part that is `.` or `..` makes no
  ///     URL; one that holds a slash of its own can't be said.
  ///   - query: The query's names and values. One that is nil is left out. If the service quotes a value of eight bytes or more
  ///     in an error, it is blacked out.
  ///   - headers: Header fields beside `Accept` and `Content-Type`. If the service quotes one in an error, it is blacked out,
  ///     unless it only says what is wanted, as `Accept-Language` and `User-Agent` do.
  ///   - body: What is sent, as JSON.
  ///   - mayBeRepeated: True for a request that takes effect once however often it is sent, because one of its header
  ///     fields is a key by which the service knows it. See ``HTTPRequest/mayBeRepeated``.
  ///   - lane: See ``HTTPRequest/lane``; the path, unless told otherwise.
  /// - Throws: As the other one does.
  @concurrent
  public func send(
    _ method: HTTPRequest.Method, _ path: String, query: [String: String?] = [:], headers: [String: String] = [:],
    body: (any Encodable & Sendable)? = nil, mayBeRepeated: Bool? = nil, lane: String? = nil
  ) async throws {
    try await exchange { _ in
    } of: {
      try request(method, path, [URLQueryItem](query), headers, body, mayBeRepeated, lane: lane ?? path)
    }
  }
}

/// A token that doesn't change has been refused.
struct SameToken: Error {}

extension ServiceAddress {
  fileprivate func requireConfidential() throws {
    guard isConfidential else {
      throw ServiceError(.badConfiguration("a token goes to https addresses only"), host: host)
    }
  }
}
