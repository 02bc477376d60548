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

  /// The clock of the calling thread's use of a processor.
  static var clockOfThisThread: clockid_t {
    var clock = clockid_t()
    pthread_getcpuclockid(pthread_self(), &clock)
    return clock
  }

  static func time(of clock: clockid_t = CLOCK_THREAD_CPUTIME_ID) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// Measures stays on the main actor: a thread posts a job every 5 ms, and waits until it has run.
///
/// What the main thread has computed from the post to the job is the turn that was under way, and those that stood in
/// line. So the largest is an upper bound of the longest stay. It is processor time, without this program's own work on
/// lists; the delay is the time that passed, and grows with whatever else the machine does.
@MainActor
final class Stays {
  private(set) var longest = Duration.zero, longestDelay = Duration.zero
  private let tally: Tally
  private let ending = Ending()

  private final class Ending: Sendable {
    let isReached = Lock(false)
  }

  init(_ tally: Tally) {
    self.tally = tally
    let main = Meters.clockOfThisThread
    Thread.detachNewThread { [weak self, ending, ownTime = tally.ownTime] in
      let isRun = DispatchSemaphore(value: 0)
      while !ending.isReached.withLock({ $0 }) {
        usleep(5_000)
        let posted = (ContinuousClock.now, Meters.time(of: main), ownTime.sum)
        Task { @MainActor in
          self?.measure(posted.0, Meters.time(of: main) - posted.1 - (ownTime.sum - posted.2))
          isRun.signal()
        }
        isRun.wait()
      }
    }
  }

  func end() { ending.isReached.withLock { $0 = true } }

  private func measure(_ posted: ContinuousClock.Instant, _ work: Duration) {
    longest = max(longest, work)
    longestDelay = max(longestDelay, posted.duration(to: .now))
  }
}

/// A sum of times, to be read on any thread.
final class TimeSum: Sendable {
  private let lock = Lock(Duration.zero)
  var sum: Duration { lock.withLock { $0 } }
  func add(_ time: Duration) { lock.withLock { $0 += time } }
}
