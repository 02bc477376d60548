import Dispatch
import Reactive

/// A scheduler that is not of the package: it writes down each call and runs the actions when told to.
final class ManualScheduler: Scheduler {
  typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  enum SchedulerOptions: Equatable, Sendable { case none, marked }

  private let state = Lock<(log: [SchedulerOptions], actions: [@Sendable () -> Void])>(([], []))

  var log: [SchedulerOptions] { state.withLock { $0.log } }
  var now: SchedulerTimeType { SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1)) }
  var minimumTolerance: SchedulerTimeType.Stride { 0 }

  func run() {
    let actions = state.withLock { state in
      defer { state.actions = [] }
      return state.actions
    }
    for action in actions { action() }
  }

  func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
    state.withLock {
      $0.log.append(options ?? .none)
      $0.actions.append(action)
    }
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) { schedule(options: options, action) }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    schedule(options: options, action)
    return AnyCancellable {}
  }
}

extension DispatchQueue {
  /// Returns when what was queued before has run.
  func finish() async { await withCheckedContinuation { done in async { done.resume() } } }

  private static let mainKey: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  /// Whether the caller is on the main queue, hence on the main actor.
  static var isMain: Bool { getSpecific(key: mainKey) != nil }
}
