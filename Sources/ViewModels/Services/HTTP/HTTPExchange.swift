import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request and the events of its answer.
final class HTTPExchange: Sendable {
  enum Event: Sendable {
    case began(status: Int, headers: [String: String])
    case received(Data)
  }

  /// Whether it matters if the request has arrived.
  let mayChangeSomething: Bool
  private let limit: Int
  private let events: AsyncThrowingStream<Event, any Error>.Continuation
  // Counted here and not by the reader: a sender faster than the reader would fill the buffer between them.
  private let received = Atomic(0)
  private let hasBegun = Atomic(false)

  init(limit: Int, mayChangeSomething: Bool = false, events: AsyncThrowingStream<Event, any Error>.Continuation) {
    self.limit = limit
    self.mayChangeSomething = mayChangeSomething
    self.events = events
  }

  /// Forwards the head of the answer. Fails if the announced body is too long.
  func begin(_ response: HTTPURLResponse) {
    hasBegun.store(true, ordering: .relaxed)
    guard response.expectedContentLength <= limit else { return fail(.tooLarge(limit: limit)) }
    events.yield(.began(status: response.statusCode, headers: response.fields))
  }

  /// Forwards a piece of the body. Fails if the body is too long by now.
  func receive(_ data: Data) {
    let count = received.add(data.count, ordering: .relaxed).newValue
    guard count <= limit else { return fail(.tooLarge(limit: limit)) }
    events.yield(.received(data))
  }

  /// Ends the events, unless they have ended.
  ///
  /// - Parameters:
  ///   - response: The response if there is one, also if ``begin(_:)`` was not called.
  ///   - mayHaveArrived: Whether something of the request may have gone over a connection, whatever the error's code says.
  func finish(_ error: (any Error)?, response: URLResponse? = nil, mayHaveArrived: Bool = false) {
    let begun = hasBegun.load(ordering: .relaxed)
    if let error { return events.finish(throwing: Self.error(for: error, mayHaveArrived: begun || mayHaveArrived)) }
    // On Linux a redirect without a usable Location is not passed to the delegate. Its body is lost, so its length is
    // not that of the answer.
    if !begun, let response = response as? HTTPURLResponse {
      events.yield(
        .began(status: response.statusCode, headers: response.fields.filter { $0.key != "content-length" }))
    }
    events.finish()
  }

  // The end of the events cancels the task; see URLSessionTransport.start.
  private func fail(_ kind: ServiceError.Kind) { events.finish(throwing: ServiceError(kind)) }

  /// Translates an error into one without the URL that `URLError` carries.
  ///
  /// - Parameter mayHaveArrived: Whether something of the answer, or of the request, may have gone over a connection.
  ///   On Linux the code "cannot connect" can be left over from the first of several addresses, although the request
  ///   was delivered to the second, so the code alone is no proof that nothing arrived.
  private static func error(for error: any Error, mayHaveArrived: Bool) -> any Error {
    guard let error = error as? URLError else { return ServiceError(.connectionLost(.other(code: nil))) }
    switch error.code {
    case .cancelled: return CancellationError()
    case .timedOut: return ServiceError(.timedOut(.whole))
    case .networkConnectionLost: return ServiceError(.connectionLost(.closed))
    case .badServerResponse: return ServiceError(.connectionLost(.noAnswer))
    default: break
    }
    if let problem = error.connectionProblem {
      return ServiceError(mayHaveArrived ? .connectionLost(problem) : .unreachable(problem))
    }
    return ServiceError(.connectionLost(.other(code: error.code == .unknown ? nil : error.code.rawValue)))
  }
}

extension URLError {
  /// Why no connection could be made. Nil for other errors.
  fileprivate var connectionProblem: ServiceError.ConnectionProblem? {
    switch code {
    case .cannotConnectToHost: .refused
    case .cannotFindHost, .dnsLookupFailed: .noSuchHost
    case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive: .offline
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      .notSecure
    // On Linux errors of TLS have no code of their own. What libcurl says of them names the protocol or its library.
    case .unknown where ["SSL", "TLS", "certificate"].contains { localizedDescription.contains($0) }: .notSecure
    default: nil
    }
  }
}

extension HTTPURLResponse {
  fileprivate var fields: [String: String] {
    Dictionary(allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }, uniquingKeysWith: { $1 })
  }
}
