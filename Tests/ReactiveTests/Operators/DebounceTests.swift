import Dispatch
import ListViewModelsTestSupport
import Reactive
import Testing

@Suite("debounce", .leavesNothing)
struct DebounceTests {
  @Test("a value passes when none has followed it for the time; the end drops the one that waits")
  func marbles() {
    let marbles = Marbles()
    let debounced = marbles.subject("ab----c---d-|").debounce(for: .milliseconds(3), scheduler: marbles.scheduler)
    #expect(marbles.drawing(debounced) == "----b----c--|")
    let other = Marbles()
    let failing = other.subject("-a#").debounce(for: .milliseconds(3), scheduler: other.scheduler)
    #expect(other.drawing(failing) == "--#")
    let same = Marbles()
    let ending = same.subject("a--|").debounce(for: .milliseconds(3), scheduler: same.scheduler)
    #expect(same.drawing(ending) == "---|", "the end comes in the instant in which the value is due, before it")
  }

  @Test("the scheduler is given the delay with each value, and an action without one for the end")
  func scheduler() {
    let scheduler = LoggingScheduler()
    let log = SubscriptionLog()
    let source = Source<Int, TestError>(log)
    let probe = IntProbe(demand: .max(1))
    source.debounce(for: .nanoseconds(13), scheduler: scheduler).subscribe(probe)
    #expect(probe.events == [.subscription("Debounce")])
    #expect(log.events == [.requested(.unlimited)])
    #expect(source.send(1) == Subscribers.Demand.none)
    scheduler.time.advance(by: .nanoseconds(4))
    source.send(2)
    scheduler.time.advance(by: .nanoseconds(13))
    #expect(probe.values == [2])
    source.send(completion: .finished)
    source.send(completion: .failure(.oops))
    #expect(source.send(3) == Subscribers.Demand.none)
    #expect(probe.completions == 0)
    scheduler.time.run()
    #expect(probe.events == [.subscription("Debounce"), .value(2), .completion(.finished)])
    #expect(scheduler.log.value == ["at 0 after 13", "at 4 after 13", "at 17"])
    #expect(scheduler.alive.value == 0, "the timers are let go of")
  }

  @Test("a value that is due without demand is lost; what is answered counts")
  func demand() {
    let scheduler = VirtualTimeScheduler()
    let source = Source<Int, TestError>(SubscriptionLog())
    let probe = IntProbe(demand: nil) { $0 == 2 ? .max(1) : .none }
    source.debounce(for: .nanoseconds(10), scheduler: scheduler).subscribe(probe)
    for value in 1...4 {
      source.send(value)
      scheduler.run()
      if value == 1 { probe.request(.max(1)) }
    }
    #expect(probe.values == [2, 3])
  }

  @Test("cancel cancels the timer, then upstream; the value that waits and a scheduled end do not come")
  func cancel() {
    let scheduler = VirtualTimeScheduler()
    let gone = Box(0)
    for isEnding in [false, true] {
      let log = SubscriptionLog()
      let source = Source<Int, TestError>(log)
      var probe: IntProbe? = IntProbe(onDeinit: { gone.increment() })
      if let probe { source.debounce(for: .nanoseconds(10), scheduler: scheduler).subscribe(probe) }
      source.send(1)
      if isEnding { source.send(completion: .finished) }
      probe?.cancel()
      #expect(probe?.events == [.subscription("Debounce")])
      probe = nil
      scheduler.run()
      source.send(2)
      let late = SubscriptionLog()
      source.send(subscription: late)
      #expect(late.events == [.cancelled])
      #expect(log.events == (isEnding ? [.requested(.unlimited)] : [.requested(.unlimited), .cancelled]))
    }
    #expect(gone.value == 2, "released before the scheduler has run")
  }

  @Test("a timer that cannot be cancelled, or that fires inside the call, does no harm")
  func badSchedulers() {
    let source = Source<Int, TestError>(SubscriptionLog())
    let probe = IntProbe()
    let scheduler = LoggingScheduler(cancels: false)
    source.debounce(for: .nanoseconds(13), scheduler: scheduler).subscribe(probe)
    for value in 1...3 { source.send(value) }
    scheduler.time.advance(by: .nanoseconds(50))
    #expect(probe.values == [3])

    let immediate = IntProbe()
    source.debounce(for: .nanoseconds(13), scheduler: RudeScheduler()).subscribe(immediate)
    source.send(1)
    source.send(2)
    #expect(immediate.values == [1, 2])
  }

