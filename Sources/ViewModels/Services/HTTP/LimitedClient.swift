import Reactive

/// Limits how many requests another client sends at once. Lanes take turns; see ``HTTPRequest/lane``.
///
/// A section that requests a hundred pages delays each other section by at most one request per round.
public final class LimitedClient: HTTPClient {
  private struct State {
    var queue: FairQueue<String, Int>
    var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    var tickets = 0
  }

  private let client: any HTTPClient
  private let state: Lock<State>

  /// Creates a client that sends through another one.
  ///
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - limit: The maximum number of requests at once.
  /// - Precondition: `limit` is positive.
  public init(_ client: any HTTPClient, atMost limit: Int = 6) {
    self.client = client
    state = Lock(State(queue: FairQueue(limit: limit)))
  }

  /// Sends the request as soon as a slot is free.
  ///
  /// - Throws: The other client's errors; `CancellationError` at once when the task is cancelled while it waits.
  public func send(_ request: HTTPRequest) async throws -> HTTPAnswer {
    try await takeSlot(in: request.lane)
    defer { freeSlot() }
    return try await client.send(request)
  }

  private func takeSlot(in lane: String) async throws {
    let ticket = state.withLock { state in
      state.tickets += 1
      return state.tickets
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let starts = state.withLock { state in
          let starts = state.queue.ask(ticket, in: lane)
          if !starts { state.waiting[ticket] = continuation }
          return starts
        }
        if starts { return continuation.resume() }
        // A cancellation before the ticket was queued did not find it.
        if Task.isCancelled { cancel(ticket, in: lane) }
      }
    } onCancel: {
      cancel(ticket, in: lane)
    }
  }

  private func cancel(_ ticket: Int, in lane: String) {
    let waiter = state.withLock { state in
      state.queue.cancel(ticket, in: lane) ? state.waiting.removeValue(forKey: ticket) : nil
    }
    waiter?.resume(throwing: CancellationError())
  }

  private func freeSlot() {
    let next = state.withLock { state in state.queue.finish().flatMap { state.waiting.removeValue(forKey: $0) } }
    next?.resume()
  }
}
