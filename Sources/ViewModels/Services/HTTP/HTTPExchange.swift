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

  private let limit: Int
  private let events: AsyncThrowingStream<Event, any Error>.Continuation
  // Counted here and not by the reader: a sender faster than the reader would fill the buffer between them.
  private let received = Atomic(0)

  init(limit: Int, events: AsyncThrowingStream<Event, any Error>.Continuation) {
    self.limit = limit
    self.events = events
  }

  /// Forwards the head of the answer. Fails if the announced body is too long.
  func begin(_ response: HTTPURLResponse) {
    guard response.expectedContentLength <= limit else { return fail(.tooLarge(limit: limit)) }
    let headers = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
    events.yield(.began(status: response.statusCode, headers: Dictionary(headers, uniquingKeysWith: { $1 })))
  }

  /// Forwards a piece of the body. Fails if the body is too long by now.
  func receive(_ data: Data) {
    let count = received.add(data.count, ordering: .relaxed).newValue
    guard count <= limit else { return fail(.tooLarge(limit: limit)) }
    events.yield(.received(data))
  }

  /// Ends the events, unless they have ended.
  func finish(_ error: (any Error)?) {
    guard let error else { return events.finish() }
    events.finish(throwing: Self.presentable(error))
  }

  // The end of the events cancels the task; see URLSessionTransport.start.
  private func fail(_ kind: ServiceError.Kind) { events.finish(throwing: ServiceError(kind)) }

  /// Translates an error into one without the URL that `URLError` carries.
  private static func presentable(_ error: any Error) -> any Error {
    guard let code = (error as? URLError)?.code else { return ServiceError(.connectionLost("no reason given")) }
    switch code {
    case .cancelled: return CancellationError()
    case .timedOut: return ServiceError(.timedOut(.whole))
    case .cannotConnectToHost: return ServiceError(.unreachable("connection refused"))
    case .cannotFindHost, .dnsLookupFailed: return ServiceError(.unreachable("no such host"))
    case .notConnectedToInternet: return ServiceError(.unreachable("offline"))
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      return ServiceError(.unreachable("no secure connection"))
    case .networkConnectionLost: return ServiceError(.connectionLost("closed by the other side"))
    case .unknown: return ServiceError(.connectionLost("no reason given"))
    default: return ServiceError(.connectionLost("error \(code.rawValue)"))
    }
  }
}
