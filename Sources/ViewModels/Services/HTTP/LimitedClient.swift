import Reactive

/// Sends at most so many requests at once through another client; lanes take turns (``HTTPRequest/lane``).
///
/// A section that asks for a hundred pages delays the others by one request a round, and no more.
public final class LimitedClient: HTTPClient {
  private struct State {
    var queue: FairQueue<String, Int>
    var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    var tickets = 0
  }

  private let client: any HTTPClient
  private let state: Lock<State>

  /// A client that sends through another one.
  ///
  /// - Precondition: `limit` is positive.
  public init(_ client: any HTTPClient, atMost limit: Int = 6) {
    self.client = client
    state = Lock(State(queue: FairQueue(limit: limit)))
  }

  /// Sends a request when there is a place for it.
  ///
  /// - Throws: what the other client throws; `CancellationError` at once when cancelled while it waits.
  public func send(_ request: HTTPRequest) async throws -> HTTPAnswer {
    try await place(in: request.lane)
    defer { leavePlace() }
    return try await client.send(request)
  }

  private func place(in lane: String) async throws {
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
        // A cancel that came before the ticket was in the queue has found nothing to take out.
        if Task.isCancelled { cancel(ticket, in: lane) }
      }
    } onCancel: {
      cancel(ticket, in: lane)
    }
  }

  private func cancel(_ ticket: Int, in lane: String) {
    let waiter = state.withLock { state in
      state.queue.leave(ticket, in: lane) ? state.waiting.removeValue(forKey: ticket) : nil
    }
    waiter?.resume(throwing: CancellationError())
  }

  private func leavePlace() {
    let next = state.withLock { state in state.queue.end().flatMap { state.waiting.removeValue(forKey: $0) } }
    next?.resume()
  }
}
