import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("Which order is sent when", .timeLimit(.minutes(10)))
struct OrderQueueTests {
  private static let lost = ServiceError(.connectionLost(.closed))
  private static let refused = ServiceError(.unreachable(.refused))
  private static func tooMany(_ retryAfter: Duration?) -> ServiceError {
    ServiceError(.refused(status: 429, retryAfter: retryAfter))
  }

  private static func queue(tries: Int = 3) -> OrderQueue {
    OrderQueue(pause: .seconds(1), policy: RetryPolicy(tries: tries, step: .seconds(2)))
  }

  @Test("one after another, a second after the last answer at the earliest")
  func pace() {
    var queue = Self.queue()
    let orders = ["a", "b"].map { queue.place($0, text: $0) }
    #expect(orders.map(\.state) == [.waiting(after: nil), .waiting(after: nil)])
    #expect(queue.next(at: .seconds(5))?.sent == "a")
    #expect(queue.orders.map(\.state) == [.sending, .waiting(after: nil)])
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
    #expect(queue.receive(.unknown(Self.lost), at: .zero, random: 1)?.state == .unknown(Self.lost))
    #expect(queue.next(at: .seconds(100)) == nil)
    #expect(queue.placeAgain(order.id)?.state == .waiting(after: nil))
    #expect(queue.placeAgain(order.id) == nil)
    #expect(queue.next(at: .seconds(100))?.sent == "a")
    #expect(queue.placeAgain(order.id) == nil)
    #expect(queue.receive(.accepted, at: .seconds(100), random: 1)?.state == .sent)
    #expect(queue.placeAgain(order.id) == nil)
    #expect(queue.placeAgain(0) == nil)
    #expect(queue.placeAgain(2) == nil)
  }

  @Test("one that did not arrive says why it waits, is sent again so often and no more, and lets the next go first")
  func unreachable() {
    var queue = Self.queue()
    for text in ["a", "b"] { _ = queue.place(text, text: text) }
    #expect(queue.next(at: .zero)?.sent == "a")
    let waiting = Order.State.waiting(after: Self.refused)
    #expect(queue.receive(.notTaken(Self.refused), at: .zero, random: 1)?.state == waiting)
    #expect(queue.next(at: .zero) == .wait(until: .seconds(1)))
    #expect(queue.next(at: .seconds(1))?.sent == "b")
    #expect(queue.receive(.accepted, at: .seconds(1), random: 1)?.state == .sent)
    #expect(queue.next(at: .seconds(1)) == .wait(until: .seconds(2)))
    #expect(queue.next(at: .seconds(2))?.sent == "a")
    #expect(queue.receive(.notTaken(Self.refused), at: .seconds(2), random: 1)?.state == waiting)
    #expect(queue.next(at: .seconds(3)) == .wait(until: .seconds(6)))
    #expect(queue.next(at: .seconds(6))?.sent == "a")
    #expect(queue.receive(.notTaken(Self.refused), at: .seconds(6), random: 1)?.state == .refused(Self.refused))
    #expect(queue.next(at: .seconds(100)) == nil)
  }

  @Test("an order that is placed while another one waits to be sent again is sent before it")
  func overtaking() {
    var queue = Self.queue()
    _ = queue.place("a", text: "a")
    _ = queue.next(at: .zero)
    _ = queue.receive(.notTaken(Self.refused), at: .zero, random: 1)
    #expect(queue.next(at: .seconds(1)) == .wait(until: .seconds(2)))
    _ = queue.place("b", text: "b")
    #expect(queue.next(at: .seconds(1))?.sent == "b")
  }

  @Test("after too many none is sent for as long as the service says, and the order says so")
  func tooMany() {
    var queue = Self.queue()
    for text in ["a", "b"] { _ = queue.place(text, text: text) }
    _ = queue.next(at: .zero)
    let state = queue.receive(.notTaken(Self.tooMany(.seconds(20))), at: .zero, random: 0)?.state
    #expect(state == .waiting(after: Self.tooMany(.seconds(20))))
    #expect(queue.next(at: .seconds(19)) == .wait(until: .seconds(20)))
    #expect(queue.next(at: .seconds(20))?.sent == "a")
    #expect(queue.receive(.notTaken(Self.tooMany(nil)), at: .seconds(20), random: 0)?.state.isFinal == false)
    #expect(queue.next(at: .seconds(20)) == .wait(until: .seconds(21)))
  }

  @Test("a pause longer than the policy waits refuses its order at once; the next one asks the service after that wait")
  func longPause() {
    var queue = Self.queue()
    for text in ["a", "b"] { _ = queue.place(text, text: text) }
    _ = queue.next(at: .zero)
    // What a device whose clock is wrong by decades reads from a date.
    let pause = Duration.seconds(1_795_280_400)
    #expect(queue.receive(.notTaken(Self.tooMany(pause)), at: .zero, random: 1)?.state == .refused(Self.tooMany(pause)))
    #expect(queue.next(at: .seconds(29)) == .wait(until: .seconds(30)))
    #expect(queue.next(at: .seconds(30))?.sent == "b")
    #expect(queue.receive(.accepted, at: .seconds(30), random: 1)?.state == .sent)
  }

