import ListTesting
import Reactive
import SampleService
import ViewModels

/// The time of a run: virtual, so that one seed gives the same output, or real, on a live screen and with live services.
///
/// Times are milliseconds since the start. A tie break orders what is due in the same millisecond; see ``TieBreak``.
@MainActor
protocol DemoTime: SampleTime {
  var isVirtual: Bool { get }
  var milliseconds: Int { get }
  /// This time for operators.
  var scheduler: any Scheduler { get }
  /// This time for what waits by itself, on the main actor. What sleeps by it has to count as work in
  /// ``run(while:step:)``.
  func clock(tieBreak: Int) -> any Clock<Duration>
  /// Lets time pass until nothing is due and `work` is 0.
  /// - Parameters:
  ///   - work: How many requests and the like are under way.
  ///   - step: Runs whenever something may have changed; in virtual time before each jump.
  func run(while work: CurrentValueSubject<Int, Never>, step: () -> Void) async
}

extension DemoTime {
  func after(_ delay: Int, _ action: @escaping @MainActor () -> Void) { after(delay, tieBreak: 0, action) }

  /// How long an animation takes, in milliseconds.
  var animationTime: Int { 250 }

  /// The animation of a strict list view by this time.
  var animation: StrictListView.Animation { .after(.milliseconds(animationTime), on: RunScheduler(time: self)) }

  /// Leaves a list the limit of its loads in real time. In virtual time all services answer, and a minute of real time,
  /// which a busy machine can take for a run, must not be a part of it.
  func limitLoads<SectionID, Item>(of list: PagedList<SectionID, Item>) {
    if isVirtual { list.timeLimit = nil }
  }
}

/// Runs what is due by the time of a run. A run waits for it.
struct RunScheduler: Scheduler {
  let time: any DemoTime

  func schedule(_ action: @escaping @Sendable () -> Void) { schedule(after: .zero, action) }

  /// - Returns: Cancels nothing: a run takes its animations to their ends.
  @discardableResult
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
    MainActor.assumeIsolated { time.after(Int(delay / .milliseconds(1)), action) }
    return AnyCancellable {}
  }
}

extension AsyncStream<Void> {
  /// Yields at the start and whenever one of the numbers is set. Changes that come before the last one is looked at
  /// are yielded once.
  static func changes(of numbers: CurrentValueSubject<Int, Never>...) -> AsyncStream {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { changed in
      let tokens = numbers.map { $0.sink { _ in changed.yield() } }
      changed.onTermination = { _ in tokens.forEach { $0.cancel() } }
    }
  }
}
