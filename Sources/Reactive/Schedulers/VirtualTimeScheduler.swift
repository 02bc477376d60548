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
///   #expect(scheduler.now == .milliseconds(500))
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
/// - Complexity: Scheduling an action is O(n), where n is the number of actions that wait, and of cancelled ones whose instant has not
///   come; running one is O(1).
public final class VirtualTimeScheduler: Scheduler {
  private struct Entry: Sendable {
    let date: Duration
    let action: ScheduledAction
  }

  private struct State: Sendable {
    var now = Duration.zero
    /// The next one is the last; of those due at the same instant the one scheduled first.
    var entries: [Entry] = []
  }

  private let state = Lock(State())

  /// Creates a scheduler whose clock stands at zero.
  public init() {}

  /// The time since the scheduler was made; in an action, the instant at which it is due.
  public var now: Duration { state.withLock { $0.now } }

  // MARK: Passing time

  /// Lets time pass and runs what is due meanwhile; without a span, runs what is due now.
  public func advance(by span: Duration = .zero) { advance(to: now + span) }

  /// Lets time pass until `date` and runs what is due until then, at `date` included. An instant that has passed leaves
  /// the clock where it is.
  public func advance(to date: Duration) {
    while runNext(until: date) {}
    state.withLock { $0.now = max($0.now, date) }
  }

  /// Jumps to the next instant at which something is due and runs the first action of that instant.
  /// - Returns: Whether there was one.
  @discardableResult public func advanceToNext() -> Bool { runNext(until: nil) }

  /// Jumps from action to action until none waits. Doesn't end if every action schedules another one.
  public func run() { while advanceToNext() {} }

  private func runNext(until date: Duration?) -> Bool {
    let next = state.withLock { state -> ScheduledAction? in
      // What was cancelled doesn't move the clock.
      while let last = state.entries.last, last.action.isCancelled { state.entries.removeLast() }
      guard let next = state.entries.last, date.map({ next.date <= $0 }) ?? true else { return nil }
      state.now = max(state.now, next.date)
      return state.entries.removeLast().action
    }
    next?.run()
    return next != nil
  }

  // MARK: Scheduling

  /// Runs an action at the current instant, when time is advanced next.
  public func schedule(_ action: @escaping @Sendable () -> Void) { schedule(after: .zero, action) }

  /// Runs an action when `delay` has passed on this clock.
  @discardableResult
  public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
    let scheduled = ScheduledAction(action)
    state.withLock { state in
      let date = max(state.now, state.now + delay)
      // Most are due after all that wait.
      let index = state.entries.firstIndex { $0.date <= date } ?? state.entries.endIndex
      state.entries.insert(Entry(date: date, action: scheduled), at: index)
    }
    return scheduled
  }
}