  @Test("that an order was not taken is the service's word, whatever the error that comes with it could mean elsewhere")
  func notTaken() {
    var queue = Self.queue()
    _ = queue.place("a", text: "a")
    for error in [ServiceError(.refused(status: 503)), ServiceError(.connectionLost(.closed))] {
      _ = queue.next(at: .seconds(60))
      #expect(queue.receive(.notTaken(error), at: .zero, random: 0)?.state == .waiting(after: error))
    }
  }

  @Test(
    "what could not be kept waits a second at least, whatever the policy's longest wait: nobody asks a full disk all the time"
  )
  func putBack() {
    for (longest, wait) in [(Duration.zero, Duration.seconds(1)), (.seconds(10), .seconds(10))] {
      var queue = OrderQueue(pause: .zero, policy: RetryPolicy(longestWait: longest))
      _ = queue.place("a", text: "a")
      #expect(queue.next(at: .zero)?.sent == "a")
      #expect(queue.putBack(at: .zero)?.state == .waiting(after: nil))
      #expect(queue.next(at: .zero) == .wait(until: wait))
    }
  }

  @Test("a hundred ended orders are kept, and all that have not ended")
  func mostEnded() {
    let patient = RetryPolicy(total: .seconds(9_999), step: .seconds(999), longestWait: .seconds(999))
    var queue = OrderQueue(pause: .zero, policy: patient)
    for number in 1...103 { #expect(queue.place("\(number)", text: "").id == number) }
    _ = queue.next(at: .zero)
    _ = queue.receive(.notTaken(Self.refused), at: .zero, random: 1)
    while case .send = queue.next(at: .zero) { _ = queue.receive(.refused(Self.lost), at: .zero, random: 1) }
    #expect(queue.orders.map(\.id) == [1] + Array(4...103))
    #expect(queue.placeAgain(3) == nil)
    #expect(queue.placeAgain(4)?.state == .waiting(after: nil))
    #expect(queue.place("next", text: "").id == 104)
  }

  @Test("no more of them are taken over, with one that was under way")
  func takesOver() {
    let states: [Order.State] =
      [.sending] + Array(repeating: .sent, count: OrderQueue.mostEnded) + [.waiting(after: nil)]
    let old = states.enumerated().map { Order(id: $0 + 1, title: "", text: "", state: $1) }
    var queue = Self.queue()
    #expect(queue.takeOver(old, lastID: old.count).map(\.id) == [1])
    #expect(queue.orders.map(\.id) == [1] + (3...OrderQueue.mostEnded + 2))
  }

  @Test("of the ended ones the one that ended first goes, not the one that was placed first")
  func endedLast() {
    let unknown = Order.State.unknown(Self.lost)
    let old = (1...OrderQueue.mostEnded).map { Order(id: $0, title: "", text: "", state: unknown) }
    var queue = Self.queue()
    #expect(queue.takeOver(old, lastID: old.count).isEmpty)
    _ = queue.place("new", text: "")
    #expect(queue.placeAgain(1) != nil)
    _ = queue.next(at: .zero)
    _ = queue.receive(.accepted, at: .zero, random: 1)
    _ = queue.next(at: .seconds(1))
    #expect(queue.receive(.unknown(Self.lost), at: .seconds(1), random: 1)?.id == 1)
    #expect(queue.orders.map(\.id) == [1] + (3...OrderQueue.mostEnded + 1))
    #expect(queue.placeAgain(1) != nil)
  }

  @Test("whatever is answered: never two within a second, never twice unless the user says so, an end for all")
  func invariants() {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    let answers: [OrderAnswer] = [
      .accepted, .refused(Self.lost), .unknown(Self.lost), .notTaken(Self.refused), .notTaken(Self.tooMany(nil)),
      .notTaken(Self.tooMany(.seconds(3))), .notTaken(Self.tooMany(.seconds(300))),
    ]
    for _ in 0..<500 {
      var queue = Self.queue(tries: 4)
      var (now, lastAnswer, closed) = (Duration.zero, Duration.seconds(-1), Duration.zero)
      var firstSends: [Order.ID] = []
      var mayBeThere: Set<Order.ID> = []
      for number in 1...8 { _ = queue.place("\(number)", text: "") }
      while let step = queue.next(at: now) {
        let again = Int.random(in: 1...24, using: &random)
        if queue.placeAgain(again) != nil { mayBeThere.remove(again) }
        switch step {
        case .wait(let time):
          #expect(time > now)
          now = time
        case .send(let order):
          #expect(now - lastAnswer >= .seconds(1))
          #expect(now >= closed)
          #expect(!mayBeThere.contains(order.id))
          if !firstSends.contains(order.id) { firstSends.append(order.id) }
          now += .milliseconds(Int.random(in: 0...3_000, using: &random))
          let answer = answers[Int.random(in: 0..<answers.count, using: &random)]
          if case .notTaken(let error) = answer, case .refused(_, _, _, let pause?) = error.kind {
            closed = now + min(pause, .seconds(30))
          }
          if [.accepted, .unknown(Self.lost)].contains(answer) { mayBeThere.insert(order.id) }
          let state = queue.receive(answer, at: now, random: .random(in: 0...1, using: &random))?.state
          if case .waiting(nil)? = state { Issue.record("it does not say why it waits") }
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
