import ListViewModelsTestSupport
import Reactive
import Testing

@Suite("Operators let go", .leavesNothing)
struct ReleaseTests {
  enum Operator: CaseIterable, Sendable {
    case removeDuplicates, debounce, receiveOn

    func callAsFunction(_ source: PassthroughSubject<Int, TestError>) -> AnyPublisher<Int, TestError> {
      switch self {
      case .removeDuplicates: source.removeDuplicates().eraseToAnyPublisher()
      case .debounce: source.debounce(for: .zero, scheduler: RudeScheduler()).eraseToAnyPublisher()
      case .receiveOn: source.receive(on: RudeScheduler()).eraseToAnyPublisher()
      }
    }
  }

  @Test(
    "cancel and the end let go of the subscriber at once, though the subscription and upstream be kept",
    arguments: Operator.allCases, [true, false])
  func downstream(of tested: Operator, isCancelled: Bool) {
    let gone = Box(0)
    let source = PassthroughSubject<Int, TestError>()
    let subscription = Box<(any Subscription)?>(nil)
    do {
      let probe = IntProbe(onSubscription: { subscription.value = $0 }, onDeinit: { gone.increment() })
      tested(source).subscribe(probe)
      source.send(1)
      source.send(2)
      #expect(!probe.values.isEmpty)
      probe.state.withLock { $0.subscription = nil }
    }
    #expect(gone.value == 0)
    if isCancelled { subscription.value?.cancel() } else { source.send(completion: .failure(.oops)) }
    #expect(gone.value == 1)
    subscription.value?.request(.max(1))
    source.send(3)
  }

  @Test("a subscriber that cancels inside a value is there until it has returned", arguments: Operator.allCases)
  func cancelledInside(of tested: Operator) {
    let log = Box<[String]>([])
    let source = PassthroughSubject<Int, TestError>()
    let subscription = Box<(any Subscription)?>(nil)
    do {
      let probe = IntProbe(
        onValue: { _ in
          subscription.value?.cancel()
          log.append("returned")
          return .none
        }, onSubscription: { subscription.value = $0 }, onDeinit: { log.append("gone") })
      tested(source).subscribe(probe)
      probe.state.withLock { $0.subscription = nil }
    }
    source.send(1)
    #expect(log.value == ["returned", "gone"])
  }

  @Test("cancel and the end let go of upstream", arguments: Operator.allCases, [true, false])
  func upstream(of tested: Operator, isCancelled: Bool) {
    let probe = IntProbe()
    weak var upstream: PassthroughSubject<Int, TestError>?
    do {
      let source = PassthroughSubject<Int, TestError>()
      upstream = source
      tested(source).subscribe(probe)
      source.send(1)
      #expect(upstream != nil)
      if isCancelled { probe.subscription?.cancel() } else { source.send(completion: .failure(.oops)) }
    }
    #expect(upstream == nil)
  }

  @Test("what the end releases may cancel the subscription: no lock is held", arguments: Operator.allCases)
  func cancelInDeinit(of tested: Operator) {
    let (completions, gone) = (Box(0), Box(0))
    let scheduler = ManualScheduler()
    do {
      // The value owns the subscription, as a view model owns its cancellables, and the subject owns the value.
      let token = Box<AnyCancellable?>(nil)
      let subject = CurrentValueSubject<Canary, Never>(
        Canary {
          token.value?.cancel()
          gone.increment()
        })
      let count: @Sendable (Subscribers.Completion<Never>) -> Void = { _ in completions.increment() }
      switch tested {
      case .removeDuplicates:
        token.value = subject.removeDuplicates { $0 === $1 }.sink(receiveCompletion: count, receiveValue: { _ in })
      case .debounce:
        token.value = subject.debounce(for: .zero, scheduler: scheduler)
          .sink(receiveCompletion: count, receiveValue: { _ in })
      case .receiveOn:
        token.value = subject.receive(on: scheduler).sink(receiveCompletion: count, receiveValue: { _ in })
      }
      scheduler.run()
      subject.send(completion: .finished)
    }
    // The subject has gone; what is left of it, the value with it, goes with the action.
    scheduler.run()
    #expect(completions.value == 1)
    #expect(gone.value == 1)
  }
}
