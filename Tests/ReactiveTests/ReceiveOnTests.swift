import Dispatch
import ListViewModelsTestSupport
import Testing

@testable import Reactive

@Suite("receive(on:)", .leavesNothing)
struct ReceiveOnTests {
  @Test("a scheduler of an app's own gets one action for what has gathered")
  func foreign() {
    let scheduler = ManualScheduler()
    let log = SubscriptionLog()
    let source = Source<Int, TestError>(log)
    let probe = IntProbe(demand: .max(100)) { _ in .max(12) }
    source.receive(on: scheduler).subscribe(probe)
    #expect(probe.events == [.subscription("ReceiveOn")])
    for value in 1...3 { #expect(source.send(value) == Subscribers.Demand.none) }
    #expect(probe.values == [])
    #expect(scheduler.calls == 1)
    scheduler.run()
    #expect(probe.values == [1, 2, 3])
    #expect(
      log.events == [.requested(.max(100)), .requested(.max(12)), .requested(.max(12)), .requested(.max(12))])
    source.send(completion: .failure(.oops))
    source.send(completion: .finished)
    source.send(4)
    #expect(scheduler.calls == 2)
    scheduler.run()
    #expect(probe.events.suffix(2) == [.value(3), .completion(.failure(.oops))])
  }

  @Test("requests and cancel pass at once; after cancel nothing arrives, a scheduled completion included")
  func cancel() {
    let scheduler = ManualScheduler()
    let log = SubscriptionLog()
    let source = Source<Int, TestError>(log)
    let gone = Box(0)
    var probe: IntProbe? = IntProbe(demand: nil, onDeinit: { gone.increment() })
    if let probe { source.receive(on: scheduler).subscribe(probe) }
    probe?.request(.max(10))
    probe?.request(.none)
    source.send(1)
    source.send(completion: .finished)
    #expect(log.events == [.requested(.max(10)), .requested(.none)])
    probe?.cancel()
    #expect(probe?.values == [])
    probe = nil
    #expect(gone.value == 1, "the subscriber is released before the scheduler has run")
    scheduler.run()
    #expect(log.events == [.requested(.max(10)), .requested(.none)], "an upstream that completed is not cancelled")
  }

  @Test("cancel while a value is delivered stops the rest of the burst")
  func cancelInside() async {
    let source = Source<Int, TestError>(SubscriptionLog())
    let holder = Box<IntProbe?>(nil)
    let probe = IntProbe { _ in
      holder.value?.cancel()
      return .none
    }
    holder.value = probe
    let queue = DispatchQueue(label: "burst")
    source.receive(on: .queue(queue)).subscribe(probe)
    queue.suspend()
    (1...100).forEach { source.send($0) }
    queue.resume()
    await queue.finish()
    #expect(probe.values == [1])
    holder.value = nil
  }

  @Test("sends from inside a delivery come after it, not inside it")
  func nested() {
    let source = Source<Int, TestError>(SubscriptionLog())
    let depth = Box(0)
    let deepest = Box(0)
    let probe = IntProbe { value in
      depth.increment()
      deepest.change { $0 = max($0, depth.value) }
      if value < 50 { source.send(value + 1) }
      depth.change { $0 -= 1 }
      return .none
    }
    source.receive(on: RudeScheduler()).subscribe(probe)
    source.send(0)
    #expect(probe.values == Array(0...50))
    #expect(deepest.value == 1)
  }

  @Test("a second subscription is cancelled; values before the first are dropped")
  func rudeUpstream() {
    let source = Source<Int, TestError>()
    let probe = IntProbe()
    source.receive(on: RudeScheduler()).subscribe(probe)
    source.send(1)
    source.send(completion: .finished)
    let (first, second) = (SubscriptionLog(), SubscriptionLog())
    source.send(subscription: first)
    source.send(subscription: second)
    source.send(2)
    #expect(probe.events == [.subscription("ReceiveOn"), .value(2)])
    #expect(first.events == [.requested(.unlimited)])
    #expect(second.events == [.cancelled])
  }

  @Test("a queue gets all values in order")
  func burst() async {
    let subject = PassthroughSubject<Int, TestError>()
    let probe = IntProbe()
    let queue = DispatchQueue(label: "burst")
    subject.receive(on: .queue(queue)).subscribe(probe)
    for value in 0..<10_000 { subject.send(value) }
    subject.send(completion: .finished)
    await queue.finish()
    // The burst may have needed further hops, each of which is queued before its predecessor ends.
    while probe.completions == 0 { await queue.finish() }
    await queue.finish()
    #expect(probe.values == Array(0..<10_000))
  }
}

@Suite("receive(on: .main)", .leavesNothing)
@MainActor
struct ReceiveOnMainTests {
  @Test("from the main actor to another scheduler is a hop, too")
  func fromMain() {
    let subject = PassthroughSubject<Int, Never>()
    let scheduler = ManualScheduler()
    let seen = Box<[Int]>([])
    let sink = subject.receive(on: scheduler).sink { seen.append($0) }
    subject.send(1)
    #expect(seen.value == [])
    scheduler.run()
    #expect(seen.value == [1])
    sink.cancel()
  }

