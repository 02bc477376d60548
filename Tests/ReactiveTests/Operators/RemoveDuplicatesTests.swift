import ListViewModelsTestSupport
import Reactive
import Testing

@Suite("removeDuplicates", .leavesNothing)
struct RemoveDuplicatesTests {
  let log = SubscriptionLog()
  let source: Source<Int, TestError>

  init() { source = Source(log) }

  @Test("passes what differs from the last one that passed; a duplicate asks for another")
  func values() {
    let probe = IntProbe(demand: .max(3)) { _ in .max(7) }
    source.removeDuplicates().subscribe(probe)
    let answers = [1, 1, 2, 1, 1].map { source.send($0) }
    #expect(answers == [.max(7), .max(1), .max(7), .max(7), .max(1)])
    #expect(probe.values == [1, 2, 1])
    #expect(log.events == [.requested(.max(3))])
  }

  @Test("the predicate compares with the last one that passed, not with the last one that came")
  func predicate() {
    let probe = IntProbe()
    source.removeDuplicates { $0 >= $1 }.subscribe(probe)
    for value in [1, 2, 2, 50, 30, 10, 40, 51] { source.send(value) }
    #expect(probe.values == [1, 2, 50, 51])
  }

  @Test("its subscription is its own; nothing passes after the completion")
  func completion() {
    let probe = IntProbe(demand: .max(2))
    source.removeDuplicates().subscribe(probe)
    source.send(completion: .failure(.oops))
    source.send(completion: .finished)
    #expect(source.send(1) == Subscribers.Demand.none)
    probe.request(.max(1))
    probe.cancel()
    #expect(probe.events == [.subscription("RemoveDuplicates"), .completion(.failure(.oops))])
    #expect(log.events == [.requested(.max(2))])
  }

  @Test("a second subscription is cancelled, also after cancel; what comes before the first is dropped")
  func subscriptions() {
    let source = Source<Int, TestError>()
    let probe = IntProbe(demand: .max(1))
    source.removeDuplicates().subscribe(probe)
    source.send(1)
    source.send(completion: .finished)
    let second = SubscriptionLog()
    for subscription in [log, second] { source.send(subscription: subscription) }
    probe.cancel()
    source.send(subscription: second)
    #expect(log.events == [.requested(.max(1)), .cancelled])
    #expect(second.events == [.cancelled, .cancelled])
    #expect(probe.events == [.subscription("RemoveDuplicates")])
  }

  @Test("cancel and the end let go of the subscriber, the subscription and the last value")
  func release() {
    for isCancelled in [true, false] {
      let gone = Box(0)
      let subject = PassthroughSubject<Canary, TestError>()
      do {
        let probe = IntProbe(onDeinit: { gone.increment() })
        subject.removeDuplicates { $0 === $1 }.map { _ in 1 }.subscribe(probe)
        subject.send(Canary { gone.increment() })
        if isCancelled { probe.cancel() } else { subject.send(completion: .finished) }
        probe.state.withLock { $0.subscription = nil }
      }
      #expect(gone.value == 2)
    }
  }

  @Test("the last value may send when it goes: it is not released under a lock")
  func releaseSends() {
    let subject = PassthroughSubject<Canary, Never>()
    let seen = Box(0)
    let sink = subject.removeDuplicates { $0 === $1 }.sink { _ in seen.increment() }
    subject.send(Canary { subject.send(Canary {}) })
    subject.send(Canary {})
    #expect(seen.value == 3)
    sink.cancel()
  }

  @Test("the predicate of a main-actor publisher is of the main actor, and the type stays one")
  @MainActor
  func mainActor() {
    var compared = 0
    let subject = PassthroughSubject<Int, Never>()
    let distinct: AnyMainActorPublisher<Int, Never> = subject.receive(on: .main)
      .removeDuplicates { old, new in
        compared += 1
        return old == new
      }
      .removeDuplicates()
      .eraseToAnyPublisher()
    var seen: [Int] = []
    let sink = distinct.sink { seen.append($0) }
    for value in [1, 1, 2] { subject.send(value) }
    #expect(seen == [1, 2])
    #expect(compared == 2)
    sink.cancel()
  }
}
