import Foundation
import Reactive

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session and the exchanges that run in it.
final class URLSessionTransport: Sendable {
  private let session: URLSession
  private let delegate = Delegate()
  // On Linux every call of a session waits for the thread that reads from its sockets, seconds even while a sender is
  // fast. So no call is made on a thread of the concurrency pool, which has no more threads than the machine has cores.
  private let calls = DispatchQueue(label: "URLSessionClient.calls")

  init(_ configuration: URLSessionConfiguration) {
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: Self.delegateQueue)
  }

  /// Sends a request; what comes back is in the sequence, and nothing more is read when the sequence has ended.
  func start(_ request: URLRequest, limit: Int) -> AsyncThrowingStream<HTTPExchange.Event, any Error> {
    let (events, continuation) = AsyncThrowingStream.makeStream(of: HTTPExchange.Event.self)
    let exchange = HTTPExchange(limit: limit, events: continuation)
    let started = Started()
    continuation.onTermination = { [calls] _ in calls.async { started.task.withLock { $0 }?.cancel() } }
    calls.async { [session, delegate] in
      let task = session.dataTask(with: request)
      delegate.running.withLock { $0[task.taskIdentifier] = exchange }
      started.task.withLock { $0 = task }
      task.resume()
    }
    return events
  }

  /// Lets go of the session, which keeps itself and its delegate until then.
  func end() { calls.async { [session] in session.invalidateAndCancel() } }

  /// One call at a time, in order; nil is a session's own queue.
  private static var delegateQueue: OperationQueue? {
    #if canImport(FoundationNetworking)
      DelegateQueue()
    #else
      nil
    #endif
  }

  private final class Started: Sendable {
    let task = Lock<URLSessionDataTask?>(nil)
  }
}

/// Hands what a session says on to the exchange that it is about.
private final class Delegate: NSObject, URLSessionDataDelegate {
  let running = Lock<[Int: HTTPExchange]>([:])

  private func exchange(of task: URLSessionTask) -> HTTPExchange? { running.withLock { $0[task.taskIdentifier] } }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse { exchange(of: dataTask)?.begins(response) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(of: dataTask)?.receives(data)
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

#if canImport(FoundationNetworking)
  /// Where a session calls its delegate: one call at a time, in order.
  ///
  /// An operation queue costs more for a piece of a body than reading it from the socket, so the pieces of a fast body
  /// pile up in it: 800 MB in two seconds were measured behind a limit of 100 bytes. A dispatch queue keeps up.
  private final class DelegateQueue: OperationQueue, @unchecked Sendable {
    // All there is in it; a dispatch queue is safe from any thread.
    private let queue = DispatchQueue(label: "URLSessionClient.delegate")

    override func addOperation(_ block: @escaping @Sendable () -> Void) { queue.async(execute: block) }
  }
#endif
