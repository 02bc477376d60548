import ListViewModelsTestSupport
import Reactive
import Testing

@Suite("PassthroughSubject", .leavesNothing)
struct PassthroughSubjectTests {
  typealias Subject = PassthroughSubject<Int, TestError>

  @Test("a value reaches a subscriber only if it has demand, and takes one of it")
  func demand() {
    let subject = Subject()
    let probe = IntProbe(demand: .max(2)) { $0 == 1 ? .max(1) : .none }
    subject.send(0)
    subject.subscribe(probe)
    (1...5).forEach(subject.send)
    #expect(probe.values == [1, 2, 3])
    probe.request(.max(1))
    probe.request(.max(1))
    (6...9).forEach(subject.send)
    #expect(probe.values == [1, 2, 3, 6, 7])
  }

  @Test("how many of 20 values arrive, for every mixture of first and further demand")
  func demandTable() {
    let firsts: [Subscribers.Demand?] = [nil, .max(1), .max(2), .max(10), .unlimited]
    let further: [[Subscribers.Demand]] = [
      [], Array(repeating: .max(1), count: 10), [.max(1), .none, .max(1), .none], [.none, .max(1), .max(2)],
      [.unlimited, .max(1)],
    ]
    let expected = [0, 0, 0, 0, 0, 1, 11, 2, 1, 20, 2, 12, 4, 5, 20, 10, 20, 12, 13, 20, 20, 20, 20, 20, 20]
    var received: [Int] = []
    for first in firsts {
      for more in further {
        let subject = Subject()
        let probe = IntProbe(demand: first) { more.indices.contains($0) ? more[$0] : .none }
        // Values count the deliveries: each is the index of the demand that its delivery adds.
        subject.subscribe(probe)
        for _ in 0..<20 { subject.send(probe.values.count) }
        received.append(probe.values.count)
      }
    }
    #expect(received == expected)
  }

  @Test("a completion needs no demand, comes once, and ends everything")
  func completion() {
    let subject = Subject()
    let probe = IntProbe(demand: nil, onCompletion: { subject.send(completion: .finished) })
    subject.subscribe(probe)
    subject.send(completion: .failure(.oops))
    subject.send(1)
    subject.send(completion: .finished)
    #expect(probe.events == [.subscription("PassthroughSubject"), .completion(.failure(.oops))])
  }

  @Test("a subscriber that comes after the end gets an empty subscription and the completion, without demand")
  func late() {
    let subject = Subject()
    subject.send(completion: .failure(.oops))
    let probe = IntProbe(demand: nil)
    subject.subscribe(probe)
    #expect(probe.events == [.subscription("Empty"), .completion(.failure(.oops))])
  }

  @Test("subscribers are called in the order in which they subscribed")
  func order() {
    let subject = PassthroughSubject<Int, Never>()
    let log = Box<[Int]>([])
    let cancellables = (0..<20).map { index in subject.sink { _ in log.append(index) } }
    cancellables[7].cancel()
    subject.send(0)
    #expect(log.value == (0..<20).filter { $0 != 7 })
  }

  @Test("a nested send is delivered after the current value has reached every subscriber")
  func nested() {
    let subject = PassthroughSubject<Int, Never>()
    let log = Box<[String]>([])
    let first = subject.sink { value in
      log.append("a\(value)")
      if value < 3 { subject.send(value + 1) }
    }
    let second = subject.sink { log.append("b\($0)") }
    subject.send(1)
    #expect(log.value == ["a1", "b1", "a2", "b2", "a3", "b3"])
    withExtendedLifetime((first, second)) {}
  }

  @Test("a subscriber that joins during a delivery hears exactly what is sent after it joined")
  func joining() {
    let subject = PassthroughSubject<Int, TestError>()
    let late = IntProbe()
    let early = IntProbe { value in
      if value == 1 {
        subject.send(2)
        subject.subscribe(late)
        subject.send(3)
      }
      return .none
    }
    subject.subscribe(early)
    subject.send(1)
    #expect(early.values == [1, 2, 3])
    #expect(late.values == [3])
  }

