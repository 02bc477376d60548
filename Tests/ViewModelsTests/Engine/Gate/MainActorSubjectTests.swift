import Foundation
import Reactive
import Testing

@testable import ViewModels

@MainActor
@Suite("MainActorSubject")
struct MainActorSubjectTests {
  let subject = MainActorSubject<Int>()

  @Test("subscribers hear every event once, in the order in which they subscribed")
  func order() {
    var heard: [String] = []
    var bag: Set<AnyCancellable> = []
    for name in ["a", "b", "c"] { subject.sink { heard.append("\(name)\($0)") }.store(in: &bag) }
    subject.send(1)
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
    let slow = SlowSubscriber()
    var heard: [Int] = []
    subject.subscribe(slow)
    let token = subject.sink { heard.append($0) }
    for event in 1...5 { subject.send(event) }
    #expect(heard == [1, 2, 3, 4, 5])
    #expect(slow.heard == [])
    slow.subscription?.request(.max(2))
    #expect(slow.heard == [1, 2])
    slow.extra = .max(1)
    slow.subscription?.request(.max(1))
    #expect(slow.heard == [1, 2, 3, 4, 5])
    token.cancel()
  }

  @Test("cancelling releases the subscriber")
  func releases() {
    var slow: SlowSubscriber? = SlowSubscriber()
    weak let released = slow
    slow.map { subject.subscribe($0) }
    let subscription = slow?.subscription
    slow?.subscription = nil
    slow = nil
    #expect(released != nil)
    subscription?.cancel()
    #expect(released == nil)
  }
}

/// Asks for nothing by itself.
private final class SlowSubscriber: Subscriber, @unchecked Sendable {  // used on the main actor alone
  var subscription: (any Subscription)?
  var heard: [Int] = []
  var extra = Subscribers.Demand.none

  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(_ input: Int) -> Subscribers.Demand {
    heard.append(input)
    return extra
  }
  func receive(completion: Subscribers.Completion<Never>) {}
}
