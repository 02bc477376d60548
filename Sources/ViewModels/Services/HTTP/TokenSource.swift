import Reactive

/// A service's token: asked for when there is none, and once more when the service has refused it. Requests that need one at
/// the same time share one answer.
final class TokenSource: Sendable {
  /// Returns a token. Its argument is the token that the service has refused, nil at first.
  typealias Ask = @Sendable (_ refused: AccessToken?) async throws -> AccessToken

  /// A token, told apart from the one before it by a number.
  struct Issued: Sendable {
    let token: AccessToken
    let number: Int
  }

  private struct State {
    var current: Issued?
    /// How often a token has been asked for.
    var count = 0
    /// The request under way, and the callers that wait for its answer.
    var asking: Task<Void, Never>?
    var waiting: [Int: CheckedContinuation<Issued, any Error>] = [:]
    var tickets = 0
  }

  private let ask: Ask
  private let state = Lock(State())

  init(_ ask: @escaping Ask) { self.ask = ask }

  /// Returns a token other than the one that was refused.
  ///
  /// - Throws: The closure's error; `CancellationError` at once when the task is cancelled. The closure goes on for the
  ///   others that wait. When the last one is cancelled, so is the closure.
  func token(insteadOf refused: Issued?) async throws -> Issued {
    let ticket = state.withLock { state in
      state.tickets += 1
      return state.tickets
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let current = state.withLock { state -> Issued? in
          // Another request may have been refused the same token, and have a new one by now.
          if let current = state.current, current.number != refused?.number { return current }
          state.waiting[ticket] = continuation
          if state.asking == nil { begin(&state, insteadOf: refused) }
          return nil
        }
        if let current { return continuation.resume(returning: current) }
        // A cancellation before the continuation was stored did not find it.
        if Task.isCancelled { cancel(ticket) }
      }
    } onCancel: {
      cancel(ticket)
    }
  }

  private func begin(_ state: inout State, insteadOf refused: Issued?) {
    state.count += 1
    state.asking = Task { [ask, number = state.count] in
      do {
        end(number, .success(Issued(token: try await ask(refused?.token), number: number)))
      } catch {
        end(number, .failure(error))
      }
    }
  }

  private func end(_ number: Int, _ result: Result<Issued, any Error>) {
    let waiting = state.withLock { state -> [Int: CheckedContinuation<Issued, any Error>] in
      // The answer to a question that nobody waits for any more.
      guard state.asking != nil, state.count == number else { return [:] }
      state.asking = nil
      if case .success(let issued) = result { state.current = issued }
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume(with: result) }
  }

  private func cancel(_ ticket: Int) {
    let (continuation, task) = state.withLock { state in
      let continuation = state.waiting.removeValue(forKey: ticket)
      guard continuation != nil, state.waiting.isEmpty else { return (continuation, nil as Task<Void, Never>?) }
      defer { state.asking = nil }
      return (continuation, state.asking)
    }
    task?.cancel()
    continuation?.resume(throwing: CancellationError())
  }
}
