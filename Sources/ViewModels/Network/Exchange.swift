import Foundation
import Reactive
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request and what comes back for it.
final class Exchange: Sendable {
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

  /// Whether the answer can go on.
  func begins(_ response: HTTPURLResponse) -> Bool {
    guard response.expectedContentLength <= limit else { return fail(.tooLarge(limit: limit)) }
    let headers = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
    events.yield(.began(status: response.statusCode, headers: Dictionary(headers, uniquingKeysWith: { $1 })))
    return true
  }

  /// Whether the answer can go on.
  func receives(_ data: Data) -> Bool {
    let count = received.add(data.count, ordering: .relaxed).newValue
    guard count <= limit else { return fail(.tooLarge(limit: limit)) }
    events.yield(.received(data))
    return true
  }

  func ends(_ error: (any Error)?) {
    guard let error else { return events.finish() }
    events.finish(throwing: Self.presentable(error))
  }

  private func fail(_ kind: ServiceError.Kind) -> Bool {
    events.finish(throwing: ServiceError(kind))
    return false
  }

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

/// The exchanges of a session, by the number of their task.
final class Exchanges: NSObject, URLSessionDataDelegate {
  private let running = Lock<[Int: Exchange]>([:])

  /// To be called before the task is resumed.
  func add(_ exchange: Exchange, for task: URLSessionTask) {
    running.withLock { $0[task.taskIdentifier] = exchange }
  }

  private func exchange(of task: URLSessionTask) -> Exchange? {
    running.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let goesOn = (response as? HTTPURLResponse).map { exchange(of: dataTask)?.begins($0) == true } ?? false
    completionHandler(goesOn ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    if exchange(of: dataTask)?.receives(data) != true { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // The client follows redirects itself: a session would send the credentials along.
    completionHandler(nil)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    running.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.ends(error)
  }
}
