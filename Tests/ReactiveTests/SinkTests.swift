import Dispatch
import ListViewModelsTestSupport
import Testing

@testable import Reactive

@Suite("Sink")
struct SinkTests {
  typealias Sink = SinkSubscriber<Int, Never>

  @Test("the first subscription is asked for everything; others, and late ones, are cancelled")
  func subscriptions() {
    let sink = Sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    let logs = (0..<3).map { _ in SubscriptionLog() }
    sink.receive(subscription: logs[0])
    sink.receive(subscription: logs[1])
    sink.receive(completion: .finished)
    sink.receive(subscription: logs[2])
    #expect(logs.map(\.events) == [[.requested(.unlimited)], [.cancelled], [.cancelled]])
    let cancelled = Sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    let log = SubscriptionLog()
    cancelled.cancel()
    cancelled.receive(subscription: log)
    #expect(log.events == [.cancelled])
  }

  @Test("values need no subscription; completion comes once, and nothing after it")
  func values() {
    let log = Box<[Int]>([])
    let sink = Sink(receiveCompletion: { _ in log.append(-1) }, receiveValue: { log.append($0) })
    #expect(sink.receive(1) == .none)
    sink.receive(completion: .finished)
    sink.receive(completion: .finished)
    #expect(sink.receive(2) == .none)
    #expect(log.value == [1, -1])
    #expect(sink.description == "Sink")
  }

  @Test("completion and cancel release both closures", arguments: [true, false])
  func release(byCancel: Bool) {
    let gone = Box(0)
    let sink: Sink
    do {
      let (one, two) = (Canary { gone.increment() }, Canary { gone.increment() })
      sink = Sink(receiveCompletion: { _ in _ = one }, receiveValue: { _ in _ = two })
    }
    sink.receive(subscription: SubscriptionLog())
    #expect(gone.value == 0)
    if byCancel { sink.cancel() } else { sink.receive(completion: .finished) }
    #expect(gone.value == 2)
    withExtendedLifetime(sink) {}
  }

  @Test("cancel stops the values, releases the closures and, from inside the closure, takes effect at once")
  func cancelInside() {
    let subject = PassthroughSubject<Int, Never>()
    let gone = Box(0)
    let log = Box<[Int]>([])
    let holder = Box<AnyCancellable?>(nil)
    do {
      let canary = Canary { gone.increment() }
      holder.value = subject.sink { value in
        withExtendedLifetime(canary) {}
        log.append(value)
        subject.send(value + 1)
        holder.value?.cancel()
      }
    }
    subject.send(1)
    #expect(log.value == [1])
    #expect(gone.value == 1)
    holder.value = nil
  }

  @Test("a sink of a publisher that fails hears the failure")
  func failure() {
    let subject = PassthroughSubject<Int, TestError>()
    let log = Box<[String]>([])
    let sink = subject.sink(receiveCompletion: { log.append("\($0)") }, receiveValue: { log.append("\($0)") })
    subject.send(1)
    subject.send(completion: .failure(.oops))
    #expect(log.value == ["1", "failure(ReactiveTests.TestError.oops)"])
    sink.cancel()
  }

  @Test("nothing arrives after cancel from an upstream that ignores it")
  func rudeUpstream() {
    let source = Source<Int, Never>(SubscriptionLog())
    let log = Box<[Int]>([])
    let sink = source.sink { log.append($0) }
    source.send(1)
    sink.cancel()
    source.send(2)
    source.send(completion: .finished)
    #expect(log.value == [1])
  }

  @Test("cancel and the completion release the closures, though the publisher keeps its subscriber", arguments: 0..<3)
  func kept(reason: Int) {
    let gone = Box(0)
    // An app's own publisher, whose subscription says nothing of when it releases its subscriber.
    let source = Source<Int, Never>(SubscriptionLog())
    var sink: AnyCancellable?
    do {
      let (one, two) = (Canary { gone.increment() }, Canary { gone.increment() })
      sink = source.sink(receiveCompletion: { _ in _ = one }, receiveValue: { _ in _ = two })
    }
    source.send(1)
    #expect(gone.value == 0)
    switch reason {
    case 0: sink?.cancel()
    case 1: sink = nil
    default: source.send(completion: .finished)
    }
    #expect(gone.value == 2)
    source.send(2)
    withExtendedLifetime(sink) {}
  }

  @Test("a cancel inside a closure, by an upstream that isn't the package's, lets the closure end first")
  func keptInside() {
    let gone = Box(0)
    let source = Source<Int, Never>(SubscriptionLog())
    let holder = Box<AnyCancellable?>(nil)
    do {
      let canary = Canary { gone.increment() }
      holder.value = source.sink { value in
        if value < 3 { source.send(value + 1) }
        holder.value?.cancel()
        withExtendedLifetime(canary) { #expect(gone.value == 0) }
      }
    }
    source.send(1)
    #expect(gone.value == 1)
    holder.value = nil
  }

  @Test("a second subscription takes nothing from the first, which a cancel ends and the completion lets go of")
  func secondSubscription() {
    for isCompleted in [false, true] {
      let gone = Box(0)
      let sink = Sink(receiveCompletion: { _ in }, receiveValue: { _ in })
      weak var first: SubscriptionLog?
      do {
        let log = SubscriptionLog(onDeinit: { gone.increment() })
        first = log
        sink.receive(subscription: log)
        sink.receive(subscription: SubscriptionLog())
        if isCompleted { sink.receive(completion: .finished) } else { sink.cancel() }
        #expect(log.events.contains(.cancelled) == !isCompleted)
      }
      #expect(first == nil && gone.value == 1)
    }
  }

  @Test("a sink that is cancelled before it has a subscription releases its closures")
  func cancelledBeforeTheSubscription() {
    let gone = Box(0)
    let sink: Sink
    do {
      let canary = Canary { gone.increment() }
      sink = Sink(receiveCompletion: { _ in }, receiveValue: { _ in _ = canary })
    }
    #expect(gone.value == 0)
    sink.cancel()
    #expect(gone.value == 1)
  }

  @Test("no completion after a cancel, whoever sends it")
  func completionAfterCancel() {
    let completions = Box(0)
    let sink = Sink(isTrusted: true, receiveCompletion: { _ in completions.increment() }, receiveValue: { _ in })
    sink.receive(subscription: SubscriptionLog())
    sink.cancel()
    sink.receive(completion: .finished)
    #expect(completions.value == 0)
  }

  @Test("a cancel inside a closure lets the closure end before what it holds goes")
  func cancelledInside() {
    let log = Box<[String]>([])
    let subject = PassthroughSubject<Int, Never>()
    let token = Box<AnyCancellable?>(nil)
    do {
      let canary = Canary { log.append("gone") }
      token.value = subject.sink { _ in
        token.value?.cancel()
        log.append("returned")
        withExtendedLifetime(canary) {}
      }
    }
    subject.send(1)
    #expect(log.value == ["returned", "gone"])
  }

  @Test("a value and a cancel on two threads: the closure is never called after its release", arguments: 0..<20)
  func race(round: Int) {
    let source = Source<Int, Never>(SubscriptionLog())
    let heard = Box(0)
    let sink = source.sink { _ in heard.increment() }
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      if thread == 0 { for value in 0..<100 { source.send(value) } } else { sink.cancel() }
    }
    let before = heard.value
    source.send(100)
    #expect(heard.value == before)
  }
}
