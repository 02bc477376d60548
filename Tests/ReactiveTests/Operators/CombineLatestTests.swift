import Dispatch
import Reactive
import Testing

@Suite("combineLatest")
struct CombineLatestTests {
  let first = SubscriptionLog()
  let second = SubscriptionLog()
  let a: Source<Int, TestError>
  let b: Source<Int, TestError>

  init() {
    a = Source(first)
    b = Source(second)
  }

  var sums: some Publisher<Int, TestError> { a.combineLatest(b).map { $0 + $1 } }

  @Test("emits the latest of both as soon as both have a value, finishes when both have")
  func marbles() {
    let marbles = Marbles()
    let (a, b) = (marbles.subject("a-b---c|"), marbles.subject("--(xy)-|"))
    #expect(marbles.drawing(a.combineLatest(b).map { $0 + $1 }) == "--({bx}{by})---{cy}|")
  }

  @Test("demand passes to both as it is; a combination without demand is lost")
  func demand() {
    let probe = IntProbe(demand: nil)
    sums.subscribe(probe)
    #expect(probe.events == [.subscription("CombineLatest")])
    #expect(first.events == [])
    probe.request(.max(1))
    #expect([first.events, second.events] == [[.requested(.max(1))], [.requested(.max(1))]])
    #expect(a.send(100) == Subscribers.Demand.none)
    #expect(b.send(1) == Subscribers.Demand.none)
    a.send(200)
    b.send(2)
    probe.request(.max(2))
    #expect(probe.values == [101])
    #expect(second.events == [.requested(.max(1)), .requested(.max(2))])
    a.send(300)
    #expect(probe.values == [101, 302])
  }

  @Test("the answer to a value goes back to its sender and to the other as a request")
  func answer() {
    let probe = IntProbe(demand: .max(1)) { _ in .max(5) }
    sums.subscribe(probe)
    #expect(a.send(1) == Subscribers.Demand.none)
    #expect(b.send(1) == .max(5))
    #expect(first.events == [.requested(.max(1)), .requested(.max(5))])
    #expect(second.events == [.requested(.max(1))])
    for _ in 0..<5 { a.send(1) }
    #expect(probe.values.count == 6)
  }

  @Test("a failure ends it at once and cancels the other")
  func failure() {
    let probe = IntProbe()
    sums.subscribe(probe)
    a.send(1)
    a.send(completion: .failure(.oops))
    #expect(first.events == [.requested(.unlimited)])
    #expect(second.events == [.requested(.unlimited), .cancelled])
    b.send(1)
    b.send(completion: .failure(.other))
    #expect(probe.events == [.subscription("CombineLatest"), .completion(.failure(.oops))])
  }

  @Test("what a source sends after its own end is ignored, its last value goes on counting")
  func afterFinish() {
    let probe = IntProbe()
    sums.subscribe(probe)
    a.send(100)
    a.send(completion: .finished)
    a.send(200)
    a.send(completion: .failure(.oops))
    b.send(1)
    b.send(completion: .finished)
    b.send(completion: .finished)
    #expect(probe.events == [.subscription("CombineLatest"), .value(101), .completion(.finished)])
    #expect(first.events == [.requested(.unlimited)])
  }

