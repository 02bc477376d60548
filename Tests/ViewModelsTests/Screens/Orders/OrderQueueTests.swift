import Testing

@testable import ViewModels

@Suite("Which order is sent when", .timeLimit(.minutes(10)))
struct OrderQueueTests {
  private static func queue(tries: Int = 3) -> OrderQueue {
    OrderQueue(pause: .seconds(1), policy: RetryPolicy(tries: tries, step: .seconds(2)))
  }

  @Test("one after another, a second after the last answer at the earliest")
  func pace() {
    var queue = Self.queue()
    let orders = ["a", "b"].map { queue.place($0, text: $0) }
    #expect(orders.map(\.state) == [.waiting, .waiting])
    #expect(queue.next(at: .seconds(5))?.sent == "a")
    #expect(queue.orders.map(\.state) == [.sending, .waiting])
    #expect(queue.next(at: .seconds(9)) == nil)
    #expect(queue.receive(.accepted, at: .seconds(9), random: 1)?.state == .sent)
    #expect(queue.next(at: .seconds(9.5)) == .wait(until: .seconds(10)))
    #expect(queue.next(at: .seconds(10))?.sent == "b")
  }

  @Test("one that nobody knows of is not sent again, unless somebody says so")
  func unknown() {
    var queue = Self.queue()
    let order = queue.place("a", text: "a")
    _ = queue.next(at: .zero)
    #expect(queue.receive(.unknown("timed out"), at: .zero, random: 1)?.state == .unknown("timed out"))
    #expect(queue.next(at: .seconds(100)) == nil)
    #expect(queue.placeAgain(order.id)?.state == .waiting)
    #expect(queue.placeAgain(order.id) == nil)
    #expect(queue.next(at: .seconds(100))?.sent == "a")
    #expect(queue.placeAgain(order.id) == nil)
    #expect(queue.receive(.accepted, at: .seconds(100), random: 1)?.state == .sent)
    #expect(queue.placeAgain(order.id) == nil)
    #expect(queue.placeAgain(0) == nil)
    #expect(queue.placeAgain(2) == nil)
  }

  @Test("one that did not arrive is sent again, so often and no more, before those behind it")
  func unreachable() {
    var queue = Self.queue()
    for text in ["a", "b"] { _ = queue.place(text, text: text) }
    #expect(queue.next(at: .zero)?.sent == "a")
    #expect(queue.receive(.unreachable("refused"), at: .zero, random: 1)?.state == .waiting)
    #expect(queue.next(at: .zero) == .wait(until: .seconds(2)))
    #expect(queue.next(at: .seconds(2))?.sent == "a")
    #expect(queue.receive(.unreachable("refused"), at: .seconds(2), random: 1)?.state == .waiting)
    #expect(queue.next(at: .seconds(6))?.sent == "a")
    #expect(queue.receive(.unreachable("refused"), at: .seconds(6), random: 1)?.state == .refused("refused"))
    #expect(queue.next(at: .seconds(7))?.sent == "b")
    #expect(queue.receive(.unreachable("refused"), at: .seconds(7), random: 0)?.state == .waiting)
    // No jitter, but the pause all the same.
    #expect(queue.next(at: .seconds(7)) == .wait(until: .seconds(8)))
  }

  @Test("after too many the service is left alone for as long as it says")
  func tooMany() {
    var queue = Self.queue()
    _ = queue.place("a", text: "a")
    _ = queue.next(at: .zero)
    #expect(queue.receive(.tooMany(retryAfter: .seconds(20)), at: .zero, random: 0)?.state == .waiting)
    #expect(queue.next(at: .seconds(19)) == .wait(until: .seconds(20)))
    #expect(queue.next(at: .seconds(20))?.sent == "a")
    #expect(queue.receive(.tooMany(retryAfter: nil), at: .seconds(20), random: 0)?.state == .waiting)
    #expect(queue.next(at: .seconds(20)) == .wait(until: .seconds(21)))
  }

  @Test("a pause longer than anybody waits refuses orders at once, and is kept")
  func closed() {
    var queue = Self.queue()
    for text in ["a", "b", "c"] { _ = queue.place(text, text: text) }
    _ = queue.next(at: .zero)
    let refused = Order.State.refused("too many orders; try again in 3600 s")
    #expect(queue.receive(.tooMany(retryAfter: .seconds(3_600)), at: .zero, random: 1)?.state == refused)
    guard case .end(let order) = queue.next(at: .seconds(60)) else {
      Issue.record("it is not left alone")
      return
    }
    #expect(order.title == "b")
    #expect(order.state == .refused("too many orders; try again in 3540 s"))
    #expect(queue.next(at: .seconds(3_600))?.sent == "c")
  }

  @Test("whatever is answered: in order, never two within a second, never twice when nobody knows, an end for all")
  func invariants() {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    let answers: [OrderAnswer] = [
      .accepted, .refused("no"), .unknown("?"), .unreachable("!"), .tooMany(retryAfter: nil),
      .tooMany(retryAfter: .seconds(3)), .tooMany(retryAfter: .seconds(300)),
    ]
    for _ in 0..<500 {
      var queue = Self.queue(tries: 4)
      var (now, lastAnswer, closed) = (Duration.zero, Duration.seconds(-1), Duration.zero)
      var firstSends: [Order.ID] = []
      var mayBeThere: Set<Order.ID> = []
      for number in 1...8 { _ = queue.place("\(number)", text: "") }
      while let step = queue.next(at: now) {
        switch step {
        case .wait(let time):
          #expect(time > now)
          now = time
        case .end(let order): #expect(order.state.isFinal)
        case .send(let order):
          #expect(now - lastAnswer >= .seconds(1))
          #expect(now >= closed)
          #expect(!mayBeThere.contains(order.id))
          if firstSends.last != order.id { firstSends.append(order.id) }
          now += .milliseconds(Int.random(in: 0...3_000, using: &random))
          let answer = answers[Int.random(in: 0..<answers.count, using: &random)]
          if case .tooMany(let pause?) = answer { closed = now + pause }
          if [.accepted, .unknown("?")].contains(answer) { mayBeThere.insert(order.id) }
          _ = queue.receive(answer, at: now, random: .random(in: 0...1, using: &random))
          lastAnswer = now
        }
      }
      #expect(queue.orders.allSatisfy { $0.state.isFinal })
      #expect(firstSends == firstSends.sorted())
    }
  }
}

extension OrderQueue.Step {
  fileprivate var sent: String? { if case .send(let order) = self { order.text } else { nil } }
}
