import Dispatch
import ListViewModelsTestSupport
import Reactive
import Testing

@MainActor
@Suite("MainActorSubject", .leavesNothing)
struct MainActorSubjectTests {
  let subject = MainActorSubject<Int>()

  @Test("subscribers receive every event once, in the order in which they subscribed, in the turn of the send")
  func order() {
    var heard: [String] = []
    var bag: Set<AnyCancellable> = []
    for name in ["a", "b", "c"] { subject.sink { heard.append("\(name)\($0)") }.store(in: &bag) }
    subject.send(1)
    #expect(heard == ["a1", "b1", "c1"])
    subject.send(2)
    #expect(heard == ["a1", "b1", "c1", "a2", "b2", "c2"])
  }

  @Test("an event that a subscriber causes comes after the one being delivered, for all of them, in the same turn")
  func nested() {
    var heard: [String] = []
    var bag: Set<AnyCancellable> = []
    subject
      .sink { [subject] event in
        heard.append("a\(event)")
        if event < 3 { subject.send(event + 1) }
      }
      .store(in: &bag)
    subject.sink { heard.append("b\($0)") }.store(in: &bag)
    subject.send(1)
    #expect(heard == ["a1", "b1", "a2", "b2", "a3", "b3"])
  }

  @Test("one that joins during a delivery hears from the next event on; one that joins late gets nothing old")
  func joining() {
    var heard: [Int] = []
    var bag: Set<AnyCancellable> = []
    subject
      .sink { [subject] event in
        if event == 1 { subject.sink { heard.append($0) }.store(in: &bag) }
      }
      .store(in: &bag)
    subject.send(1)
    #expect(heard == [])
    subject.send(2)
    #expect(heard == [2])
  }

  @Test("after cancel nothing arrives, in the middle of a delivery neither")
  func cancelling() {
    var heard: [Int] = []
    var second: AnyCancellable?
    let first = subject.sink { _ in second?.cancel() }
    second = subject.sink { heard.append($0) }
    subject.send(1)
    #expect(heard == [])
    first.cancel()
  }

  @Test("a subscriber that limits its demand hears later, loses nothing, and delays nobody")
  func demand() {
    let slow = Probe<Int, Never>(demand: nil) { $0 == 3 ? .max(1) : .none }
    var heard: [Int] = []
    subject.subscribe(slow)
    let token = subject.sink { heard.append($0) }
    for event in 1...5 { subject.send(event) }
    #expect(heard == [1, 2, 3, 4, 5])
    #expect(slow.values == [])
    slow.request(.max(2))
    #expect(slow.values == [1, 2])
    slow.request(.max(1))
    #expect(slow.values == [1, 2, 3, 4])
    subject.send(6)
    #expect(slow.values == [1, 2, 3, 4])
    slow.request(.unlimited)
    #expect(slow.values == [1, 2, 3, 4, 5, 6])
    subject.send(7)
    #expect(slow.values == [1, 2, 3, 4, 5, 6, 7])
    token.cancel()
  }

  @Test("a request from inside a delivery is met in order: what waits comes before what is sent next")
  func requestInside() {
    let slow = Probe<Int, Never>(demand: nil)
    let first = subject.sink { if $0 == 2 { slow.request(.unlimited) } }
    subject.subscribe(slow)
    subject.send(1)
    subject.send(2)
    subject.send(3)
    #expect(slow.values == [1, 2, 3])
    first.cancel()
  }

  @Test("a request from inside a delivery is met when that is over")
  func requestInsideOfAnother() {
    var log: [String] = []
    let slow = Probe<Int, Never>(demand: nil) { value in
      MainActor.assumeIsolated { log.append("slow \(value)") }
      return .none
    }
    let first = subject.sink { [subject] value in
      log.append("\(value) begins")
      if value == 2 {
        slow.request(.max(1))
        subject.send(3)
      }
      log.append("\(value) ends")
    }
    subject.subscribe(slow)
    subject.send(1)
    subject.send(2)
    #expect(log == ["1 begins", "1 ends", "2 begins", "2 ends", "slow 1", "3 begins", "3 ends"])
    first.cancel()
    slow.cancel()
  }

  @Test("a request from another thread is met on the main actor")
  func requestElsewhere() async {
    let isOnMain = Box<[Bool]>([])
    let slow = Probe<Int, Never>(demand: nil) { _ in
      isOnMain.append(DispatchQueue.isMain)
      return .none
    }
    subject.subscribe(slow)
    subject.send(1)
    elsewhere { slow.request(.unlimited) }
    #expect(slow.values == [])
    await DispatchQueue.main.finish()
    subject.send(2)
    #expect(slow.values == [1, 2])
    #expect(isOnMain.value == [true, true])
  }

