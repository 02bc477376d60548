import Dispatch
import ListViewModelsTestSupport
import Reactive
import Testing

/// The rules of the Reactive Streams specification (version 1.0.4) that say most about a core like this one.
@Suite("Reactive Streams", .leavesNothing)
struct ReactiveStreamsTests {
  @Test("1.3: a subscriber gets one event at a time, whoever sends")
  func oneAtATime() {
    let subject = PassthroughSubject<Int, TestError>()
    let (inside, most, count) = (Box(0), Box(0), Box(0))
    let probe = IntProbe(onValue: { _ in
      inside.increment()
      most.change { $0 = max($0, inside.value) }
      count.increment()
      inside.change { $0 -= 1 }
      return .none
    })
    subject.subscribe(probe)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in for value in 0..<500 { subject.send(value) } }
    #expect(most.value == 1)
    #expect(count.value == 2000)
  }

  @Test("1.11: a publisher serves several subscribers, each by its own demand")
  func severalSubscribers() {
    let subject = PassthroughSubject<Int, TestError>()
    let probes = [nil, .max(2), .unlimited].map { IntProbe(demand: $0) }
    for probe in probes { subject.subscribe(probe) }
    (1...3).forEach(subject.send)
    #expect(probes.map(\.values) == [[], [1, 2], [1, 2, 3]])
  }

  @Test("3.3: a request from inside a value, and a send from inside one, do not nest deeper and deeper")
  func boundedRecursion() {
    let subject = CurrentValueSubject<Int, TestError>(0)
    let holder = Box<IntProbe?>(nil)
    let (depth, deepest) = (Box(0), Box(0))
    let probe = IntProbe(
      demand: nil,
      onValue: { value in
        depth.increment()
        deepest.change { $0 = max($0, depth.value) }
        holder.value?.request(.max(1))
        if value < 10_000 { subject.send(value + 1) }
        depth.change { $0 -= 1 }
        return .none
      })
    holder.value = probe
    subject.subscribe(probe)
    probe.request(.max(1))
    #expect(probe.values == Array(0...10_000))
    #expect(deepest.value == 1)
    holder.value = nil
  }

  @Test("3.13: cancel drops the references to the subscriber", arguments: 0..<5)
  func referencesDropped(number: Int) {
    let subject = PassthroughSubject<Int, TestError>()
    let gone = Box(0)
    var probe: IntProbe? = IntProbe(onDeinit: { gone.increment() })
    let subscription: (any Subscription)?
    if let probe {
      switch number {
      case 0: subject.subscribe(probe)
      case 1: subject.map { $0 }.filter { _ in true }.compactMap { $0 }.subscribe(probe)
      case 2: subject.receive(on: ManualScheduler()).subscribe(probe)
      case 3: subject.removeDuplicates().subscribe(probe)
      default: subject.debounce(for: .zero, scheduler: ManualScheduler()).subscribe(probe)
      }
    }
    subscription = probe?.subscription
    probe?.state.withLock { $0.subscription = nil }
    probe = nil
    #expect(gone.value == 0)
    subscription?.cancel()
    #expect(gone.value == 1, "while the subscription and the subject are still held")
    withExtendedLifetime((subscription, subject)) {}
  }

  @Test("3.17: demand adds up beyond what can be counted, and is unlimited then")
  func unlimited() {
    let subject = PassthroughSubject<Int, TestError>()
    let probe = IntProbe(demand: nil)
    subject.subscribe(probe)
    probe.request(.max(.max))
    probe.request(.max(.max))
    (0..<100).forEach(subject.send)
    #expect(probe.values.count == 100)
  }
}
