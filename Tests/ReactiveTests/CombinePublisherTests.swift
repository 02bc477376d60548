import ListViewModelsTestSupport

#if canImport(Combine)
  import Combine
  import Reactive
  import Testing

  import class Reactive.AnyCancellable
  import class Reactive.CurrentValueSubject
  import class Reactive.PassthroughSubject

  @Suite("A publisher as one of Combine's", .leavesNothing, .timeLimit(.minutes(10)))
  struct CombinePublisherTests {
    @Test("values and the end arrive in order")
    func order() {
      let numbers = PassthroughSubject<Int, TestError>()
      let probe = CombineProbe<Int, TestError>()
      numbers.combine.subscribe(probe)
      numbers.send(1)
      numbers.send(2)
      numbers.send(completion: .finished)
      numbers.send(3)
      #expect(probe.events == [.value(1), .value(2), .finished])
    }

    @Test("a failure arrives as it is")
    func failure() {
      let numbers = PassthroughSubject<Int, TestError>()
      let probe = CombineProbe<Int, TestError>()
      numbers.combine.subscribe(probe)
      numbers.send(completion: .failure(.oops))
      #expect(probe.events == [.failure])
    }

    @Test("Combine's operators and its sink take it")
    func operators() {
      let numbers = PassthroughSubject<Int, Never>()
      var received: [String] = []
      var ends = 0
      let sink = numbers.combine.filter { $0 > 1 }.map { "\($0)" }.eraseToAnyPublisher()
        .sink(receiveCompletion: { _ in ends += 1 }, receiveValue: { received.append($0) })
      for number in 1...3 { numbers.send(number) }
      numbers.send(completion: .finished)
      #expect(received == ["2", "3"])
      #expect(ends == 1)
      sink.cancel()
    }

    @Test("demand goes upstream as it is, and asking for nothing asks for nothing")
    func demand() {
      let log = SubscriptionLog()
      let source = Source<Int, Never>(log)
      let probe = CombineProbe<Int, Never>(demand: .none)
      source.combine.subscribe(probe)
      #expect(log.events == [])
      probe.subscription?.request(.none)
      #expect(log.events == [])
      probe.subscription?.request(.max(2))
      probe.subscription?.request(.unlimited)
      #expect(log.events == [.requested(.max(2)), .requested(.unlimited)])
    }

    @Test("what a subscriber asks for with a value comes on top", arguments: [0, 3, nil])
    func returnedDemand(count: Int?) {
      let source = Source<Int, Never>(SubscriptionLog())
      let probe = CombineProbe<Int, Never>(onValue: { _ in count.map { .max($0) } ?? .unlimited })
      source.combine.subscribe(probe)
      #expect(source.send(1) == count.map { .max($0) } ?? .unlimited)
    }

    @Test("a subscriber that asks for two values receives two")
    func limited() {
      let numbers = PassthroughSubject<Int, Never>()
      let probe = CombineProbe<Int, Never>(demand: .max(2))
      numbers.combine.subscribe(probe)
      for number in 1...4 { numbers.send(number) }
      #expect(probe.events == [.value(1), .value(2)])
      probe.subscription?.request(.max(1))
      numbers.send(5)
      #expect(probe.events == [.value(1), .value(2), .value(5)])
    }

    @Test("a main-actor subject keeps what has not been asked for")
    @MainActor
    func mainActor() {
      let numbers = MainActorSubject<Int>()
      let probe = CombineProbe<Int, Never>(demand: .none)
      numbers.eraseToAnyPublisher().combine.subscribe(probe)
      for number in 1...3 { numbers.send(number) }
      #expect(probe.events == [])
      probe.subscription?.request(.max(2))
      #expect(probe.events == [.value(1), .value(2)])
      probe.subscription?.request(.unlimited)
      #expect(probe.events == [.value(1), .value(2), .value(3)])
    }

    @Test("the current value arrives when it is asked for")
    func currentValue() {
      let state = CurrentValueSubject<Int, Never>(7)
      let probe = CombineProbe<Int, Never>()
      state.combine.subscribe(probe)
      state.send(8)
      #expect(probe.events == [.value(7), .value(8)])
    }

    @Test("a value that a subscriber sends comes after the one it receives, for all")
    func sentInside() {
      let numbers = PassthroughSubject<Int, Never>()
      let first = CombineProbe<Int, Never>(onValue: {
        if $0 == 1 { numbers.send(2) }
        return .none
      })
      let second = CombineProbe<Int, Never>()
      numbers.combine.subscribe(first)
      numbers.combine.subscribe(second)
      numbers.send(1)
      #expect(first.events == [.value(1), .value(2)])
      #expect(second.events == [.value(1), .value(2)])
    }

    @Test("after cancel nothing arrives, and the subscriber is released")
    func cancel() {
      let numbers = PassthroughSubject<Int, Never>()
      weak var released: CombineProbe<Int, Never>?
      var subscription: (any Combine.Subscription)?
      do {
        let probe = CombineProbe<Int, Never>()
        released = probe
        numbers.combine.subscribe(probe)
        numbers.send(1)
        subscription = probe.subscription
        subscription?.cancel()
        subscription?.cancel()
        subscription?.request(.max(1))
        numbers.send(2)
        numbers.send(completion: .finished)
        #expect(probe.events == [.value(1)])
        probe.subscription = nil
      }
      #expect(released == nil)
      #expect(subscription != nil, "the subscription does not keep its subscriber")
    }

    @Test("cancel goes upstream, from inside a delivery too")
    func cancelInside() {
      let log = SubscriptionLog()
      let source = Source<Int, Never>(log)
      let probe = CombineProbe<Int, Never>()
      source.combine.subscribe(probe)
      probe.onValue = { [unowned probe] _ in
        probe.subscription?.cancel()
        return .none
      }
      source.send(1)
      #expect(log.events == [.requested(.unlimited), .cancelled])
    }

    @Test("the end releases the subscriber")
    func releasedAtEnd() {
      let numbers = PassthroughSubject<Int, Never>()
      weak var released: CombineProbe<Int, Never>?
      do {
        let probe = CombineProbe<Int, Never>()
        released = probe
        numbers.combine.subscribe(probe)
        numbers.send(completion: .finished)
        probe.subscription = nil
      }
      #expect(released == nil)
    }

    @Test("a set of Combine's cancellables keeps a subscription as long as it lives")
    func store() {
      let numbers = PassthroughSubject<Int, Never>()
      let received = Box<[Int]>([])
      var cancellables: Set<Combine.AnyCancellable> = []
      let token: AnyCancellable = numbers.sink { number in received.append(number) }
      token.store(in: &cancellables)
      numbers.send(1)
      #expect(cancellables.count == 1)
      cancellables.removeAll()
      numbers.send(2)
      #expect(received.value == [1])
      _ = token
    }
  }

  /// A subscriber of Combine's that writes down what it receives. One thread at a time uses it.
  private final class CombineProbe<Input: Equatable, Failure: Error>: Combine.Subscriber {
    enum Event: Equatable { case value(Input), finished, failure }

    private(set) var events: [Event] = []
    var subscription: (any Combine.Subscription)?
    var onValue: (Input) -> Combine.Subscribers.Demand
    private let demand: Combine.Subscribers.Demand

    init(
      demand: Combine.Subscribers.Demand = .unlimited,
      onValue: @escaping (Input) -> Combine.Subscribers.Demand = { _ in .none }
    ) {
      self.demand = demand
      self.onValue = onValue
    }

    func receive(subscription: any Combine.Subscription) {
      self.subscription = subscription
      if demand != .none { subscription.request(demand) }
    }

    func receive(_ input: Input) -> Combine.Subscribers.Demand {
      events.append(.value(input))
      return onValue(input)
    }

    func receive(completion: Combine.Subscribers.Completion<Failure>) {
      if case .finished = completion { events.append(.finished) } else { events.append(.failure) }
    }
  }
#endif
