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
      upstream.subscribe(Inner(junction: junction, debounce: self))
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
    private(set) var number = 0
    private var demand = Subscribers.Demand.none

    static var acceptsNoDemand: Bool { true }
    var cancellables: [any Cancellable] { [timer, upstream].compactMap(\.self) }
    var isOpen: Bool { upstream != nil }

    private var upstream: (any Subscription)? {
      if case .open(let subscription) = phase { subscription } else { nil }
    }

    mutating func adopt(_ subscription: any Subscription) -> (Bool, Step) {
      guard case .awaiting = phase else { return (false, Step(effects: [.cancel(subscription)])) }
      phase = .open(subscription)
      return (true, Step())
    }

    /// Leaves in `value` what is to be let go of.
    mutating func receive(_ value: inout Output?) -> Step {
      if !isOpen { return Step() }
      number += 1
      swap(&value, &waiting)
      return Step(effects: timer.take().map { [.cancel($0)] } ?? [])
    }

    mutating func adopt(_ timer: any Cancellable, number: Int) -> Step {
      // It may have fired inside the call that made it.
      if number != self.number || waiting == nil { return Step(effects: [.cancel(timer)]) }
      self.timer = timer
      return Step()
    }

    mutating func due(_ number: Int) -> Step {
      guard isOpen, number == self.number, let value = waiting.take() else { return Step() }
      var step = Step(effects: timer.take().map { [.cancel($0)] } ?? [])
      if demand == .none { step.effects.append(.release(value)) } else { step.event = .value(value, from: 0) }
      demand -= 1
      return step
    }

    mutating func complete() -> Step {
      guard let upstream else { return Step() }
      var value = Output?.none
      var step = receive(&value)
      step.effects.append(.release((upstream, value)))
      phase = .completing
      return step
    }

    mutating func request(_ demand: Subscribers.Demand, answering source: Int?) -> Step {
      self.demand += demand
      return Step()
    }
  }

  private struct Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Output, Downstream.Failure == Failure {
    let junction: Junction<Logic, Downstream>
    let debounce: Publishers.Debounce<Upstream, Context>

    func receive(subscription: any Subscription) {
      var isFirst = false
      junction.adopt(subscription) { logic in
        let step: Logic.Step
        (isFirst, step) = logic.adopt(subscription)
        return step
      }
      if isFirst {
        junction.start()
        subscription.request(.unlimited)
      }
    }

    func receive(_ input: Output) -> Subscribers.Demand {
      var value = Optional(input)
      var number: Int?
      junction.update { logic in
        let step = logic.receive(&value)
        number = logic.isOpen ? logic.number : nil
        return step
      }
      guard let number else { return .none }
      let scheduler = debounce.scheduler
      let timer = scheduler.schedule(
        after: scheduler.now.advanced(by: debounce.dueTime), interval: debounce.dueTime,
        tolerance: scheduler.minimumTolerance, options: debounce.options
      ) { [junction] in junction.update { $0.due(number) } }
      if junction.update({ $0.adopt(timer, number: number) }) == nil { timer.cancel() }
      return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      var isOpen = false
      junction.update { logic in
        isOpen = logic.isOpen
        return logic.complete()
      }
      guard isOpen else { return }
      debounce.scheduler.schedule { [junction] in junction.update { _ in Logic.Step(event: .completion(completion)) } }
    }

    var description: String { junction.description }
  }
}
