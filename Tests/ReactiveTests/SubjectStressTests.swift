import Dispatch
import ListViewModelsTestSupport
import Reactive
import Testing

@Suite("Subjects under stress", .leavesNothing)
struct SubjectStressTests {
  /// What one round leaves behind.
  struct Outcome {
    var reference: [Int]
    var kept: [[Int]]
    var cancelled: [[Int]]
    var completions: [Int]
    var leaks: Int
  }

  /// Threads send, subscribe, request and cancel at random; then one completes. Values are unique.
  func round<S: Subject>(_ subject: S, _ number: Int) -> Outcome where S.Output == Int, S.Failure == TestError {
    let alive = Box(0)
    let (kept, cancelled) = (Box<[IntProbe]>([]), Box<[IntProbe]>([]))
    let reference = IntProbe()
    subject.subscribe(reference)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var random = SeededGenerator(stream: number * 4 + thread)
      var mine: [IntProbe] = []
      for step in 1...200 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<6: subject.send(thread * 1_000_000 + step)
        case 6..<8:
          alive.increment()
          let probe = IntProbe(onDeinit: { alive.change { $0 -= 1 } })
          subject.subscribe(probe)
          mine.append(probe)
        default:
          guard let probe = mine.randomElement(using: &random) else { continue }
          mine.removeAll { $0 === probe }
          probe.cancel()
          cancelled.append(probe)
        }
      }
      kept.change { $0 += mine }
    }
    DispatchQueue.concurrentPerform(iterations: 3) { thread in
      subject.send(completion: thread == 0 ? .finished : .failure(.oops))
      subject.send(-thread - 1)
    }
    let outcome = Outcome(
      reference: reference.values, kept: kept.value.map(\.values), cancelled: cancelled.value.map(\.values),
      completions: kept.value.map(\.completions) + [reference.completions], leaks: 0)
    for probe in kept.value { probe.state.withLock { $0.subscription = nil } }
    kept.value = []
    cancelled.value = []
    var result = outcome
    result.leaks = alive.value
    return result
  }

  func check(_ outcome: Outcome, isKeptToTheEnd: (ArraySlice<Int>, [Int]) -> Bool) {
    #expect(Set(outcome.reference).count == outcome.reference.count, "no value twice")
    let position = Dictionary(outcome.reference.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    for values in outcome.kept + outcome.cancelled {
      guard let first = values.first else { continue }
      guard let start = position[first] else { return #expect(Bool(false), "\(first) was heard by one only") }
      #expect(Array(outcome.reference[start...].prefix(values.count)) == values, "the same order, without a gap")
    }
    for values in outcome.kept {
      #expect(isKeptToTheEnd(outcome.reference.suffix(values.count), values), "who stays hears the end")
    }
    #expect(outcome.completions.allSatisfy { $0 == 1 })
    #expect(outcome.leaks == 0, "everything is released")
  }

  @Test("PassthroughSubject: one order for all, without gaps, everything released", arguments: 0..<20)
  func passthrough(number: Int) {
    let subject = PassthroughSubject<Int, TestError>()
    let outcome = round(subject, number)
    check(outcome) { Array($0) == $1 }
  }

  @Test("CurrentValueSubject: likewise, and its value is the last one delivered", arguments: 20..<40)
  func currentValue(number: Int) {
    let subject = CurrentValueSubject<Int, TestError>(-100)
    let outcome = round(subject, number)
    check(outcome) { Array($0) == $1 }
    #expect(outcome.reference.first == -100)
    #expect(outcome.reference.last == subject.value)
    #expect(outcome.kept.allSatisfy { !$0.isEmpty })
  }

  @Test("demand added by other threads is neither lost nor counted twice", arguments: 40..<50)
  func demand(number: Int) {
    let subject = PassthroughSubject<Int, TestError>()
    let probe = IntProbe(demand: nil)
    subject.subscribe(probe)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var random = SeededGenerator(stream: number * 4 + thread)
      for _ in 0..<100 { probe.request(.max(Int.random(in: 1...3, using: &random))) }
    }
    var asked = 0
    for thread in 0..<4 {
      var random = SeededGenerator(stream: number * 4 + thread)
      for _ in 0..<100 { asked += Int.random(in: 1...3, using: &random) }
    }
    for value in 0..<2000 { subject.send(value) }
    #expect(probe.values.count == asked)
  }

  @Test("a value missed while demand arrives is made up for: the last one is always heard", arguments: 50..<70)
  func behind(number: Int) {
    let subject = CurrentValueSubject<Int, TestError>(0)
    let probe = IntProbe(demand: nil)
    subject.subscribe(probe)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for step in 1...200 {
        if thread == 0 { subject.send(step) } else { probe.request(.max(1)) }
      }
    }
    probe.request(.max(1))
    #expect(probe.values.last == 200)
    #expect(probe.values == probe.values.sorted())
    #expect(Set(probe.values).count == probe.values.count)
  }
}
