import Dispatch
import ListViewModelsTestSupport
import Reactive
import Testing

@Suite("CurrentValueSubject", .leavesNothing)
struct CurrentValueSubjectTests {
  typealias Subject = CurrentValueSubject<Int, TestError>

  @Test("the first request delivers the current value, once")
  func firstRequest() {
    let subject = Subject(-1)
    let probe = IntProbe(demand: nil)
    subject.subscribe(probe)
    #expect(probe.events == [.subscription("CurrentValueSubject")])
    probe.request(.max(2))
    probe.request(.max(3))
    probe.request(.max(1))
    #expect(probe.values == [-1])
    (0..<10).forEach { subject.value = $0 }
    #expect(probe.values == [-1, 0, 1, 2, 3, 4])
  }

  @Test("a subscriber that missed a value for lack of demand gets the latest at its next request")
  func behind() {
    let subject = Subject(0)
    let probe = IntProbe(demand: .max(1))
    subject.subscribe(probe)
    subject.send(1)
    subject.send(2)
    #expect(probe.values == [0])
    probe.request(.max(2))
    #expect(probe.values == [0, 2])
    subject.send(2)
    #expect(probe.values == [0, 2, 2])
  }

  @Test("a subscriber that asks late, after sends, gets the latest only")
  func lateRequest() {
    let subject = Subject(0)
    let probe = IntProbe(demand: nil)
    subject.subscribe(probe)
    subject.send(1)
    subject.send(2)
    probe.request(.unlimited)
    subject.send(3)
    #expect(probe.values == [2, 3])
  }

  @Test("after completion the setter changes the value and send does not; neither publishes")
  func afterCompletion() {
    let subject = Subject(0)
    let probe = IntProbe()
    subject.subscribe(probe)
    subject.send(completion: .finished)
    subject.send(1)
    #expect(subject.value == 0)
    subject.value = 2
    #expect(subject.value == 2)
    #expect(probe.events == [.subscription("CurrentValueSubject"), .value(0), .completion(.finished)])
    let late = IntProbe()
    subject.subscribe(late)
    #expect(late.events == [.subscription("Empty"), .completion(.finished)])
  }

  @Test("the new value is readable while it is delivered, and equal values are delivered")
  func settingFirst() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let seen = Box<[Int]>([])
    let sink = subject.sink { seen.append($0 * 10 + subject.value) }
    subject.send(1)
    subject.value = 1
    #expect(seen.value == [0, 11, 11])
    sink.cancel()
  }

  @Test("a subscriber that joins inside a delivery gets the value sent last, once, and everything after it")
  func joining() {
    let subject = Subject(0)
    let late = IntProbe()
    let early = IntProbe { value in
      if value == 1 {
        subject.send(2)
        subject.subscribe(late)
        subject.send(3)
      }
      return .none
    }
    subject.subscribe(early)
    subject.send(1)
    #expect(early.values == [0, 1, 2, 3])
    #expect(late.values == [2, 3])
  }

  @Test("a sink that joins inside a delivery has the current value when subscribing returns")
  func nestedSink() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let (nested, outer) = (Box<[[Int]]>([]), Box<[AnyCancellable]>([]))
    let sink = subject.sink { value in
      let heard = Box<[Int]>([])
      subject.sink { heard.append($0) }.store(in: &outer.value)
      nested.append(heard.value)
      if value == 1 { subject.send(2) }
    }
    #expect(nested.value == [[1], [2]])
    sink.cancel()
  }

  @Test("so has one that joins while another thread delivers, and nothing is heard twice")
  func joiningElsewhere() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let heard = Box<[Int]>([])
    let (child, isFirst) = (Box<AnyCancellable?>(nil), Box(true))
    let sink = subject.sink { value in
      guard value == 1, isFirst.value else { return }
      isFirst.value = false
      elsewhere {
        subject.send(2)
        child.value = subject.sink { heard.append($0) }
        #expect(heard.value == [2])
        subject.send(3)
      }
    }
    subject.send(1)
    #expect(heard.value == [2, 3])
    sink.cancel()
    child.value = nil
  }

  @Test("a set value that races with the completion is kept")
  func setterRace() {
    for _ in 0..<2_000 {
      let subject = CurrentValueSubject<Int, Never>(0)
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 { subject.value = 7 } else { subject.send(completion: .finished) }
      }
      #expect(subject.value == 7)
    }
  }

  @Test("the first completion stands: a later one is not what late subscribers hear")
  func firstCompletion() {
    let subject = CurrentValueSubject<Int, TestError>(1)
    subject.send(completion: .failure(.oops))
    subject.send(completion: .finished)
    let late = IntProbe()
    subject.subscribe(late)
    #expect(late.events.last == .completion(.failure(.oops)))
  }
}
