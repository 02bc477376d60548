import Reactive
import Testing

@Suite("Operators let go")
struct ReleaseTests {
  enum Operator: CaseIterable, Sendable {
    case removeDuplicates, merge, combineLatest, switchToLatest, debounce

    func callAsFunction(_ source: PassthroughSubject<Int, TestError>) -> AnyPublisher<Int, TestError> {
      switch self {
      case .removeDuplicates: source.removeDuplicates().eraseToAnyPublisher()
      case .merge: source.merge(with: source).eraseToAnyPublisher()
      case .combineLatest: source.combineLatest(source).map { $0 + $1 }.eraseToAnyPublisher()
      case .switchToLatest:
        source.map { CurrentValueSubject<Int, TestError>($0) }.switchToLatest().eraseToAnyPublisher()
      case .debounce: source.debounce(for: 0, scheduler: ImmediateScheduler.shared).eraseToAnyPublisher()
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
}
