import Foundation
import LoopbackServer
import Reactive
import Testing

@testable import ViewModels

@MainActor
@Suite("Orders", .timeLimit(.minutes(10)))
struct OrdersViewModelTests {
  @Test("each order shows its states, and one toast when it has ended")
  func states() async {
    let answers: [OrderAnswer] = [.accepted, .refused("no_service (HTTP 404)"), .unknown("timed out")]
    let service = Counter(answers: answers)
    let orders = OrdersViewModel(service: service, pause: .zero)
    var log: [String] = []
    var cancellables: Set<AnyCancellable> = []
    orders.orderStates.sink { log.append("\($0.title) \($0.state)") }.store(in: &cancellables)
    orders.toasts.sink { log.append($0.text) }.store(in: &cancellables)
    for title in ["Soup", "Rice", "Tea"] { orders.place(title, text: "1 \(title)") }
    await orders.settled()
    #expect(
      log == [
        "Soup waiting", "Rice waiting", "Tea waiting",
        "Soup sending", "Soup sent", "Ordered: Soup",
        "Rice sending", #"Rice refused("no_service (HTTP 404)")"#, "Not ordered: Rice. no_service (HTTP 404)",
        "Tea sending", #"Tea unknown("timed out")"#, "Perhaps ordered: Tea. Ask before you order again. timed out",
      ])
    #expect(orders.orders.map(\.state) == [.sent, .refused("no_service (HTTP 404)"), .unknown("timed out")])
    #expect(service.texts.entries == ["1 Soup", "1 Rice", "1 Tea"])
  }

  @Test("at most one a second goes out, and never two at once")
  func pace() async {
    let clock = TestClock()
    let service = Counter(answers: Array(repeating: .accepted, count: 4), clock: clock)
    let orders = OrdersViewModel(service: service, clock: clock)
    for number in 1...4 { orders.place("\(number)", text: "") }
    for second in 1...3 {
      await clock.sleeper(until: .seconds(second))
      #expect(service.texts.entries.count == second)
      clock.advance(by: .seconds(1))
    }
    await orders.settled()
    #expect(service.times.entries == [.zero, .seconds(1), .seconds(2), .seconds(3)])
  }

  @Test("an unknown one is sent again only when the user says so, and says so in another toast")
  func again() async {
    let service = Counter(answers: [.unknown("timed out"), .accepted])
    let orders = OrdersViewModel(service: service, pause: .zero)
    var toasts: [OrderToast.Kind] = []
    let token = orders.toasts.sink { toasts.append($0.kind) }
    let order = orders.place("Soup", text: "")
    await orders.settled()
    #expect(service.texts.entries.count == 1)
    orders.placeAgain(order.id)
    orders.placeAgain(order.id)
    await orders.settled()
    orders.placeAgain(order.id)
    await orders.settled()
    #expect(toasts == [.unknown, .sent])
    #expect(service.texts.entries.count == 2)
    token.cancel()
  }

  @Test("one that did not arrive, or came with too many, is sent again by itself, without a toast in between")
  func retries() async {
    let clock = TestClock()
    let service = Counter(
      answers: [.unreachable("connection refused"), .tooMany(retryAfter: .seconds(7)), .accepted], clock: clock)
    let orders = OrdersViewModel(service: service, clock: clock, random: { 0 })
    var toasts: [OrderToast.Kind] = []
    let token = orders.toasts.sink { toasts.append($0.kind) }
    orders.place("Soup", text: "")
    await clock.sleeper(until: .seconds(1))
    clock.advance(by: .seconds(1))
    await clock.sleeper(until: .seconds(8))
    #expect(orders.orders.map(\.state) == [.waiting])
    clock.advance(by: .seconds(7))
    await orders.settled()
    #expect(service.times.entries == [.zero, .seconds(1), .seconds(8)])
    #expect(toasts == [.sent])
    token.cancel()
  }

  @Test("what has been placed is sent though nobody keeps the view model")
  func dropped() async {
    let ended = Signal()
    let service = Counter(answers: [.accepted], ended: ended)
    OrdersViewModel(service: service).place("Soup", text: "")
    await ended.wait()
    #expect(service.texts.entries.count == 1)
  }

  @Test("from the main actor to a real socket and back, with one that lies in between")
  func overSocket() async throws {
    let server = try LoopbackServer { request in
      switch request.number {
      case 1: Answer("ok")
      case 2: Answer("channel_is_archived", status: 410)
      default: Answer(Data("ok".utf8), delivery: .reset(after: 0))
      }
    }
    defer { server.stop() }
    let service = SlackOrderService(try WebHook(server.address + "/s3cret")) { URLSessionClient.timeless() }
    let orders = OrdersViewModel(service: service, pause: .zero)
    for title in ["Soup", "Rice", "Tea"] { orders.place(title, text: title) }
    await orders.settled()
    var text = "\(orders.orders)"
    dump(orders, to: &text)
    #expect(!text.contains("s3cret"))
    #expect(orders.orders.map { OrderToast($0)?.kind } as [OrderToast.Kind?] == [.sent, .refused, .unknown])
  }
}

/// Answers as it was told to, one answer an order.
private struct Counter: OrderService {
  let answers: [OrderAnswer]
  var clock = TestClock()
  var ended: Signal?
  let texts = Log<String>()
  let times = Log<Duration>()

  func order(_ text: String) async -> OrderAnswer {
    let number = texts.add(text)
    times.add(clock.now.offset)
    ended?.fire()
    return number <= answers.count ? answers[number - 1] : .unknown("one too many")
  }
}
