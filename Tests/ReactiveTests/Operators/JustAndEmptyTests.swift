import Reactive
import Testing

@Suite("Just and Empty")
struct JustAndEmptyTests {
  @Test("Just delivers its value and the end at the first request, not before and not again")
  func just() {
    let probe = Probe<Int, Never>(demand: nil)
    Just(42).subscribe(probe)
    #expect(probe.events == [.subscription("Just")])
    probe.request(.max(1))
    probe.request(.unlimited)
    #expect(probe.events == [.subscription("Just"), .value(42), .completion(.finished)])
  }

  @Test("a request from inside the delivery does nothing, a cancel there keeps the end away")
  func inside() {
    let holder = Box<Probe<Int, Never>?>(nil)
    let asking = Probe<Int, Never> { _ in
      holder.value?.request(.unlimited)
      return .unlimited
    }
    holder.value = asking
    Just(1).subscribe(asking)
    #expect(asking.events == [.subscription("Just"), .value(1), .completion(.finished)])

    let cancelling = Probe<Int, Never> { _ in
      holder.value?.cancel()
      return .none
    }
    holder.value = cancelling
    Just(1).subscribe(cancelling)
    #expect(cancelling.events == [.subscription("Just"), .value(1)])
    holder.value = nil
  }

  @Test("Just after cancel gives nothing; cancel and the end release the subscriber and the value")
  func release() {
    let gone = Box(0)
    let cancelled = Probe<Int, Never>(demand: nil, onDeinit: { gone.increment() })
    let subscription = Box<(any Subscription)?>(nil)
    do {
      let probe = Probe<Int, Never>(demand: nil, onSubscription: { subscription.value = $0 }, onDeinit: gone.increment)
      let just = Just(Canary { gone.increment() })
      just.map { _ in 1 }.subscribe(probe)
      probe.state.withLock { $0.subscription = nil }
    }
    #expect(gone.value == 0)
    subscription.value?.cancel()
    #expect(gone.value == 2)
    subscription.value?.request(.max(1))
    withExtendedLifetime(cancelled) {}
  }

  @Test("Empty completes at subscribe, without demand, or never")
  func empty() {
    let probe = IntProbe(demand: nil)
    Empty().subscribe(probe)
    #expect(probe.events == [.subscription("Empty"), .completion(.finished)])
    let waiting = IntProbe()
    Empty(completeImmediately: false).subscribe(waiting)
    #expect(waiting.events == [.subscription("Empty")])
    #expect(Empty<Int, Never>() == Empty(completeImmediately: true) && Just(1) != Just(2))
  }
}