  @Test("one subscriber may subscribe many times, also from inside receive(subscription:)")
  func manyTimes() {
    let subject = Subject()
    let count = Box(0)
    let again = Box<IntProbe?>(nil)
    let probe = IntProbe(onSubscription: { _ in
      count.increment()
      if count.value < 10, let probe = again.value { subject.subscribe(probe) }
    })
    again.value = probe
    subject.subscribe(probe)
    subject.send(5)
    #expect(probe.values == Array(repeating: 5, count: 10))
    again.value = nil
    subject.send(completion: .finished)  // the probe holds the subject, which holds the probe
  }

  @Test("nothing arrives after cancel, called by another subscriber in the same delivery")
  func cancelByAnother() {
    let subject = Subject()
    let second = IntProbe()
    let first = IntProbe { _ in
      second.cancel()
      return .none
    }
    subject.subscribe(first)
    subject.subscribe(second)
    subject.send(1)
    subject.send(2)
    #expect(first.values == [1, 2])
    #expect(second.values == [])
  }

  @Test("cancel twice and request after cancel do nothing")
  func cancelTwice() throws {
    let subject = Subject()
    let probe = IntProbe(demand: .max(12))
    subject.subscribe(probe)
    let subscription = try #require(probe.subscription)
    subject.send(1)
    subscription.cancel()
    subscription.cancel()
    subscription.request(.unlimited)
    subject.send(2)
    subject.send(completion: .finished)
    #expect(probe.events == [.subscription("PassthroughSubject"), .value(1)])
  }

  @Test("the subscription keeps the subject; cancel, finish and failure let go of everything", arguments: 0..<3)
  func release(reason: Int) {
    weak var weakSubject: Subject?
    weak var weakProbe: IntProbe?
    weak var weakSubscription: AnyObject?
    do {
      let subject = Subject()
      weakSubject = subject
      do {
        let probe = IntProbe()
        weakProbe = probe
        subject.subscribe(probe)
        weakSubscription = probe.subscription as AnyObject?
      }
      #expect(weakProbe != nil && weakSubscription != nil)
      switch reason {
      case 0: weakProbe?.cancel()
      case 1: subject.send(completion: .finished)
      default: subject.send(completion: .failure(.oops))
      }
      weakProbe?.state.withLock { $0.subscription = nil }
      #expect(weakProbe == nil)
      #expect(weakSubscription == nil)
    }
    #expect(weakSubject == nil)
  }

  @Test("the subject stays while a subscription is held")
  func keepsSubject() {
    weak var weakSubject: Subject?
    let probe = IntProbe()
    do {
      let subject = Subject()
      weakSubject = subject
      subject.subscribe(probe)
    }
    weakSubject?.send(1)
    #expect(probe.values == [1])
    probe.cancel()
    #expect(weakSubject == nil)
  }

  @Test("a send from a deinit that a cancel sets off is delivered")
  func sendFromDeinit() {
    let subject = Subject()
    let listener = IntProbe()
    subject.subscribe(listener)
    var leaving: IntProbe? = IntProbe(onDeinit: { subject.send(9) })
    if let leaving { subject.subscribe(leaving) }
    let subscription = leaving?.subscription
    leaving?.state.withLock { $0.subscription = nil }
    leaving = nil
    subscription?.cancel()
    #expect(listener.values == [9])
  }

  @Test("a subscriber that another one cancels before it ends the subject hears of no end")
  func cancelledBeforeTheEnd() {
    let subject = PassthroughSubject<Int, TestError>()
    let second = IntProbe()
    let first = IntProbe(onValue: { _ in
      second.cancel()
      subject.send(completion: .finished)
      return .none
    })
    subject.subscribe(first)
    subject.subscribe(second)
    subject.send(1)
    #expect(first.completions == 1)
    #expect(second.values == [] && second.completions == 0)
  }

  @Test("a subject that nobody holds stays while it has a subscriber, and goes with the last")
  func keptBySubscribers() {
    let probes = [IntProbe(), IntProbe()]
    weak var subject: PassthroughSubject<Int, TestError>?
    do {
      let new = PassthroughSubject<Int, TestError>()
      subject = new
      for probe in probes { new.subscribe(probe) }
    }
    probes[0].cancel()
    #expect(subject != nil)
    probes[1].cancel()
    #expect(subject == nil)
  }
}
