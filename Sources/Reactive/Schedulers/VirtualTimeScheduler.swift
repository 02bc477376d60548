import Dispatch

/// A scheduler whose clock stands still until it is told to advance: for tests that depend on time and never wait.
///
/// An app's model takes the scheduler as a parameter:
/// ```swift
/// @MainActor
/// final class SearchModel {
///   let query = PassthroughSubject<String, Never>()
///   private(set) var searches: [String] = []
///   private var cancellables: Set<AnyCancellable> = []
///
///   init(scheduler: some Scheduler) {
///     query
///       .debounce(for: .milliseconds(300), scheduler: scheduler)
///       .receive(on: .main)
///       .sink { [weak self] in self?.searches.append($0) }
///       .store(in: &cancellables)
///   }
/// }
/// ```
/// The app passes `.main` or a queue, its test this scheduler, and decides what time it is:
/// ```swift
/// @Test("a search begins 300 ms after the last key")
/// @MainActor
/// func search() {
///   let scheduler = VirtualTimeScheduler()
///   let model = SearchModel(scheduler: scheduler)
///
///   model.query.send("m")
///   scheduler.advance(by: .milliseconds(200))
///   model.query.send("ma")                        // in time: the 300 ms begin again
///   scheduler.advance(by: .milliseconds(299))
///   #expect(model.searches == [])
///   scheduler.advance(by: .milliseconds(1))
///   #expect(model.searches == ["ma"])
///   #expect(scheduler.now == .init(nanoseconds: 500_000_000))
///
///   model.query.send("mat")
///   scheduler.run()                               // jumps to whatever is still due
///   #expect(model.searches == ["ma", "mat"])
/// }
/// ```
/// Actions run on the thread that advances, one after another: at the time they are due, and those due at the same
/// instant in the order in which they were scheduled. An action that is scheduled while time advances, by another
/// action say, runs in its place. An action never runs inside the call that schedules it.
///
/// - Note: Actions may be scheduled and cancelled on any thread; let one thread at a time advance the clock.
/// - Complexity: Scheduling takes time proportional to the number of actions that are waiting, running one takes
///   constant time.
public final class VirtualTimeScheduler: Scheduler {
  /// An instant, counted in nanoseconds since the scheduler was made.
  public struct SchedulerTimeType: Strideable, Hashable, Sendable, CustomStringConvertible {
    /// That of a `DispatchQueue`, so that a model can state a delay for both.
    public typealias Stride = DispatchQueue.SchedulerTimeType.Stride

    /// Nanoseconds since the scheduler was made.
    public let nanoseconds: Int

    /// The instant that many nanoseconds after the scheduler was made.
    public init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

    /// The span from this instant to another one.
    public func distance(to other: Self) -> Stride { .nanoseconds(other.nanoseconds - nanoseconds) }

    /// The instant that far away; the last one there is if that is too far.
    public func advanced(by stride: Stride) -> Self {
      let (sum, overflow) = nanoseconds.addingReportingOverflow(stride.magnitude)
      return Self(nanoseconds: overflow ? .max : sum)
    }

    /// The number of nanoseconds, such as "300000000 ns".
    public var description: String { "\(nanoseconds) ns" }
  }

  /// There are none.
  public typealias SchedulerOptions = Never

  private struct Entry: Sendable {
    let date: SchedulerTimeType
    let action: @Sendable () -> Void
  }

  private struct State: Sendable {
    var now = SchedulerTimeType(nanoseconds: 0)
    /// The next one is the last; of those due at the same instant the one scheduled first.
    var entries: [Entry] = []
  }

  private let state = Lock(State())

  /// A scheduler at the instant 0.
  public init() {}

  /// The instant that has been advanced to; in an action, the one at which it is due.
  public var now: SchedulerTimeType { state.withLock { $0.now } }
  /// None.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  // MARK: Passing time

  /// Lets time pass and runs what is due meanwhile; without a span, runs what is due now.
  public func advance(by stride: SchedulerTimeType.Stride = 0) { advance(to: now.advanced(by: stride)) }

  /// Lets time pass until `date` and runs what is due until then, at `date` included. An instant that has passed leaves
  /// the clock where it is.
  public func advance(to date: SchedulerTimeType) {
    while runNext(until: date) {}
    state.withLock { $0.now = max($0.now, date) }
  }

  /// Jumps to the next instant at which something is due and runs the first action of that instant.
  /// - Returns: Whether there was one.
  @discardableResult
  public func advanceToNext() -> Bool { runNext(until: SchedulerTimeType(nanoseconds: .max)) }

  /// Jumps from action to action until none is waiting. Does not end while a repeating action is not cancelled.
  public func run() { while advanceToNext() {} }

  private func runNext(until date: SchedulerTimeType) -> Bool {
    let next = state.withLock { state -> Entry? in
      guard let next = state.entries.last, next.date <= date else { return nil }
      state.now = max(state.now, next.date)
      return state.entries.removeLast()
    }
    next?.action()
    return next != nil
  }

  // MARK: Scheduling

  /// Runs an action at the current instant, when time is advanced next.
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) { insert(action, at: nil) }

  /// Runs an action when time reaches `date`, or at the current instant if that has passed.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) { insert(action, at: date) }

  /// Runs an action at `date`, and again and again, `interval` apart, until it is cancelled.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    let token = Repetition(scheduler: self, interval: interval, action: action)
    insert(token.run, at: date)
    return token
  }

  private func insert(_ action: @escaping @Sendable () -> Void, at date: SchedulerTimeType?) {
    state.withLock { state in
      let entry = Entry(date: max(date ?? state.now, state.now), action: action)
      // Most are due after all that wait.
      let place = state.entries.firstIndex { $0.date <= entry.date } ?? state.entries.endIndex
      state.entries.insert(entry, at: place)
    }
  }

  /// An action that schedules itself again until it is cancelled.
  private final class Repetition: Cancellable {
    private let scheduler: VirtualTimeScheduler
    private let interval: SchedulerTimeType.Stride
    private let action: Lock<(@Sendable () -> Void)?>

    init(scheduler: VirtualTimeScheduler, interval: SchedulerTimeType.Stride, action: @escaping @Sendable () -> Void) {
      self.scheduler = scheduler
      self.interval = interval
      self.action = Lock(action)
    }

    @Sendable func run() {
      guard let action = action.withLock({ $0 }) else { return }
      let date = scheduler.now
      action()
      if self.action.withLock({ $0 != nil }) { scheduler.insert(run, at: date.advanced(by: interval)) }
    }

    func cancel() { _ = action.withLock { $0.take() } }
  }
}