  @Test("what comes while another thread subscribes is delivered on the main actor, after the subscription")
  func introduction() async {
    let (entered, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isOnMain = Box<[Bool]>([])
    let probe = Probe<Int, Never>(
      onValue: { _ in
        isOnMain.append(DispatchQueue.isMain)
        return .none
      },
      onSubscription: { subscription in
        subscription.request(.unlimited)
        entered.signal()
        goOn.wait()
      })
    let queue = DispatchQueue(label: "subscribes")
    queue.async { [subject] in subject.subscribe(probe) }
    await withCheckedContinuation { entering in
      DispatchQueue.global().async {
        entered.wait()
        entering.resume()
      }
    }
    subject.send(1)
    goOn.signal()
    await queue.finish()
    await DispatchQueue.main.finish()
    subject.send(2)
    #expect(probe.values == [1, 2])
    #expect(isOnMain.value == [true, true])
  }

  @Test("what is made of an event is made in its turn, or when a late subscriber asks")
  func derived() {
    let factor = Box(1)
    let slow = Probe<Int, Never>(demand: nil)
    subject.compactMap { $0 > 1 ? $0 * factor.value : nil }.subscribe(slow)
    for event in 1...3 { subject.send(event) }
    factor.value = 10
    slow.request(.unlimited)
    subject.send(4)
    #expect(slow.values == [20, 30, 40])
  }

  @Test("cancelling releases the subscriber and what waits for it", arguments: [true, false])
  func releases(isBehind: Bool) {
    let subject = MainActorSubject<Canary>()
    let gone = Box(0)
    let subscription: (any Subscription)?
    do {
      let slow = Probe<Int, Never>(demand: isBehind ? nil : .unlimited, onDeinit: { gone.increment() })
      subject.map { _ in 1 }.subscribe(slow)
      if isBehind { for _ in 1...3 { subject.send(Canary { gone.increment() }) } }
      subscription = slow.subscription
      slow.state.withLock { $0.subscription = nil }
    }
    #expect(gone.value == 0)
    subscription?.cancel()
    #expect(gone.value == (isBehind ? 4 : 1))
    withExtendedLifetime(subscription) {}
  }

  @Test("an event that waits may send when it is released")
  func releaseSends() {
    let subject = MainActorSubject<Canary>()
    let heard = Box(0)
    let sink = subject.sink { _ in heard.increment() }
    let slow = Probe<Int, Never>(demand: nil)
    subject.map { _ in 1 }.subscribe(slow)
    subject.send(Canary { MainActor.assumeIsolated { subject.send(Canary {}) } })
    #expect(heard.value == 1)
    slow.request(.max(1))
    #expect(heard.value == 2)
    slow.cancel()
    sink.cancel()
  }

  @Test("its subscription keeps it, and describes itself")
  func keeps() {
    weak var weakSubject: MainActorSubject<Int>?
    let probe = Probe<Int, Never>()
    do {
      let subject = MainActorSubject<Int>()
      weakSubject = subject
      subject.eraseToAnyPublisher().subscribe(probe)
    }
    weakSubject?.send(1)
    #expect(probe.events == [.subscription("MainActorSubject"), .value(1)])
    probe.cancel()
    #expect(weakSubject == nil)
  }

  @Test("subscribing, asking and cancelling on other threads neither lose nor reorder, nor deliver off the main actor")
  func threads() async {
    let (isOff, kept) = (Box(false), Box<[Probe<Int, Never>]>([]))
    let queue = DispatchQueue(label: "others")
    queue.async { [subject] in
      DispatchQueue.concurrentPerform(iterations: 3) { thread in
        for step in 0..<100 {
          let probe = Probe<Int, Never>(demand: step % 2 == 0 ? .unlimited : nil) { _ in
            if !DispatchQueue.isMain { isOff.value = true }
            return .none
          }
          subject.subscribe(probe)
          if step % 2 == 1 { probe.request(.unlimited) }
          if step % 3 == 0 { probe.cancel() } else { kept.append(probe) }
        }
      }
    }
    for value in 0..<500 { subject.send(value) }
    await queue.finish()
    await DispatchQueue.main.finish()
    subject.send(500)
    #expect(!isOff.value)
    for probe in kept.value {
      #expect(probe.values == Array((probe.values.first ?? 999)...500))
      probe.cancel()
    }
  }
}
