import Foundation

/// Turns of the main actor, for tests that let everything come to rest.
@MainActor
package enum Turns {
  /// Asked once: each time it is read from files.
  private static let threads = ProcessInfo.processInfo.activeProcessorCount

  /// Lets what is due run, then what that has made due, and so on, so many times.
  ///
  /// A task that is resumed passes through a thread of the global executor on its way to the main actor, and beside
  /// busy processes that thread may stand still for a while. So the threads have to come along in each turn. Other tests
  /// have the main actor meanwhile.
  package static func run(_ count: Int) async {
    for _ in 0..<count {
      await withCheckedContinuation { next in meet(Meeting(of: threads) { next.resume() }) }
      await Task { @MainActor in }.value
    }
  }

  /// Returns when each thread of the global executor has ended the job it was at: what has been resumed before waits for the
  /// main actor then, ahead of all that is resumed afterwards. The main actor waits, too.
  package static func passThreads() {
    let over = DispatchSemaphore(value: 0)
    meet(Meeting(of: threads) { over.signal() })
    over.wait()
  }

  /// The jobs of one meeting stand together in the executor's queue, so that two of one priority never wait for each other.
  private static func meet(_ meeting: Meeting) {
    for _ in 0..<meeting.size { Task.detached(priority: Task.currentPriority) { meeting.attend() } }
  }

  /// As many jobs as the executor has threads, each of which keeps its thread until all have one.
  ///
  /// A test of another suite may keep a thread for itself until it is helped by a task, which needs a thread, too. So a
  /// meeting that does not come about is called off.
  private final class Meeting: @unchecked Sendable {
    let size: Int
    // Both are read and written under the condition's lock alone.
    private var arrived = 0
    private var isOver = false
    private let condition = NSCondition()
    private let end = Date.now.addingTimeInterval(1)
    private let whenOver: @Sendable () -> Void

    init(of size: Int, whenOver: @escaping @Sendable () -> Void) { (self.size, self.whenOver) = (size, whenOver) }

    /// The first one to see that all have come, or that they will not, says so.
    nonisolated func attend() {
      let isFirst = condition.withLock {
        arrived += 1
        condition.broadcast()
        while arrived < size, condition.wait(until: end) {}
        defer { isOver = true }
        return !isOver
      }
      if isFirst { whenOver() }
    }
  }
}
