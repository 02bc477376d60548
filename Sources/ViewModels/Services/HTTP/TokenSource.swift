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
    /// Whether it is being asked for, and the callers that wait for the answer.
    var isAsking = false
    var waiting: [Int: CheckedContinuation<Issued, any Error>] = [:]
    var tickets = 0
  }

  private let ask: Ask
  private let state = Lock(State())

  init(_ ask: @escaping Ask) { self.ask = ask }

  /// Returns a token other than the one that was refused.
  ///
  /// - Throws: The closure's error; `CancellationError` at once when the task is cancelled. The closure goes on, for others that
  ///   wait or come later: a service may take a renewal once, and the one before is of no more use then.
  func token(insteadOf refused: Issued?) async throws -> Issued {
    try Task.checkCancellation()
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
          if !state.isAsking { begin(&state, insteadOf: refused) }
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
    state.isAsking = true
    Task { [ask, number = state.count] in
      do {
        end(.success(Issued(token: try await ask(refused?.token), number: number)))
      } catch {
        end(.failure(error))
      }
    }
  }

  private func end(_ result: Result<Issued, any Error>) {
    let waiting = state.withLock { state -> [Int: CheckedContinuation<Issued, any Error>] in
      state.isAsking = false
      if case .success(let issued) = result { state.current = issued }
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume(with: result) }
  }

  private func cancel(_ ticket: Int) {
    let continuation = state.withLock { $0.waiting.removeValue(forKey: ticket) }
    continuation?.resume(throwing: CancellationError())
  }
}