  @Test("a second subscription is cancelled, and so is one that comes after the end")
  func subscriptions() {
    let probe = IntProbe()
    sums.subscribe(probe)
    let late = SubscriptionLog()
    a.send(subscription: late)
    #expect(late.events == [.cancelled])
    probe.cancel()
    probe.cancel()
    #expect(
      [first.events, second.events] == [[.requested(.unlimited), .cancelled], [.requested(.unlimited), .cancelled]])
    b.send(subscription: late)
    #expect(late.events == [.cancelled, .cancelled])
    a.send(1)
    b.send(1)
    #expect(probe.events == [.subscription("CombineLatest")])
  }

  @Test("sources that complete at subscribe complete it after the subscription has been handed over")
  func early() {
    let (a, b) = (PassthroughSubject<Int, TestError>(), PassthroughSubject<Int, TestError>())
    a.send(completion: .finished)
    b.send(completion: .failure(.oops))
    let probe = IntProbe()
    a.combineLatest(b).map { $0 + $1 }.subscribe(probe)
    #expect(probe.events == [.subscription("CombineLatest"), .completion(.failure(.oops))])
  }

  @Test("a value sent from inside a delivery is not lost: it comes after it")
  func nested() {
    let (a, b) = (CurrentValueSubject<Int, TestError>(0), CurrentValueSubject<Int, TestError>(10))
    let depth = Box(0)
    let probe = IntProbe { sum in
      depth.increment()
      #expect(depth.value == 1)
      if sum == 10 {
        a.send(1)
        b.send(20)
      }
      depth.value = 0
      return .none
    }
    a.combineLatest(b).map { $0 + $1 }.subscribe(probe)
    #expect(probe.values == [10, 11, 21])
  }

  @Test("cancel from inside a delivery stops what waits, and lets go of everything")
  func release() {
    let alive = Box(0)
    let (a, b) = (CurrentValueSubject<Canary?, TestError>(nil), CurrentValueSubject<Int, TestError>(1))
    do {
      alive.increment()
      let holder = Box<IntProbe?>(nil)
      let probe = IntProbe(
        onValue: { _ in
          b.send(2)
          holder.value?.cancel()
          return .none
        }, onDeinit: { alive.change { $0 -= 1 } })
      holder.value = probe
      alive.increment()
      a.value = Canary { alive.change { $0 -= 1 } }
      a.combineLatest(b).map { $1 }.subscribe(probe)
      #expect(probe.values == [1])
      a.value = nil
      holder.value = nil
    }
    #expect(alive.value == 0)
  }

  @Test("two threads: one value at a time, each combination newer than the one before", arguments: 0..<20)
  func concurrent(round: Int) {
    let (a, b) = (PassthroughSubject<Int, TestError>(), PassthroughSubject<Int, TestError>())
    let pairs = Box<[[Int]]>([])
    let (isInside, overlaps, ends) = (Box(false), Box(0), Box(0))
    let sink = a.combineLatest(b).sink(
      receiveCompletion: { _ in ends.increment() },
      receiveValue: { pair in
        if isInside.value { overlaps.increment() }
        isInside.value = true
        pairs.append([pair.0, pair.1])
        isInside.value = false
      })
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for value in 1...500 { (thread == 0 ? a : b).send(value) }
      (thread == 0 ? a : b).send(completion: .finished)
    }
    #expect(overlaps.value == 0)
    #expect(ends.value == 1)
    #expect(pairs.value.last == [500, 500])
    for (old, new) in zip(pairs.value, pairs.value.dropFirst()) {
      #expect(new[0] - old[0] + new[1] - old[1] == 1, "\(old) \(new): one of both is the next one")
    }
    sink.cancel()
  }
}

@Suite("combineLatest on the main actor")
@MainActor
struct CombineLatestOnMainTests {
  @Test("says so in its type if both do; a subscriber from elsewhere is called there all the same")
  func mainActor() async {
    let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let both = a.receive(on: .main).combineLatest(b.receive(on: .main))
    var seen: [Int] = []
    let sink = both.sink { seen += [$0, $1] }
    a.send(1)
    b.send(2)
    #expect(seen == [1, 2])
    sink.cancel()

    let wasOnMain = Box<[Bool]>([])
    let general: AnyPublisher<(Int, Int), Never> = both.eraseToAnyPublisher()
    let holder = Box<AnyCancellable?>(nil)
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      DispatchQueue.global().async {
        holder.value = general.sink { _ in wasOnMain.append(DispatchQueue.isMain) }
        done.resume()
      }
    }
    a.send(1)
    b.send(2)
    await DispatchQueue.main.finish()
    #expect(wasOnMain.value == [true])
    holder.value = nil
  }
}
