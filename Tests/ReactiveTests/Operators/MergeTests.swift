import Dispatch
import Reactive
import Testing

@Suite("merge")
struct MergeTests {
  let first = SubscriptionLog()
  let second = SubscriptionLog()
  let a: Source<Int, TestError>
  let b: Source<Int, TestError>

  init() {
    a = Source(first)
    b = Source(second)
  }

  @Test("passes the values of both as they come, and finishes after both")
  func marbles() {
    let marbles = Marbles()
    let (a, b) = (marbles.subject("a-b-(cd)|"), marbles.subject("--x---y-|"))
    #expect(marbles.drawing(a.merge(with: b)) == "a-(bx)-(cd)-y-|")
  }

  @Test("the first failure ends it and cancels the other")
  func failure() {
    let marbles = Marbles()
    #expect(marbles.drawing(marbles.subject("a-#").merge(with: marbles.subject("-x-x"))) == "ax#")
    let probe = IntProbe()
    a.merge(with: b).subscribe(probe)
    b.send(completion: .failure(.oops))
    a.send(completion: .failure(.other))
    #expect(probe.events == [.subscription("Merge"), .completion(.failure(.oops))])
    #expect(first.events == [.requested(.unlimited), .cancelled])
    #expect(second.events == [.requested(.unlimited)])
  }

  @Test("each is asked for one value, then for one after each that passed; unlimited if downstream asks so")
  func share() {
    let probe = IntProbe(demand: nil)
    a.merge(with: b).subscribe(probe)
    #expect([first.events, second.events] == [[.requested(.max(1))], [.requested(.max(1))]])
    probe.request(.max(2))
    #expect(a.send(1) == .max(1))
    #expect(b.send(2) == .max(1))
    #expect(first.events == [.requested(.max(1))])
    probe.request(.unlimited)
    probe.request(.unlimited)
    #expect([first.events, second.events].allSatisfy { $0 == [.requested(.max(1)), .requested(.unlimited)] })
    #expect(a.send(3) == Subscribers.Demand.none)
    #expect(probe.values == [1, 2, 3])
  }

  @Test("without demand one value of each waits; a request delivers it and asks its source for the next")
  func buffer() {
    let probe = IntProbe(demand: .max(1))
    a.merge(with: b).subscribe(probe)
    #expect(a.send(100) == .max(1))
    #expect(a.send(200) == Subscribers.Demand.none)
    #expect(b.send(1) == Subscribers.Demand.none)
    a.send(300)
    #expect(probe.values == [100])
    probe.request(.max(1))
    #expect(probe.values == [100, 300])
    #expect(first.events == [.requested(.max(1)), .requested(.max(1))])
    #expect(second.events == [.requested(.max(1))])
    probe.request(.unlimited)
    #expect(probe.values == [100, 300, 1])
    #expect(first.events.last == .requested(.unlimited))
    #expect(second.events == [.requested(.max(1)), .requested(.unlimited)])
  }

  @Test("values that wait come before the end, and the end needs no demand of its own")
  func bufferedEnd() {
    let probe = IntProbe(demand: nil)
    a.merge(with: b).subscribe(probe)
    a.send(1)
    b.send(2)
    a.send(completion: .finished)
    b.send(completion: .finished)
    #expect(probe.events == [.subscription("Merge")])
    probe.request(.max(2))
    #expect(probe.events == [.subscription("Merge"), .value(1), .value(2), .completion(.finished)])
  }

  @Test("a second subscription is cancelled; cancel cancels both in order and keeps all else away")
  func cancel() {
    let probe = IntProbe()
    a.merge(with: b).subscribe(probe)
    let late = SubscriptionLog()
    b.send(subscription: late)
    a.send(completion: .finished)
    a.send(1)
    probe.cancel()
    b.send(2)
    b.send(completion: .finished)
    a.send(subscription: late)
    #expect(late.events == [.cancelled, .cancelled])
    #expect(probe.events == [.subscription("Merge")])
    #expect(first.events == [.requested(.unlimited)], "who has finished is not cancelled")
    #expect(second.events == [.requested(.unlimited), .cancelled])
  }

  @Test("merging values that are there at subscribe takes them in order")
  func atSubscribe() {
    let probe = Probe<Int, Never>()
    Just(42).merge(with: CurrentValueSubject<Int, Never>(0)).subscribe(probe)
    #expect(probe.events == [.subscription("Merge"), .value(42), .value(0)])
    let done = Probe<Int, Never>()
    Just(1).merge(with: Empty()).merge(with: Just(2)).subscribe(done)
    #expect(done.events == [.subscription("Merge"), .value(1), .value(2), .completion(.finished)])
  }

  @Test("two threads: one value at a time, each one's in its order, none lost, then the end", arguments: 0..<20)
  func concurrent(round: Int) {
    let alive = Box(1)
    let (a, b) = (PassthroughSubject<Int, TestError>(), PassthroughSubject<Int, TestError>())
    let inside = Box(0)
    do {
      let probe = IntProbe(
        onValue: { _ in
          inside.increment()
          #expect(inside.value == 1)
          inside.value = 0
          return .none
        }, onDeinit: { alive.value = 0 })
      a.merge(with: b).subscribe(probe)
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        for value in 1...500 { (thread == 0 ? a : b).send(thread * 1000 + value) }
        (thread == 0 ? a : b).send(completion: .finished)
      }
      for thread in 0...1 {
        #expect(probe.values.filter { $0 / 1000 == thread } == (1...500).map { thread * 1000 + $0 })
      }
      #expect(probe.events.last == .completion(.finished))
      probe.state.withLock { $0.subscription = nil }
    }
    #expect(alive.value == 0)
  }

  @Test("a thread that cancels while others send ends it, and everything is released", arguments: 0..<20)
  func concurrentCancel(round: Int) {
    let alive = Box(1)
    let (a, b) = (PassthroughSubject<Int, TestError>(), PassthroughSubject<Int, TestError>())
    do {
      let probe = IntProbe(onDeinit: { alive.value = 0 })
      a.merge(with: b).subscribe(probe)
      DispatchQueue.concurrentPerform(iterations: 3) { thread in
        if thread == 2 { return probe.cancel() }
        for value in 1...200 { (thread == 0 ? a : b).send(value) }
      }
      let count = probe.values.count
      a.send(1)
      #expect(probe.values.count == count)
    }
    #expect(alive.value == 0)
  }

  @Test("on the main actor what waited is delivered there, wherever it is asked for")
  @MainActor
  func mainActor() async {
    let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let merged: AnyMainActorPublisher<Int, Never> = a.receive(on: .main).merge(with: b.receive(on: .main))
      .eraseToAnyPublisher()
    let wasOnMain = Box<[Bool]>([])
    let probe = Probe<Int, Never>(
      demand: nil,
      onValue: { _ in
        wasOnMain.append(DispatchQueue.isMain)
        return .none
      })
    merged.subscribe(probe)
    a.send(1)
    DispatchQueue.global().sync { probe.request(.max(2)) }
    b.send(2)
    await DispatchQueue.main.finish()
    #expect(probe.values == [1, 2])
    #expect(wasOnMain.value == [true, true])
    probe.cancel()
  }
}
