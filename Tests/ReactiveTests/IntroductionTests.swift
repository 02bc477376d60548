import Dispatch
import ListViewModelsTestSupport
import Reactive
import Testing

/// Rules 1.3 and 1.9 of Reactive Streams while others send: nothing comes before the subscription, or beside it.
@Suite("Introduction", .leavesNothing)
struct IntroductionTests {
  enum Kind: CaseIterable, Sendable {
    case passthrough, currentValue

    func callAsFunction() -> any Subject<Int, TestError> {
      switch self {
      case .passthrough: PassthroughSubject<Int, TestError>()
      case .currentValue: CurrentValueSubject<Int, TestError>(0)
      }
    }
  }

  /// Writes down when the subscription begins and ends; in between it does something.
  func subscriber(_ log: Box<[String]>, _ body: @escaping @Sendable () -> Void) -> ClosureSubscriber<Int, TestError> {
    ClosureSubscriber(
      receiveSubscription: { subscription in
        log.append("begins")
        subscription.request(.unlimited)
        body()
        log.append("ends")
      },
      receiveValue: {
        log.append("\($0)")
        return .none
      },
      receiveCompletion: { _ in log.append("completion") })
  }

  @Test(
    "what another thread sends while the subscription is handed over comes after it, in order", arguments: Kind.allCases
  )
  func anotherThread(kind: Kind) {
    let (subject, log) = (kind(), Box<[String]>([]))
    subject.subscribe(
      subscriber(log) {
        elsewhere {
          subject.send(1)
          subject.send(2)
          subject.send(completion: .finished)
          subject.send(3)
        }
        log.append("sent")
      })
    let first = kind == .currentValue ? ["0"] : []
    #expect(log.value == ["begins", "sent", "ends"] + first + ["1", "2", "completion"])
  }

  @Test("so does what the subscriber itself sends there", arguments: Kind.allCases)
  func sameThread(kind: Kind) {
    let (subject, log) = (kind(), Box<[String]>([]))
    subject.subscribe(subscriber(log) { subject.send(1) })
    subject.send(2)
    let first = kind == .currentValue ? ["0"] : []
    #expect(log.value == ["begins", "ends"] + first + ["1", "2"])
  }

  @Test("others receive at once what is held for the newcomer, in the same order", arguments: Kind.allCases)
  func others(kind: Kind) {
    let (subject, log) = (kind(), Box<[String]>([]))
    let other = IntProbe()
    subject.subscribe(other)
    subject.subscribe(
      subscriber(log) {
        subject.send(1)
        #expect(other.values.last == 1)
      })
    #expect(log.value.last == "1")
    subject.send(completion: .finished)  // the subscriber holds the subject, which holds the subscriber
  }

  @Test("what comes without demand is dropped; a current value is made up for", arguments: Kind.allCases)
  func noDemand(kind: Kind) {
    let subject = kind()
    let probe = IntProbe(demand: nil, onSubscription: { _ in elsewhere { subject.send(1) } })
    subject.subscribe(probe)
    #expect(probe.values == [])
    probe.request(.max(2))
    subject.send(2)
    #expect(probe.values == (kind == .currentValue ? [1, 2] : [2]))
  }

  @Test("a demand of one takes one of what was held", arguments: Kind.allCases)
  func someDemand(kind: Kind) {
    let subject = kind()
    let probe = IntProbe(
      demand: nil,
      onSubscription: { subscription in
        subscription.request(.max(1))
        elsewhere { for value in 1...3 { subject.send(value) } }
      })
    subject.subscribe(probe)
    #expect(probe.values == (kind == .currentValue ? [0] : [1]))
    probe.request(.max(2))
    subject.send(4)
    #expect(probe.values == (kind == .currentValue ? [0, 3, 4] : [1, 4]))
  }

  @Test(
    "a cancel there, by this thread or another one, lets go of everything", arguments: Kind.allCases, [true, false])
  func cancelling(kind: Kind, isElsewhere: Bool) {
    let subject = kind()
    let gone = Box(0)
    do {
      let probe = IntProbe(
        onSubscription: { subscription in
          subject.send(1)
          if isElsewhere { elsewhere { subscription.cancel() } } else { subscription.cancel() }
          subject.send(2)
        }, onDeinit: { gone.increment() })
      subject.subscribe(probe)
      #expect(probe.values == [])
      probe.state.withLock { $0.subscription = nil }
    }
    #expect(gone.value == 1)
    subject.send(3)
  }

  enum Operator: CaseIterable, Sendable { case plain, removeDuplicates, receiveOn, debounce }

  @Test("no operator loses a completion that comes before its subscription", arguments: Operator.allCases)
  func completion(tested: Operator) async {
    let subject = PassthroughSubject<Int, TestError>()
    let slow = Meanwhile(upstream: subject, before: { elsewhere { subject.send(completion: .finished) } })
    let queue = DispatchQueue(label: "home")
    let probe = IntProbe()
    switch tested {
    case .plain: slow.subscribe(probe)
    case .removeDuplicates: slow.removeDuplicates().subscribe(probe)
    case .receiveOn: slow.receive(on: .queue(queue)).subscribe(probe)
    case .debounce: slow.debounce(for: .zero, scheduler: .queue(queue)).subscribe(probe)
    }
    await queue.finish()
    #expect(probe.completions == 1)
  }

  @Test("nor does an operator deliver beside its own subscription", arguments: [Operator.removeDuplicates, .receiveOn])
  func operators(tested: Operator) async {
    let (subject, log) = (PassthroughSubject<Int, TestError>(), Box<[String]>([]))
    // The subject has introduced its subscriber by the time that the operator introduces its own.
    let late = Late(subject)
    let queue = DispatchQueue(label: "home")
    let subscriber = subscriber(log) {
      elsewhere {
        late.send(1)
        late.send(completion: .finished)
        queue.sync {}
      }
      log.append("sent")
    }
    if tested == .removeDuplicates {
      late.removeDuplicates().subscribe(subscriber)
    } else {
      late.receive(on: .queue(queue)).subscribe(subscriber)
    }
    await queue.finish()
    #expect(log.value == ["begins", "sent", "ends", "1", "completion"])
  }

  /// A publisher that sends in spite of its subscriber's still being introduced, as an app's own may.
  final class Late: Publisher {
    typealias Output = Int
    typealias Failure = TestError
    private let subscriber = Box<ClosureSubscriber<Int, TestError>?>(nil)
    init(_: PassthroughSubject<Int, TestError>) {}
    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
      self.subscriber.value = ClosureSubscriber(subscriber)
      subscriber.receive(subscription: SubscriptionLog())
    }
    func send(_ value: Int) { _ = subscriber.value?.receive(value) }
    func send(completion: Subscribers.Completion<TestError>) { subscriber.value?.receive(completion: completion) }
  }

  @Test(
    "two threads, one of which subscribes: no event beside the subscription, none lost after it", arguments: 0..<100)
  func race(round: Int) {
    let subject = CurrentValueSubject<Int, TestError>(0)
    let (isInside, wasBeside) = (Box(false), Box(false))
    let probe = IntProbe(
      onValue: { _ in
        if isInside.value { wasBeside.value = true }
        return .none
      },
      onSubscription: { subscription in
        isInside.value = true
        subscription.request(.unlimited)
        isInside.value = false
      })
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      if thread == 0 { subject.subscribe(probe) } else { for value in 1...50 { subject.send(value) } }
    }
    subject.send(completion: .finished)
    #expect(!wasBeside.value)
    #expect(probe.values == Array((probe.values.first ?? 99)...50))
    #expect(probe.completions == 1)
  }
}
