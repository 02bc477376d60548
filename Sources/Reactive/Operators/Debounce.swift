extension Publisher {
  /// Publishes a value when none has followed it for some time.
  ///
  /// ```swift
  /// query.debounce(for: .milliseconds(300), scheduler: .main).sink { search($0) }
  /// ```
  /// Each value cancels the one that waits, and so does the completion, which is delivered on the scheduler, too.
  /// Upstream is asked for unlimited values; one that is due without demand is lost. After cancel nothing arrives.
  public func debounce<Context: Scheduler>(
    for dueTime: Context.SchedulerTimeType.Stride, scheduler: Context, options: Context.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, Context> {
    Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher of the values of another one that are followed by none for some time.
  public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// That of upstream.
    public typealias Output = Upstream.Output
    /// That of upstream.
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream
    /// How long a value waits.
    public let dueTime: Context.SchedulerTimeType.Stride
    /// Where the values are delivered.
    public let scheduler: Context
    /// What the scheduler is told beside.
    public let options: Context.SchedulerOptions?

    /// A publisher of the values of `upstream` that are followed by none for `dueTime`.
    public init(
      upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      self.dueTime = dueTime
      self.scheduler = scheduler
      self.options = options
    }

    /// Subscribes to upstream on behalf of `subscriber`.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let junction = Junction(Logic(), downstream: subscriber, description: "Debounce")
      // Not `self`, which would keep upstream.
      let wait = { @Sendable [dueTime, scheduler, options] (number: Int) in
        let timer = scheduler.schedule(
          after: scheduler.now.advanced(by: dueTime), interval: dueTime, tolerance: scheduler.minimumTolerance,
          options: options
        ) { junction.update { $0.due(number) } }
        if junction.update({ $0.adopt(timer, number: number) }) == nil { timer.cancel() }
      }
      upstream.subscribe(
        JunctionSide(
          junction: junction, subscription: { $0.adopt($1, start: junction.start) },
          value: { $0.receive(&$1, wait: wait) },
          completion: { [scheduler] logic, completion in
            logic.complete {
              scheduler.schedule { junction.update { _ in Logic.Step(event: .completion(completion)) } }
            }
          }))
    }
  }
}

extension Publishers.Debounce: MainActorPublisher where Context == MainScheduler {}

extension Publishers.Debounce {
  struct Logic: JunctionLogic {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    private enum Phase: Sendable {
      case awaiting
      case open(any Subscription)
      /// Upstream has completed, and the scheduler is to deliver that.
      case completing
    }

    private var phase = Phase.awaiting
    private var waiting: Output?
    private var timer: (any Cancellable)?
    /// How many values have come: the timer of an earlier one finds that it is late.
    private var number = 0
    private var demand = Subscribers.Demand.none

    static var acceptsNoDemand: Bool { true }
    var cancellables: [any Cancellable] { [timer, upstream].compactMap(\.self) }

    private var upstream: (any Subscription)? {
      if case .open(let subscription) = phase { subscription } else { nil }
    }

    mutating func adopt(_ subscription: any Subscription, start: @escaping @Sendable () -> Void) -> Step {
      guard case .awaiting = phase else { return Step(effects: [.cancel(subscription)]) }
      phase = .open(subscription)
      return Step(effects: [.run(start), .request(subscription, .unlimited)])
    }

    /// Leaves in `value` what is to be let go of, and cancels its timer.
    mutating func receive(_ value: inout Output?, wait: @escaping @Sendable (Int) -> Void) -> Step {
      if upstream == nil { return Step() }
      swap(&value, &waiting)
      return Step(effects: [renew(), .run { [number] in wait(number) }])
    }

    mutating func complete(_ schedule: @escaping @Sendable () -> Void) -> Step {
      guard let upstream else { return Step() }
      phase = .completing
      return Step(effects: [.release((upstream, waiting.take())), renew(), .run(schedule)])
    }

    private mutating func renew() -> Step.Effect {
      number += 1
      return timer.take().map { .cancel($0) } ?? .release(())
    }

    mutating func adopt(_ timer: any Cancellable, number: Int) -> Step {
      // It may have fired inside the call that made it.
      if number != self.number || waiting == nil { return Step(effects: [.cancel(timer)]) }
      self.timer = timer
      return Step()
    }

    mutating func due(_ number: Int) -> Step {
      guard number == self.number, let value = waiting.take() else { return Step() }
      var step = Step(effects: timer.take().map { [.cancel($0)] } ?? [])
      if demand == .none { step.effects.append(.release(value)) } else { step.event = .value(value, from: 0) }
      demand -= 1
      return step
    }

    mutating func request(_ demand: Subscribers.Demand, answering source: Int?) -> Step {
      self.demand += demand
      return Step()
    }
  }
}
