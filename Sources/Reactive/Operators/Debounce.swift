extension Publisher {
  /// Publishes a value once no newer one has arrived for `dueTime`.
  ///
  /// ```swift
  /// query.debounce(for: .milliseconds(300), scheduler: .main).sink { search($0) }
  /// ```
  /// Each value cancels the one that waits. So does the completion, which is delivered on the scheduler, too. Upstream is
  /// asked for unlimited values; one that is due without demand is lost. After cancel nothing arrives.
  /// - Parameters:
  ///   - dueTime: How long a value waits for a newer one.
  ///   - scheduler: `.main`, `.queue(q)` or a ``VirtualTimeScheduler``. On `.main` the publisher is a
  ///     ``MainActorPublisher``.
  public func debounce<S: Scheduler>(for dueTime: Duration, scheduler: S) -> Publishers.Debounce<Self, S> {
    Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler)
  }
}

extension Publishers {
  /// A publisher of the values of another one that no newer one follows for some time.
  public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// The output of upstream.
    public typealias Output = Upstream.Output
    /// The failure of upstream.
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream
    /// How long a value waits for a newer one.
    public let dueTime: Duration
    /// Where the values are delivered.
    public let scheduler: Context

    /// Creates a publisher of the values of `upstream` that no newer one follows for `dueTime`.
    public init(upstream: Upstream, dueTime: Duration, scheduler: Context) {
      self.upstream = upstream
      self.dueTime = dueTime
      self.scheduler = scheduler
    }

    /// Subscribes to upstream on behalf of `subscriber`.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let waiting = Waiting()
      let engine = DeliveryEngine(
        subscriber, home: Home(of: self, scheduler: scheduler), passesDemandOn: false, description: "Debounce"
      ) { waiting.replace(with: nil) }
      upstream.subscribe(Inner(engine: engine, waiting: waiting, dueTime: dueTime, scheduler: scheduler))
    }
  }
}

extension Publishers.Debounce: MainActorPublisher where Context == MainScheduler {}

extension Publishers.Debounce {
  /// The value that waits, and its timer. Both are released, and timers are cancelled, without the lock.
  private final class Waiting: Sendable {
    private struct State: Sendable {
      var value: Output?
      var timer: (any Cancellable)?
      /// How many values have come: the timer of an earlier one finds that it is late.
      var number = 0
      var hasEnded = false
    }

    private let state = Lock(State())

    /// Replaces the value that waits, and cancels its timer. Returns the new one's number; nil after the end.
    /// - Parameter value: Nil at the end.
    @discardableResult
    func replace(with value: Output?) -> Int? {
      var other = value
      let (number, timer) = state.withLock { state -> (Int?, (any Cancellable)?) in
        if state.hasEnded { return (nil, nil) }
        state.hasEnded = value == nil
        state.number += 1
        swap(&state.value, &other)
        return (state.number, state.timer.take())
      }
      timer?.cancel()
      return number
    }

    /// Keeps the timer of a value; cancels it if that value waits no longer: the timer may have fired in the call that
    /// made it, or a newer value may have come.
    func keep(_ timer: any Cancellable, for number: Int) {
      let isKept = state.withLock { state in
        if state.number != number || state.value == nil { return false }
        state.timer = timer
        return true
      }
      if !isKept { timer.cancel() }
    }

    /// Takes the value that waits, if it is the one with this number.
    func take(_ number: Int) -> Output? {
      let (value, _) = state.withLock { state -> (Output?, (any Cancellable)?) in
        state.number == number ? (state.value.take(), state.timer.take()) : (nil, nil)
      }
      return value
    }
  }

  private struct Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Output, Downstream.Failure == Failure {
    let engine: DeliveryEngine<Downstream>
    let waiting: Waiting
    let dueTime: Duration
    let scheduler: Context

    func receive(subscription: any Subscription) { engine.introduce(subscription) }

    func receive(_ input: Output) -> Subscribers.Demand {
      if engine.isOpen, let number = waiting.replace(with: input) {
        let timer = scheduler.schedule(after: dueTime) { [engine, waiting] in
          if let value = waiting.take(number) { engine.post(value, isAtHome: true) }
        }
        waiting.keep(timer, for: number)
      }
      return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      if engine.isOpen { waiting.replace(with: nil) }
      engine.post(completion: completion)
    }

    var description: String { engine.description }
  }
}
