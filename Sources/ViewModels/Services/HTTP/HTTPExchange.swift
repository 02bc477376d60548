import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request and what comes back for it.
final class HTTPExchange: Sendable {
  enum Event: Sendable {
    case began(status: Int, headers: [String: String])
    case received(Data)
  }

  private let limit: Int
  private let events: AsyncThrowingStream<Event, any Error>.Continuation
  // Counted here and not by the reader: a sender faster than the reader would fill the memory between them.
  private let received = Atomic(0)

  init(limit: Int, events: AsyncThrowingStream<Event, any Error>.Continuation) {
    self.limit = limit
    self.events = events
  }

  /// Hands over the head of the answer; ends if the body is announced too long.
  func begins(_ response: HTTPURLResponse) {
    guard response.expectedContentLength <= limit else { return fail(.tooLarge(limit: limit)) }
    let headers = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
    events.yield(.began(status: response.statusCode, headers: Dictionary(headers, uniquingKeysWith: { $1 })))
  }

  /// Hands over a piece of the body; ends if the body is too long by now.
  func receives(_ data: Data) {
    let count = received.add(data.count, ordering: .relaxed).newValue
    guard count <= limit else { return fail(.tooLarge(limit: limit)) }
    events.yield(.received(data))
  }

  /// Ends, if it has not yet.
  func ends(_ error: (any Error)?) {
    guard let error else { return events.finish() }
    events.finish(throwing: Self.presentable(error))
  }

  // Whoever reads the events is gone by their end, and the task is cancelled then.
  private func fail(_ kind: ServiceError.Kind) { events.finish(throwing: ServiceError(kind)) }

  /// The error without the URL that URLError carries along.
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
