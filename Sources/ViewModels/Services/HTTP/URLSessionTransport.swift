import Foundation
import Reactive

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A `URLSession` and its running exchanges.
final class URLSessionTransport: Sendable {
  private let session: URLSession
  private let delegate = Delegate()
  // On Linux each call of a session waits for the thread that reads from its sockets, for seconds if a sender is fast.
  // So no call is made on a thread of the concurrency pool, which has only as many threads as the machine has cores.
  private let calls = DispatchQueue(label: "URLSessionClient.calls")

  init(_ configuration: URLSessionConfiguration) {
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: Self.delegateQueue)
  }

  /// Sends a request and returns the events of its answer. The end of the sequence cancels the request.
  ///
  /// - Parameter mayChangeSomething: Whether it matters if the request has arrived.
  func start(
    _ request: URLRequest, limit: Int, mayChangeSomething: Bool = false
  ) -> AsyncThrowingStream<HTTPExchange.Event, any Error> {
    let (events, continuation) = AsyncThrowingStream.makeStream(of: HTTPExchange.Event.self)
    let exchange = HTTPExchange(limit: limit, mayChangeSomething: mayChangeSomething, events: continuation)
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

  /// Releases the session, which retains itself and its delegate until its requests have ended. Each has, or is cancelled by the
  /// end of its events.
  ///
  /// On Linux `invalidateAndCancel()` would read the list of tasks while another thread takes out those that end, and trap.
  func close() { calls.async { [session] in session.finishTasksAndInvalidate() } }

  /// The queue of the delegate's calls. Nil means the session's own.
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

/// Forwards a session's calls to the exchange of their task.
private final class Delegate: NSObject, URLSessionDataDelegate {
  let running = Lock<[Int: HTTPExchange]>([:])

  private func exchange(of task: URLSessionTask) -> HTTPExchange? { running.withLock { $0[task.taskIdentifier] } }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse { exchange(of: dataTask)?.begin(response) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(of: dataTask)?.receive(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // The client follows redirects itself, because a session would forward the credentials.
    #if canImport(FoundationNetworking)
      // On Linux the process ends if the handler is called when the task has been cancelled, and nothing of ours can come
      // between the two. So it is not called: the answer is its head, and its end cancels the task.
      exchange(of: task)?.finish(nil, response: response)
    #else
      completionHandler(nil)
    #endif
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let exchange = running.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    let mayHaveArrived = task.mayHaveArrived(error, mayChangeSomething: exchange.mayChangeSomething)
    exchange.finish(error, response: task.response, mayHaveArrived: mayHaveArrived)
  }
}

extension URLSessionTask {
  /// Whether something of a request may have gone over a connection, as far as it matters.
  fileprivate func mayHaveArrived(_ error: (any Error)?, mayChangeSomething: Bool) -> Bool {
    #if canImport(FoundationNetworking)
      // The system's code is no proof if there was a connection to any address, and only the bytes of bodies are counted.
      let proofs: [URLError.Code] = [.cannotFindHost, .dnsLookupFailed, .notConnectedToInternet]
      if mayChangeSomething, originalRequest?.httpBody == nil {
        return (error as? URLError).map { !proofs.contains($0.code) } ?? true
      }
    #endif
    return countOfBytesSent > 0
  }
}

#if canImport(FoundationNetworking)
  /// Calls a session's delegate, one call at a time, in order.
  ///
  /// An operation queue takes longer for a piece of a body than the socket's reader, so the pieces of a fast body pile up
  /// in it: 800 MB in two seconds were measured with a limit of 100 bytes. A dispatch queue keeps up.
  private final class DelegateQueue: OperationQueue, @unchecked Sendable {
    // Unchecked: this is the only property, and a dispatch queue may be used on any thread.
    private let queue = DispatchQueue(label: "URLSessionClient.delegate")

    override func addOperation(_ block: @escaping @Sendable () -> Void) { queue.async(execute: block) }
  }
#endif
