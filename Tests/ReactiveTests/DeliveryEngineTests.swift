import ListViewModelsTestSupport
import Testing

@testable import Reactive

@Suite("DeliveryEngine", .leavesNothing)
struct DeliveryEngineTests {
  private func engine(
    _ probe: IntProbe, onCancel: @escaping @Sendable () -> Void = {}
  ) -> DeliveryEngine<IntProbe> {
    DeliveryEngine(
      probe, home: Home(of: PassthroughSubject<Int, TestError>()), description: "Engine", onCancel: onCancel)
  }

  @Test("cancelling twice, or after the end, tells the operator and upstream once")
  func cancelledTwice() {
    for isCompleted in [false, true] {
      let calls = Box(0)
      let engine = engine(IntProbe()) { calls.increment() }
      let upstream = SubscriptionLog()
      engine.receive(subscription: upstream)
      if isCompleted { engine.receive(completion: .finished) }
      engine.cancel()
      engine.cancel()
      #expect(calls.value == (isCompleted ? 0 : 1))
      #expect(upstream.events.count { $0 == .cancelled } == calls.value)
    }
  }

  @Test("what comes before the subscription is no part of it: operators do not remember it")
  func beforeTheSubscription() {
    let source = Source<Int, TestError>()
    let probe = IntProbe()
    source.removeDuplicates().subscribe(probe)
    source.send(1)
    source.send(subscription: SubscriptionLog())
    source.send(1)
    #expect(probe.values == [1])
  }

  @Test("debounce waits for nothing that came before the subscription")
  func debouncedBefore() {
    let source = Source<Int, TestError>()
    let scheduler = ManualScheduler()
    let probe = IntProbe()
    source.debounce(for: .zero, scheduler: scheduler).subscribe(probe)
    source.send(1)
    source.send(subscription: SubscriptionLog())
    scheduler.run()
    #expect(probe.values == [])
  }
}
