/// Tasks that wait for something to happen on the main actor. A task that is cancelled waits no longer.
@MainActor
package final class Waiters {
  package init() {}

  private var continuations: [Int: CheckedContinuation<Void, Never>] = [:]
  private var last = 0

  /// Suspends until the next ``resumeAll()``.
  package func wait() async {
    last += 1
    let ticket = last
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuations[ticket] = $0 }
    } onCancel: {
      // In a turn of its own, so after the task has begun to wait, if it was cancelled before.
      Task { @MainActor in self.continuations.removeValue(forKey: ticket)?.resume() }
    }
  }

  /// Wakes every task that waits. Which one goes on first is the executor's affair.
  package func resumeAll() {
    let due = continuations
    continuations = [:]
    for continuation in due.values { continuation.resume() }
  }
}
