import Foundation
import ListViewModelsServer
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine
@testable import ViewModels

@MainActor
@Suite("Orders", .serialized, .timeLimit(.minutes(10)))
struct OrdersViewModelTests {
  @Test("each order shows its states, with a toast at the tap and one when it has ended")
  func states() async {
    let (refused, lost) = (ServiceError(.refused(status: 404, reason: "no_service")), ServiceError(.timedOut(.whole)))
    let answers: [OrderAnswer] = [.accepted, .refused(refused), .unknown(lost)]
    let service = Counter(answers: answers)
    let orders = OrdersViewModel(service: service, pause: .zero)
    var log: [String] = []
    var cancellables: Set<AnyCancellable> = []
    orders.orderStates.sink { log.append("\($0.title) \($0.state.name)") }.store(in: &cancellables)
    orders.toasts.sink { log.append($0.text) }.store(in: &cancellables)
    for title in ["Soup", "Rice", "Tea"] { orders.place(title, text: "1 \(title)") }
    await orders.settled()
    #expect(
      log == [
        "Soup waiting", "Ordering: Soup", "Rice waiting", "Ordering: Rice", "Tea waiting", "Ordering: Tea",
        "Soup sending", "Soup sent", "Ordered: Soup",
        "Rice sending", "Rice refused", #"Not ordered: Rice. service: HTTP 404, "no_service""#,
        "Tea sending", "Tea unknown",
        "Perhaps ordered: Tea. Ask before you order again. service: timed out before the answer had ended",
      ])
    #expect(orders.orders.map(\.state) == [.sent, .refused(refused), .unknown(lost)])
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
    let service = Counter(answers: [.unknown(ServiceError(.timedOut(.whole))), .accepted])
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
    #expect(toasts == [.placed, .unknown, .placed, .sent])
    #expect(service.texts.entries.count == 2)
    token.cancel()
  }

  @Test("one that did not arrive, or came with too many, is sent again by itself, without a toast in between")
  func retries() async {
    let clock = TestClock()
    let tooMany = ServiceError(.refused(status: 429, retryAfter: .seconds(7)))
    let service = Counter(
      answers: [.notTaken(ServiceError(.unreachable(.refused))), .notTaken(tooMany), .accepted],
      clock: clock)
    let orders = OrdersViewModel(service: service, clock: clock, random: { 0 })
    var toasts: [OrderToast.Kind] = []
    let token = orders.toasts.sink { toasts.append($0.kind) }
    orders.place("Soup", text: "")
    await clock.sleeper(until: .seconds(1))
    clock.advance(by: .seconds(1))
    await clock.sleeper(until: .seconds(8))
    #expect(orders.orders.map(\.state) == [.waiting(after: tooMany)])
    clock.advance(by: .seconds(7))
    await orders.settled()
    #expect(service.times.entries == [.zero, .seconds(1), .seconds(8)])
    #expect(toasts == [.placed, .sent])
    token.cancel()
  }

  @Test("an order that is placed while another one waits for its next try is sent at once")
  func overtaking() async {
    let clock = TestClock()
    let service = Counter(
      answers: [.notTaken(ServiceError(.unreachable(.offline))), .accepted, .accepted], clock: clock)
    let orders = OrdersViewModel(
      service: service, pause: .zero, policy: RetryPolicy(step: .seconds(8)), clock: clock, random: { 1 })
    orders.place("Soup", text: "Soup")
    await clock.sleeper(until: .seconds(8))
    var ended: [String] = []
    let token = orders.toasts.sink { ended.append($0.text) }
    orders.place("Tea", text: "Tea")
    await clock.sleeper(until: .seconds(8))
    #expect(service.texts.entries == ["Soup", "Tea"] && ended == ["Ordering: Tea", "Ordered: Tea"])
    clock.advance(by: .seconds(8))
    await orders.settled()
    #expect(
      service.texts.entries == ["Soup", "Tea", "Soup"] && ended.dropFirst() == ["Ordered: Tea", "Ordered: Soup"])
    token.cancel()
  }

  @Test("toasts are in an app's words")
  func wording() async {
    var wording = OrdersViewModel.Wording()
    wording.ordering = { "\($0) kommt." }
    wording.notOrdered = { "\($0): nein. \($1)" }
    wording.reason = { $0.kind == .refused(status: 404) ? "Niemand da." : $0.description }
    let errors = [ServiceError(.refused(status: 404)), ServiceError(.refused(status: 410))]
    let orders = OrdersViewModel(
      service: Counter(answers: errors.map(OrderAnswer.refused)), pause: .zero, wording: wording)
    var texts: [String] = []
    let token = orders.toasts.sink { texts.append($0.text) }
    for title in ["Tee", "Reis"] { orders.place(title, text: title) }
    await orders.settled()
    #expect(texts == ["Tee kommt.", "Reis kommt.", "Tee: nein. Niemand da.", "Reis: nein. service: HTTP 410"])
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

  @Test(
    "from the main actor to a real socket and back: one POST for each order, also where the connection breaks",
    arguments: LoopbackHost.all)
  func overSocket(at host: LoopbackHost) async throws {
    let deliveries: [Answer.Delivery] = [.closed, .cut(after: 0), .cut(after: 1), .reset(after: 1)]
    let texts = Log<Data>()
    let server = try LoopbackServer(at: host) { request in
      let number = texts.add(request.body)
      return switch number {
      case 1: Answer("ok")
      case 2: Answer("channel_is_archived", status: 410)
      default: Answer(Data("ok".utf8), delivery: deliveries[(number - 3) % 4])
      }
    }
    defer { server.stop() }
    let service = SlackOrderService(try WebHook(server.address + "/s3cret")) { URLSessionClient.timeless() }
    // With a policy that would send again at once whatever is said not to have arrived.
    let orders = OrdersViewModel(
      service: service, pause: .zero, policy: RetryPolicy(tries: 4, step: .zero, rateLimitPause: .zero))
    for number in 1...6 { orders.place("\(number)", text: "\(number)") }
    await orders.settled()
    var text = "\(orders.orders)"
    dump(orders, to: &text)
    #expect(!text.contains("s3cret"))
    #expect(orders.orders.map(\.state.name) == ["sent", "refused", "unknown", "unknown", "unknown", "unknown"])
    #expect(texts.entries.count == 6 && Set(texts.entries).count == 6)
  }

  @Test("an order that no address of a host takes is sent again by itself, and then refused")
  func unreachable() async throws {
    let hook = try WebHook("http://localhost:1/s3cret")
    let service = SlackOrderService(hook) { URLSessionClient.timeless() }
    let orders = OrdersViewModel(service: service, pause: .zero, policy: RetryPolicy(tries: 3, step: .zero))
    var states: [String] = []
    let token = orders.orderStates.sink { states.append($0.state.name) }
    orders.place("Soup", text: "Soup")
    await orders.settled()
    #expect(states == ["waiting", "sending", "waiting", "sending", "waiting", "sending", "refused"])
    token.cancel()
  }
}

extension Order.State {
  fileprivate var name: String {
    switch self {
    case .waiting: "waiting"
    case .sending: "sending"
    case .sent: "sent"
    case .refused: "refused"
    case .unknown: "unknown"
    }
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
    return number <= answers.count ? answers[number - 1] : .unknown(ServiceError(.timedOut(.whole)))
  }
}
