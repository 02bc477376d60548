import Foundation

/// Turns of the main actor, for tests that let everything come to rest.
@MainActor
package enum Turns {
  /// Asked once: each time it is read from files.
  private static let threads = ProcessInfo.processInfo.activeProcessorCount

  /// Lets what is due run, then what that has made due, and so on, so many times.
  ///
  /// A task that is resumed passes through a thread of the global executor on its way to the main actor, and beside
  /// busy processes that thread may stand still for a while. So the threads have to come along before each turn.
  package static func run(_ count: Int) async {
    for _ in 0..<count {
      passThreads()
      await Task { @MainActor in }.value
    }
  }

  /// Returns when each thread of the global executor has ended the job it was at: what has been resumed before waits for the
  /// main actor then, ahead of all that is resumed afterwards.
  package static func passThreads() {
    let meeting = Meeting(of: threads)
    for _ in 0..<meeting.size { Task.detached(priority: Task.currentPriority) { meeting.arrive() } }
    meeting.waitForAll()
  }

  /// As many jobs as the executor has threads, each of which keeps its thread until all have one.
  ///
  /// A test of another suite may keep a thread for itself until it is helped by a task, which needs a thread, too. So a
  /// meeting that does not come about is called off.
  private final class Meeting: @unchecked Sendable {
    let size: Int
    // `arrived` is read and written under the condition's lock alone.
    private let condition = NSCondition()
    private let end = Date.now.addingTimeInterval(1)
    private var arrived = 0

    init(of size: Int) { self.size = size }

    nonisolated func arrive() {
      condition.withLock { arrived += 1 }
      condition.broadcast()
      waitForAll()
    }

    nonisolated func waitForAll() {
      condition.withLock {
        while arrived < size, condition.wait(until: end) {}
      }
    }
  }
}
