import ListViewModelsTestSupport
import Testing

@testable import Reactive

@Suite("Queues", .serialized)
struct QueueTests {
  /// Sends so many values from inside the delivery of another one.
  private func flood(_ subject: PassthroughSubject<Int, Never>, _ count: Int) -> (values: Int, warnings: [String]) {
    let warnings = Box<[String]>([])
    let before = LongQueue.warning.withLock { warning in
      defer { warning = { warnings.append($0) } }
      return warning
    }
    defer { LongQueue.warning.withLock { $0 = before } }
    let values = Box(0)
    let sink = subject.sink { value in
      values.increment()
      if value == 0 { for value in 1...count { subject.send(value) } }
    }
    subject.send(0)
    sink.cancel()
    return (values.value, warnings.value)
  }

  @Test("a subject gives the memory of a long queue back when it runs dry, and keeps that of a short one")
  func subject() {
    let subject = PassthroughSubject<Int, Never>()
    #expect(flood(subject, 20_000).values == 20_001)
    #expect(max(subject.core.queue.capacity, subject.core.batch.capacity) <= LongQueue.kept)
    #expect(flood(subject, 1_000).values == 1_001)
    #expect(max(subject.core.queue.capacity, subject.core.batch.capacity) >= 1_000)
  }

  @Test("a subscriber behind whom a value always waits takes up as much memory as what waits, not as what has come")
  @MainActor
  func behind() {
    let subject = MainActorSubject<Int>()
    let probe = Probe<Int, Never>(demand: .max(1))
    subject.subscribe(probe)
    for number in 0..<3 { subject.send(number) }
    for number in 3..<10_000 {
      subject.send(number)
      probe.request(.max(1))
    }
    #expect(probe.values == Array(0..<9_998))
    #expect((probe.subscription as? ConduitBase<Int, Never>).map { $0.heldPlaces < 100 } == true)
    probe.cancel()
  }

  @Test("a buffer gives much memory back when it is emptied, keeps little, and can be filled again")
  func buffer() {
    let gone = Box(0)
    var buffer = Buffer<Canary>()
    for (count, keeps) in [(10_000, false), (LongQueue.kept, true), (3, true)] {
      gone.value = 0
      for _ in 0..<count { buffer.append(Canary { gone.increment() }) }
      #expect(buffer.count == count && buffer.capacity >= count && gone.value == 0)
      buffer.removeAll()
      #expect(buffer.count == 0 && gone.value == count)
      #expect(buffer.capacity == (keeps ? LongQueue.kept : 0))
    }
  }

  #if DEBUG
    @Test("a debug build says once when a queue passes 100,000 events", arguments: [100_000, 100_001, 120_000])
    func warning(count: Int) {
      let warnings = flood(PassthroughSubject<Int, Never>(), count).warnings
      let ours = warnings.filter { $0.contains("more than 100,000 events wait in a PassthroughSubject") }
      #expect(ours.count == (count > 100_000 ? 1 : 0))
    }
  #endif

  @Test("a debounced value that a newer one has overtaken is dropped")
  func overtaken() {
    let probe = IntProbe(demand: .unlimited)
    let engine = DeliveryEngine(probe, home: Home(of: Source<Int, TestError>()), description: "Engine")
    engine.receive(subscription: SubscriptionLog())
    for number in [1, 3, 2, 3, 4] { engine.post(number * 10, number: number, isHere: true) }
    #expect(probe.values == [10, 30, 40])
  }
}
