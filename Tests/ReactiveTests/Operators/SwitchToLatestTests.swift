import Dispatch
import Reactive
import Testing

@Suite("switchToLatest")
struct SwitchToLatestTests {
  typealias Inner = Source<Int, TestError>

  let log = SubscriptionLog()
  let outer: Source<Inner, TestError>

  init() { outer = Source(log) }

  @Test("passes the values of the latest only; finishes when upstream and the latest have")
  func marbles() {
    let marbles = Marbles()
    let inner = ["x": marbles.subject("-1-2-3-4|"), "y": marbles.subject("-----6-7--8--|")]
    let switched = marbles.subject("x---y-|").compactMap { inner[$0] }.switchToLatest()
    #expect(marbles.drawing(switched) == "-1-2-6-7--8--|")
  }

  @Test("its subscription comes before upstream is subscribed to; upstream is asked for everything")
  func order() {
    let source = Source<Inner, TestError>()
    let probe = IntProbe(demand: nil)
    source.switchToLatest().subscribe(probe)
    #expect(probe.events == [.subscription("SwitchToLatest")])
    let second = SubscriptionLog()
    for subscription in [log, second] { source.send(subscription: subscription) }
    #expect([log.events, second.events] == [[.requested(.unlimited)], [.cancelled]])
  }

  @Test("demand that is left goes to the next inner one; answers go back to the inner one")
  func demand() {
    let probe = IntProbe(demand: nil) { _ in .max(5) }
    outer.switchToLatest().subscribe(probe)
    let logs = [SubscriptionLog(), SubscriptionLog(), SubscriptionLog()]
    let inner = logs.map { Inner($0) }
    #expect(outer.send(inner[0]) == Subscribers.Demand.none)
    #expect(logs[0].events == [])
    probe.request(.max(1))
    #expect(logs[0].events == [.requested(.max(1))])
    inner[0].send(completion: .finished)
    probe.request(.max(42))
    outer.send(inner[1])
    #expect(logs[1].events == [.requested(.max(43))])
    #expect(inner[1].send(1) == .max(5))
    #expect(inner[1].send(2) == .max(5))
    #expect(logs[1].events == [.requested(.max(43))])
    outer.send(inner[2])
    #expect(logs[1].events == [.requested(.max(43)), .cancelled])
    #expect(logs[2].events == [.requested(.max(51))])
    #expect(logs[0].events == [.requested(.max(1))], "who has finished is not cancelled")
    outer.send(completion: .finished)
    probe.request(.max(9))
    #expect(logs[2].events == [.requested(.max(51)), .requested(.max(9))])
  }

  @Test("demand answered to a value that brought the next inner one is not lost")
  func answerAfterSwitch() {
    let (old, new) = (SubscriptionLog(), SubscriptionLog())
    let (first, second) = (Inner(old), Inner(new))
    let probe = IntProbe(demand: .max(1)) { [outer] _ in
      outer.send(second)
      return .max(3)
    }
    outer.switchToLatest().subscribe(probe)
    outer.send(first)
    first.send(1)
    #expect(old.events == [.requested(.max(1)), .cancelled])
    #expect(new.events == [.requested(.max(3))])
  }

  @Test("the old inner one is cancelled before the new one is subscribed to, and heard no more")
  func switching() {
    let (old, new) = (SubscriptionLog(), SubscriptionLog())
    let (first, second) = (Inner(old), Inner(new))
    let probe = IntProbe()
    outer.switchToLatest().subscribe(probe)
    outer.send(first)
    first.send(1)
    outer.send(second)
    #expect(old.events == [.requested(.unlimited), .cancelled])
    #expect(first.send(2) == Subscribers.Demand.none)
    first.send(completion: .failure(.oops))
    second.send(3)
    first.send(subscription: new)
    #expect(new.events == [.requested(.unlimited), .cancelled], "a subscription that comes too late is cancelled")
    #expect(probe.events == [.subscription("SwitchToLatest"), .value(1), .value(3)])
  }

