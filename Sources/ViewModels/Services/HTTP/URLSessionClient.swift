import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests over the network, through a `URLSession` of its own.
///
/// The session stores no cookies, no cache and no credentials. Answers are limited in time and size. An answer is cut
/// off as soon as it is too long, so an endless one takes no more memory than the limit; on Linux several at once do, see
/// <doc:Faults>.
///
/// ```swift
/// let client = URLSessionClient()
/// let answer = try await client.send(HTTPRequest(url))
/// ```
public final class URLSessionClient: HTTPClient {
  private let limits: AnswerLimits
  private let clock: any Clock<Duration>
  private let exchanges: URLSessionTransport

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - limits: The limits of each answer.
  ///   - clock: Measures the time limits.
  public init(limits: AnswerLimits = AnswerLimits(), clock: any Clock<Duration> = ContinuousClock()) {
    self.limits = limits
    self.clock = clock.withOneAlarm
    exchanges = URLSessionTransport(.withoutStores)
  }

  deinit { exchanges.close() }

  /// Sends a request and waits for the whole answer.
  ///
  /// - Throws: ``ServiceError``, with the host: `badConfiguration` if the URL is neither http nor https, and else what
  ///   became of the request; `CancellationError` at once when the task is cancelled.
  public func send(_ request: HTTPRequest) async throws -> HTTPAnswer {
    try Task.checkCancellation()
    // On Linux a session also speaks FTP, and on Apple's systems it reads files.
    guard ["http", "https"].contains(request.url.scheme?.lowercased()) else {
      throw ServiceError(.badConfiguration("only http and https addresses are requested"), host: request.url.host)
    }
    let firstByte = FirstByte()
    return try await ServiceError.naming(request.url.host) {
      try await clock.limit(firstByte: (limits.firstByte, firstByte), whole: limits.whole) {
        try await self.follow(request, firstByte)
      }
    }
  }

  private func follow(_ request: HTTPRequest, _ firstByte: FirstByte) async throws -> HTTPAnswer {
    let (method, mayChangeSomething) = (request.method, request.mayChangeSomething)
    var request = request
    let mostRedirects = max(0, limits.redirects)
    for redirects in 0...mostRedirects {
      let answer: HTTPAnswer
      do {
        answer = try await ServiceError.naming(request.url.host) { try await exchange(request, firstByte) }
      } catch let error as ServiceError {
        // What can't be reached now is the target. The first request has arrived before.
        guard redirects > 0, mayChangeSomething, case .unreachable(let problem) = error.kind else { throw error }
        throw ServiceError(.connectionLost(problem), host: error.host)
      }
      switch Redirect(status: answer.status, location: answer.headers["location"], of: request) {
      case .none:
        // A result that can't be read says nothing of the request that it is the result of.
        if request.method != method, 400..<500 ~= answer.status {
          throw ServiceError(.unreadable("the page with the result answered with HTTP \(answer.status)"))
        }
        return answer
      case .unsafe(let host): throw ServiceError(.unsafeRedirect(to: host))
      case .follow(let target):
        request.url = target
        // As browsers do, and RFC 9110 allows: after 301 to 303 the result is read with GET.
        if answer.status < 304, request.method != .head {
          request.method = .get
          request.body = nil
        }
      }
    }
    throw ServiceError(.connectionLost(.tooManyRedirects(mostRedirects)))
  }

  private func exchange(_ request: HTTPRequest, _ firstByte: FirstByte) async throws -> HTTPAnswer {
    #if canImport(FoundationNetworking)
      // libcurl sends any request again, up to five times, if a connection that was kept open closes before the answer begins;
      // with a body it waits for one that has been read already. So a write gets a connection of its own.
      let exchanges = request.mayChangeSomething ? URLSessionTransport(.withoutStores) : exchanges
      defer { if exchanges !== self.exchanges { exchanges.close() } }
    #endif
    // A head announces the length of a body that does not come.
    let limit = request.method == .head ? .max : request.sizeLimit ?? limits.size
    let events = exchanges.start(
      request.forURLSession, limit: limit, mayChangeSomething: request.mayChangeSomething)
    var answer: HTTPAnswer?
    for try await event in events {
      switch event {
      case .began(let status, let headers):
        let redirect = Redirect(status: status, location: headers["location"], of: request)
        if !redirect.isFollowed { firstByte.markReceived() }
        answer = HTTPAnswer(status: status, headers: headers)
      case .received(let data):
        answer?.body.append(data)
      }
    }
    try Task.checkCancellation()
    guard let answer else { throw ServiceError(.connectionLost(.noAnswer)) }
    // Not every system reports an answer that ends early as an error. Some have no body, whatever they announce (RFC 9112, 6.3).
    if request.method != .head, ![204, 304].contains(answer.status), answer.headers["content-encoding"] == nil,
      let length = answer.headers["content-length"].flatMap(Int.init), answer.body.count < length
    {
      throw ServiceError(.connectionLost(.endedEarly))
    }
    return answer
  }
}

extension URLSessionClient: CustomReflectable {
  /// An empty mirror. A session's tasks hold the URLs and header fields of their requests, credentials included.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPRequest {
  fileprivate var forURLSession: URLRequest {
    var request = URLRequest(url: url.withSmallScheme)
    request.httpMethod = method.rawValue
    request.httpBody = body
    request.httpShouldHandleCookies = false
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    if let token { request.setValue(token.headerValue, forHTTPHeaderField: "Authorization") }
    return request
  }
}

extension URL {
  /// The same URL with its scheme in small letters: on Linux a session knows no other.
  fileprivate var withSmallScheme: URL {
    guard let scheme, scheme != scheme.lowercased() else { return self }
    var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    parts?.scheme = scheme.lowercased()
    return parts?.url ?? self
  }
}

extension URLSessionConfiguration {
  /// No cookies, no cache, no credentials, and none of a session's own limits.
  fileprivate static var withoutStores: URLSessionConfiguration {
    let configuration = ephemeral
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // The client has its own limits. A day keeps the session's from being shorter.
    configuration.timeoutIntervalForRequest = 86_400
    configuration.timeoutIntervalForResource = 86_400
    // LimitedClient limits the number of requests fairly. A queue in the session would not be fair.
    configuration.httpMaximumConnectionsPerHost = 64
    return configuration
  }
}
