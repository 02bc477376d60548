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
  public struct Debounce<Upstream: Publisher, Context: Scheduler>: TrustedPublisher {
    /// The output of upstream.
    public typealias Output = Upstream.Output
    /// The failure of upstream.
    public typealias Failure = Upstream.Failure

    let upstream: Upstream
    let dueTime: Duration
    let scheduler: Context

    /// Subscribes to upstream on behalf of `subscriber`.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let waiting = OperatorState(Waiting())
      let engine = DeliveryEngine(
        subscriber, home: Home(of: self, scheduler: scheduler), passesDemandOn: false, description: "Debounce"
      ) { waiting.end()?.timer?.cancel() }
      upstream.subscribe(Inner(engine: engine, waiting: waiting, dueTime: dueTime, scheduler: scheduler))
    }

    private struct Waiting: Sendable {
      var value: Output?
      var timer: (any Cancellable)?
      /// How many values have come: the timer of an earlier one finds that it is late.
      var number = 0
    }

    private struct Inner<Downstream: Subscriber>: Subscriber
    where Downstream.Input == Output, Downstream.Failure == Failure {
      let engine: DeliveryEngine<Downstream>
      /// The value that waits, and its timer. Both are released, and timers cancelled, without the lock.
      let waiting: OperatorState<Waiting>
      let dueTime: Duration
      let scheduler: Context

      func receive(subscription: any Subscription) { engine.receive(subscription: subscription) }

      func receive(_ input: Output) -> Subscribers.Demand {
        guard engine.isOpen else { return .none }
        var other: Output? = input
        let begun = waiting.update { waiting in
          waiting.number += 1
          swap(&waiting.value, &other)
          return (number: waiting.number, oldTimer: waiting.timer.take())
        }
        if let begun {
          begun.oldTimer?.cancel()
          startTimer(begun.number)
        }
        return .none
      }

      private func startTimer(_ number: Int) {
        let timer = scheduler.schedule(after: dueTime) { [engine, waiting] in
          // With its timer, which goes outside the lock.
          let due = waiting.update { $0.number == number ? ($0.value.take(), $0.timer.take()) : (nil, nil) }
          // On a concurrent queue the timer of a newer value may have overtaken this one by now.
          if let value = due?.0 { engine.post(value, number: number, isHere: true) }
        }
        // The timer may have fired in the call that made it, or a newer value may have come.
        let isKept = waiting.update { waiting in
          if waiting.number != number || waiting.value == nil { return false }
          waiting.timer = timer
          return true
        }
        if isKept != true { timer.cancel() }
      }

      func receive(completion: Subscribers.Completion<Failure>) {
        if engine.isOpen { waiting.end()?.timer?.cancel() }
        engine.receive(completion: completion)
      }
    }
  }
}

extension Publishers.Debounce: MainActorPublisher where Context == MainScheduler {}