  @Test("the failure of either cancels the other and is the end")
  func failures() {
    let (innerLog, secondLog) = (SubscriptionLog(), SubscriptionLog())
    let inner = Inner(innerLog)
    let probe = IntProbe()
    outer.switchToLatest().subscribe(probe)
    outer.send(inner)
    inner.send(completion: .failure(.oops))
    outer.send(completion: .failure(.other))
    outer.send(Inner(secondLog))
    #expect(probe.events == [.subscription("SwitchToLatest"), .completion(.failure(.oops))])
    #expect(log.events == [.requested(.unlimited), .cancelled])
    #expect(innerLog.events == [.requested(.unlimited)])
    #expect(secondLog.events == [])

    let other = Source<Inner, TestError>(secondLog)
    let failing = IntProbe()
    other.switchToLatest().subscribe(failing)
    other.send(inner)
    other.send(completion: .failure(.other))
    inner.send(1)
    #expect(failing.events == [.subscription("SwitchToLatest"), .completion(.failure(.other))])
    #expect(innerLog.events == [.requested(.unlimited), .requested(.unlimited), .cancelled])
  }

  @Test("finishes with upstream if no inner one is left, and once")
  func finish() {
    let inner = Inner(SubscriptionLog())
    let probe = IntProbe()
    outer.switchToLatest().subscribe(probe)
    outer.send(inner)
    outer.send(completion: .finished)
    outer.send(completion: .failure(.oops))
    #expect(probe.completions == 0)
    inner.send(completion: .finished)
    inner.send(completion: .finished)
    #expect(probe.events == [.subscription("SwitchToLatest"), .completion(.finished)])
  }

  @Test("cancel cancels the inner one, then upstream, once, and keeps all else away")
  func cancel() {
    let order = Box<[String]>([])
    let outer = Source<Logged, TestError>(Logged(name: "outer", order: order))
    let probe = IntProbe()
    outer.switchToLatest().subscribe(probe)
    outer.send(Logged(name: "inner", order: order))
    probe.cancel()
    probe.cancel()
    outer.send(Logged(name: "late", order: order))
    outer.send(completion: .finished)
    #expect(order.value == ["inner", "outer"])
    #expect(probe.events == [.subscription("SwitchToLatest")])
  }

  /// Writes its name when it is cancelled.
  struct Logged: Publisher, Subscription {
    typealias Output = Int
    typealias Failure = TestError
    let name: String
    let order: Box<[String]>
    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
      subscriber.receive(subscription: self)
    }
    func request(_ demand: Subscribers.Demand) {}
    func cancel() { order.append(name) }
  }

  @Test("two threads: values of one inner one in order, none of an old one after a new one's", arguments: 0..<20)
  func concurrent(round: Int) {
    let alive = Box(1)
    let outer = PassthroughSubject<PassthroughSubject<Int, TestError>, TestError>()
    let inner = (0..<5).map { _ in PassthroughSubject<Int, TestError>() }
    do {
      let probe = IntProbe(onDeinit: { alive.value = 0 })
      outer.switchToLatest().subscribe(probe)
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 {
          inner.forEach(outer.send)
          outer.send(completion: .finished)
        } else {
          for value in 0..<200 { for (index, subject) in inner.enumerated() { subject.send(index * 1000 + value) } }
        }
      }
      for subject in inner { subject.send(completion: .finished) }
      #expect(probe.values == probe.values.sorted())
      #expect(probe.completions == 1)
      probe.state.withLock { $0.subscription = nil }
    }
    #expect(alive.value == 0)
  }

  @Test("stays on the main actor where both levels are")
  @MainActor
  func mainActor() {
    let subject = PassthroughSubject<Int, Never>()
    let answers = PassthroughSubject<String, Never>()
    var seen: [String] = []
    let switched: AnyMainActorPublisher<String, Never> = subject.receive(on: .main)
      .map { query in answers.receive(on: .main).map { "\(query)\($0)" } }
      .switchToLatest()
      .eraseToAnyPublisher()
    let sink = switched.sink { seen.append($0) }
    subject.send(1)
    subject.send(2)
    answers.send("a")
    #expect(seen == ["2a"])
    sink.cancel()
  }
}
