import Combine
import Reactive

/// Virtual time as one of Combine's schedulers.
struct VirtualScheduler: Combine.Scheduler {
  let clock: VirtualTimeScheduler

  struct SchedulerTimeType: Strideable {
    let time: Milliseconds
    func distance(to other: Self) -> Milliseconds { other.time - time }
    func advanced(by span: Milliseconds) -> Self { Self(time: time + span) }
  }

  var now: SchedulerTimeType { SchedulerTimeType(time: .milliseconds(Int(clock.now / .milliseconds(1)))) }
  var minimumTolerance: Milliseconds { 0 }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    nonisolated(unsafe) let action = action  // one thread runs the test
    clock.schedule { action() }
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: Milliseconds, options: Never?, _ action: @escaping () -> Void
  ) {
    _ = schedule(after: date, interval: 0, tolerance: 0, options: nil, action)
  }

  /// Runs the action once: no operator of the scripts repeats one.
  func schedule(
    after date: SchedulerTimeType, interval: Milliseconds, tolerance: Milliseconds, options: Never?,
    _ action: @escaping () -> Void
  ) -> any Combine.Cancellable {
    nonisolated(unsafe) let action = action
    let scheduled = clock.schedule(after: .milliseconds(now.distance(to: date).magnitude)) { action() }
    return Combine.AnyCancellable { scheduled.cancel() }
  }
}

struct Milliseconds: SchedulerTimeIntervalConvertible, SignedNumeric, Comparable {
  var magnitude: Int

  init(integerLiteral value: Int) { magnitude = value }
  init?(exactly source: some BinaryInteger) { self.init(integerLiteral: Int(source)) }

  static func seconds(_ count: Int) -> Self { Self(integerLiteral: count * 1_000) }
  static func seconds(_ count: Double) -> Self { Self(integerLiteral: Int(count * 1_000)) }
  static func milliseconds(_ count: Int) -> Self { Self(integerLiteral: count) }
  static func microseconds(_ count: Int) -> Self { Self(integerLiteral: count / 1_000) }
  static func nanoseconds(_ count: Int) -> Self { Self(integerLiteral: count / 1_000_000) }

  static func < (one: Self, other: Self) -> Bool { one.magnitude < other.magnitude }
  static func + (one: Self, other: Self) -> Self { Self(integerLiteral: one.magnitude + other.magnitude) }
  static func - (one: Self, other: Self) -> Self { Self(integerLiteral: one.magnitude - other.magnitude) }
  static func * (one: Self, other: Self) -> Self { Self(integerLiteral: one.magnitude * other.magnitude) }
  static func *= (one: inout Self, other: Self) { one = one * other }
}