  /// A publisher of an app's own that promises the main actor, and sends from wherever it is.
  private struct Promise: MainActorPublisher {
    typealias Output = Int
    typealias Failure = Never
    let source: Source<Int, Never>

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
      source.receive(subscriber: subscriber)
    }
  }

  @Test("an operator delivers on the main actor what comes from elsewhere against its upstream's promise")
  func brokenPromise() async {
    let source = Source<Int, Never>(SubscriptionLog())
    let seen = AsyncStream<Bool>.makeStream()
    Promise(source: source).removeDuplicates().subscribe(
      ClosureSubscriber<Int, Never>(receiveValue: { _ in
        seen.continuation.yield(DispatchQueue.isMain)
        return .none
      }))
    elsewhere { source.send(1) }
    for await isMain in seen.stream {
      #expect(isMain)
      break
    }
  }

  @Test("a value that arrives on the main actor goes through in the same turn, also after a suspension")
  func inline() async {
    let subject = PassthroughSubject<(Int, [Int]), Never>()
    var seen: [Int] = []
    let sink = subject.receive(on: .main).sink { section, items in seen.append(section + items.count) }
    subject.send((1, [1]))
    #expect(seen == [2])
    await Task.yield()
    await Task { await Task.yield() }.value
    subject.send((2, []))
    #expect(seen == [2, 2])
    sink.cancel()
  }

  @Test("a value that arrives on the main actor waits behind those that came from elsewhere")
  func order() async {
    let subject = PassthroughSubject<Int, Never>()
    var seen: [Int] = []
    let done = AsyncStream<Void>.makeStream()
    let sink = subject.receive(on: .main).sink {
      seen.append($0)
      if $0 == 3 { done.continuation.finish() }
    }
    // The main actor is busy here, so that what the queue sends has to wait.
    DispatchQueue.global().sync {
      subject.send(1)
      subject.send(2)
    }
    subject.send(3)
    #expect(seen == [])
    for await _ in done.stream {}
    #expect(seen == [1, 2, 3])
    sink.cancel()
  }

  @Test("after cancel on the main actor nothing arrives, whatever was on its way")
  func cancelled() async {
    let subject = PassthroughSubject<Int, Never>()
    var seen: [Int] = []
    let sink = subject.receive(on: .main).sink(
      receiveCompletion: { _ in seen.append(-1) }, receiveValue: { seen.append($0) })
    DispatchQueue.global().sync {
      subject.send(1)
      subject.send(completion: .finished)
    }
    sink.cancel()
    await DispatchQueue.main.finish()
    #expect(seen == [])
  }

  @Test("the type says so through operators and erasure, and a second hop costs nothing")
  func types() {
    let subject = PassthroughSubject<Int, Never>()
    var seen: [String] = []
    let erased: AnyMainActorPublisher<String, Never> = subject.receive(on: .main)
      .filter { $0 > seen.count }
      .map { "\($0 + seen.count)" }
      .compactMap { seen.contains($0) ? nil : $0 }
      .eraseToAnyPublisher()
    let same: AnyMainActorPublisher<String, Never> = erased.receive(on: .main)
    let sink = same.sink { seen.append($0) }
    subject.send(1)
    subject.send(1)
    #expect(seen == ["1"])
    sink.cancel()
    let general: AnyPublisher<String, Never> = erased.eraseToAnyPublisher()
    #expect(general.description == "AnyPublisher")
  }

  @Test("what others feed to a delivery leaves the main actor after a bounded number of values")
  func bounded() async {
    let subject = PassthroughSubject<Int, Never>()
    let most = DeliveryState.maximumValuesPerTurn
    var heard = 0
    var heardWhenOthersRan: Int?
    let done = AsyncStream<Void>.makeStream()
    let sink = subject.receive(on: .main).sink { value in
      heard += 1
      if value == 0 {
        DispatchQueue.main.async { heardWhenOthersRan = heard }
      }
      // Another thread sends as fast as this delivers: ten values for each, until there are enough.
      if value < 10 * most { DispatchQueue.global().sync { for _ in 0..<10 { subject.send(value + 1) } } }
      if heard == 10 * most { done.continuation.finish() }
    }
    DispatchQueue.global().sync { subject.send(0) }
    for await _ in done.stream {}
    sink.cancel()
    #expect(heardWhenOthersRan == most)
  }

  @Test("so does a burst that had gathered before, and what comes between its turns comes after it")
  func boundedBurst() async {
    let subject = PassthroughSubject<Int, Never>()
    var heard: [Int] = []
    var heardWhenOthersRan: Int?
    let done = AsyncStream<Void>.makeStream()
    let sink = subject.receive(on: .main).sink(
      receiveCompletion: { _ in done.continuation.finish() }, receiveValue: { heard.append($0) })
    DispatchQueue.global().sync { for value in 0..<5_000 { subject.send(value) } }
    DispatchQueue.main.async {
      heardWhenOthersRan = heard.count
      DispatchQueue.global().sync { subject.send(5_000) }
      subject.send(completion: .finished)
    }
    for await _ in done.stream {}
    #expect(heardWhenOthersRan == DeliveryState.maximumValuesPerTurn)
    #expect(heard == Array(0...5_000))
    sink.cancel()
  }
}