  @Test("a value waits on the scheduler alone: the subscription may be held by nobody else")
  func held() {
    let scheduler = VirtualTimeScheduler()
    let probe = IntProbe()
    do {
      let source = Source<Int, TestError>(SubscriptionLog())
      source.debounce(for: .nanoseconds(1), scheduler: scheduler).subscribe(probe)
      source.send(1)
      source.release()
    }
    scheduler.run()
    #expect(probe.values == [1])
  }

  /// Writes down how it is called; its actions run in virtual time.
  final class LoggingScheduler: Scheduler {
    let time = VirtualTimeScheduler()
    let log = Box<[String]>([])
    let alive = Box(0)
    let cancels: Bool

    init(cancels: Bool = true) { self.cancels = cancels }

    func schedule(_ action: @escaping @Sendable () -> Void) {
      log.append("at \(Int(time.now / .nanoseconds(1)))")
      time.schedule(action)
    }

    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
      log.append("at \(Int(time.now / .nanoseconds(1))) after \(Int(delay / .nanoseconds(1)))")
      alive.increment()
      let canary = Canary { [alive] in alive.change { $0 -= 1 } }
      let timer = time.schedule(after: delay, action)
      return AnyCancellable { [cancels] in withExtendedLifetime(canary) { if cancels { timer.cancel() } } }
    }
  }
}

/// The example in the documentation of ``VirtualTimeScheduler``, word for word.
@MainActor
private final class SearchModel {
  let query = PassthroughSubject<String, Never>()
  private(set) var searches: [String] = []
  private var cancellables: Set<AnyCancellable> = []

  init(scheduler: some Scheduler) {
    query
      .debounce(for: .milliseconds(300), scheduler: scheduler)
      .receive(on: .main)
      .sink { [weak self] in self?.searches.append($0) }
      .store(in: &cancellables)
  }
}

@Suite("debounce in an app", .leavesNothing)
struct DebounceExampleTests {
  @Test("a search begins 300 ms after the last key")
  @MainActor
  func search() {
    let scheduler = VirtualTimeScheduler()
    let model = SearchModel(scheduler: scheduler)

    model.query.send("m")
    scheduler.advance(by: .milliseconds(200))
    model.query.send("ma")  // in time: the 300 ms begin again
    scheduler.advance(by: .milliseconds(299))
    #expect(model.searches == [])
    scheduler.advance(by: .milliseconds(1))
    #expect(model.searches == ["ma"])
    #expect(scheduler.now == .milliseconds(500))

    model.query.send("mat")
    scheduler.run()  // jumps to whatever is still due
    #expect(model.searches == ["ma", "mat"])
  }

  @Test("on the main scheduler it delivers on the main actor and says so in its type")
  @MainActor
  func main() async {
    let subject = PassthroughSubject<Int, Never>()
    let done = AsyncStream<Int>.makeStream()
    let debounced: AnyMainActorPublisher<Int, Never> = subject.debounce(for: .nanoseconds(1), scheduler: .main)
      .eraseToAnyPublisher()
    var seen: [Int] = []
    let sink = debounced.sink {
      seen.append($0)
      done.continuation.yield($0)
    }
    DispatchQueue.global().sync { subject.send(1) }
    for await _ in done.stream { break }
    #expect(seen == [1])
    sink.cancel()
  }

  @Test("on main, an end that comes while another thread subscribes is delivered on the main actor")
  @MainActor
  func endOnMain() async {
    let (entered, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let ends = AsyncStream<Bool>.makeStream()
    let slow = ClosureSubscriber<Int, Never>(
      receiveSubscription: { subscription in
        subscription.request(.unlimited)
        entered.signal()
        goOn.wait()
      }, receiveCompletion: { _ in ends.continuation.yield(DispatchQueue.isMain) })
    // Upstream has introduced its subscriber, and ends it: only the operator knows that its own isn't introduced.
    let source = Source<Int, Never>()
    let queue = DispatchQueue(label: "subscribes")
    source.debounce(for: .zero, scheduler: .main).subscribe(slow)
    queue.async { source.send(subscription: SubscriptionLog()) }
    await withCheckedContinuation { entering in
      DispatchQueue.global().async {
        entered.wait()
        entering.resume()
      }
    }
    source.send(completion: .finished)
    await DispatchQueue.main.finish()
    goOn.signal()
    for await isOnMain in ends.stream {
      #expect(isOnMain)
      break
    }
  }
}
