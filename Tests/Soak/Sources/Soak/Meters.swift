import Foundation
import MisbehavingServer

/// What the system says of this process.
enum Meters {
  /// The resident memory in MB. On Linux the second field of statm, in pages.
  static var memory: Double {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return fields.count > 1 ? (Double(fields[1]) ?? 0) * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_000_000 : 0
  }

  static var descriptors: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }

  /// How long the calling thread has used a processor.
  static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// Measures stays on the main actor: a thread posts a job every 5 ms and waits for it.
///
/// What the main thread computes between two of these jobs is at most 5 ms of small turns and one long one, or the
/// turns that stood in line ahead of the job. So the largest value is an upper bound of the longest stay. It is the
/// main thread's processor time, without this program's comparisons of lists; the delay is what passed until the job
/// ran, and grows with whatever else the machine does.
@MainActor
final class Stays {
  private(set) var longest = Duration.zero, longestDelay = Duration.zero
  private var last = Meters.processorTime, lastOwn = Duration.zero
  private let tally: Tally
  private let ending = Ending()

  private final class Ending: Sendable {
    let isReached = Lock(false)
  }

  init(_ tally: Tally) {
    self.tally = tally
    Thread.detachNewThread { [weak self, ending] in
      let isRun = DispatchSemaphore(value: 0)
      while !ending.isReached.withLock({ $0 }) {
        usleep(5_000)
        let posted = ContinuousClock.now
        Task { @MainActor in
          self?.measure(since: posted)
          isRun.signal()
        }
        isRun.wait()
      }
    }
  }

  func end() { ending.isReached.withLock { $0 = true } }

  private func measure(since posted: ContinuousClock.Instant) {
    let now = Meters.processorTime
    longest = max(longest, now - last - (tally.ownTime - lastOwn))
    longestDelay = max(longestDelay, posted.duration(to: .now))
    (last, lastOwn) = (now, tally.ownTime)
  }
}
