import Foundation
import Reactive
import Testing
import ViewModels

@testable import Demo

@MainActor
@Suite("The demo's store")
struct StoreTests {
  private func run(seed: Int) async throws -> [[String: Any]] {
    var lines: [String] = []
    let status = await Command.run(
      ["store", "--seed", "\(seed)", "--format", "json"], output: { lines.append($0) }, errors: { lines.append($0) })
    #expect(status == 0)
    return try lines.map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
  }

  /// In milliseconds.
  private func time(_ event: [String: Any]) -> Int { Int(((event["time"] as? Double ?? -1) * 1_000).rounded()) }

  @Test(
    "orders go out one after another, a second apart, each with a toast at the tap and one at its end",
    arguments: 1...12)
  func orders(seed: Int) async throws {
    let events = try await run(seed: seed)
    let orders = events.filter { $0["event"] as? String == "order" }
    let (taps, toasts) = events.filter { $0["event"] as? String == "toast" }
      .reduce(into: ([[String: Any]](), [[String: Any]]())) { kinds, toast in
        if toast["kind"] as? String == "placed" { kinds.0.append(toast) } else { kinds.1.append(toast) }
      }
    for tap in taps {
      let first = orders.first { $0["order"] as? Int == tap["order"] as? Int }
      #expect(first?["state"] as? String == "waiting" && first.map(time) == time(tap))
    }
    #expect(taps.compactMap { $0["order"] as? Int } == Array(1...9))
    #expect(toasts.count == 9 && Set(toasts.compactMap { $0["order"] as? Int }) == Set(1...9))
    // What is on its way, and when the last one had ended.
    var sending: Int?
    var ended = -1_000
    for event in orders {
      let order = try #require(event["order"] as? Int)
      switch event["state"] as? String {
      case "sending":
        #expect(sending == nil && time(event) >= ended + 1_000)
        sending = order
      case "waiting" where sending != order: break  // it has just been placed
      default:
        #expect(sending == order)
        (sending, ended) = (nil, time(event))
      }
    }
    for toast in toasts {
      let last = orders.last { $0["order"] as? Int == toast["order"] as? Int }
      #expect(last?["state"] as? String == toast["kind"] as? String)
      #expect(last.map(time) == time(toast))
    }
    let summary = try #require(events.last)
    for kind in ["sent", "refused", "unknown"] {
      #expect(summary[kind] as? Int == toasts.count { $0["kind"] as? String == kind })
    }
    #expect(summary["orders"] as? Int == 9 && summary["violations"] as? Int == 0)
  }

  @Test("every way in which an order can go occurs, an order sent again among them")
  func variety() async throws {
    var kinds: Set<String> = []
    var again = 0
    for seed in 1...6 {
      let events = try await run(seed: seed)
      kinds.formUnion(events.compactMap { $0["kind"] as? String })
      let sent = events.filter { $0["state"] as? String == "sending" }.compactMap { $0["order"] as? Int }
      again += sent.count - Set(sent).count
    }
    #expect(kinds == ["placed", "sent", "refused", "unknown"] && again > 0)
  }

  @Test("the banner follows the connection, not its flaps; what failed without one is retried when it returns")
  func connection() async throws {
    for seed in 1...4 {
      let events = try await run(seed: seed)
      let banners = events.filter { $0["event"] as? String == "banner" }
      #expect(banners.compactMap { $0["color"] as? String } == ["yellow", "blue", "red", "skyBlue"])
      let soup = events.filter { $0["section"] as? String == "soup" && $0["state"] != nil }
      let failure = try #require(
        soup.firstIndex { ($0["reason"] as? String)?.contains("cannot be reached: offline") == true })
      #expect(soup[failure + 1]["state"] as? String == "loading")
      #expect(time(soup[failure + 1]) == banners.last.map(time))
      #expect(soup.last?["state"] as? String == "finished")
    }
  }

  @Test("a dish's picture comes over the network, then from memory; one that failed is fetched again")
  func pictures() async throws {
    for seed in 1...6 {
      let events = try await run(seed: seed)
      let images = events.filter { $0["event"] as? String == "image" }
      #expect(images.contains { $0["reason"] != nil } && images.contains { $0["from"] as? String == "memory" })
      for (_, images) in Dictionary(grouping: images, by: { $0["title"] as? String }) {
        // With the order, and with a toast that did not come before the picture.
        #expect(images.count <= 2 && images[0]["from"] as? String != "memory")
        guard images.count == 2 else { continue }
        #expect(images[1]["from"] as? String == (images[0]["reason"] == nil ? "memory" : "network"))
        #expect(images[1]["bytes"] as? Int == 35)
      }
    }
  }

  @Test("a dish's page is opened, and its pictures come in one below the other")
  func page() async throws {
    for seed in 1...6 {
      let events = try await run(seed: seed)
      let page = try #require(events.first { $0["event"] as? String == "page" })
      let count = try #require(page["pictures"] as? Int)
      let titles = events.compactMap { $0["event"] as? String == "image" ? $0["title"] as? String : nil }
        .filter { $0.contains(", picture ") }
      #expect(titles == (1...count).map { "\(page["title"] ?? ""), picture \($0)" })
    }
  }

  @Test("the form of each line, to the letter")
  func form() async {
    let service = Refusing()
    let orders = OrdersViewModel(service: service, pause: .zero)
    var events = [RunEvent(kind: .banner(ConnectivityBanner(.lost)), time: 30)]
    let bag = [
      orders.orderStates.sink { events.append(RunEvent(kind: .order($0), time: 1_250)) },
      orders.toasts.sink { events.append(RunEvent(kind: .toast($0), time: $0.kind == .placed ? 1_200 : 2_000)) },
    ]
    events.append(RunEvent(kind: .image(of: "Tea", bytes: 35, from: "network"), time: 700))
    events.append(RunEvent(kind: .noImage(of: "Tea", reason: "a.example: HTTP 404"), time: 800))
    orders.place("Tea", text: "Tea, 1원")
    await orders.settled()
    #expect(
      events.map(JSONPrinter().line) == [
        #"{"event":"banner","color":"red","text":"No connection","time":0.03}"#,
        #"{"event":"image","title":"Tea","bytes":35,"from":"network","time":0.7}"#,
        #"{"event":"image","title":"Tea","reason":"a.example: HTTP 404","time":0.8}"#,
        #"{"event":"order","order":1,"title":"Tea","state":"waiting","time":1.25}"#,
        #"{"event":"toast","order":1,"kind":"placed","text":"Ordering: Tea","time":1.2}"#,
        #"{"event":"order","order":1,"title":"Tea","state":"sending","time":1.25}"#,
        #"{"event":"order","order":1,"title":"Tea","state":"refused","reason":"service: HTTP 404","time":1.25}"#,
        #"{"event":"toast","order":1,"kind":"refused","text":"Not ordered: Tea. service: HTTP 404","time":2}"#,
      ])
    #expect(
      events.map(TextPrinter().line) == [
        "  0.030  banner       No connection (red)",
        "  0.700  image        Tea: 35 bytes from network",
        "  0.800  image        Tea: none: a.example: HTTP 404",
        "  1.250  order 1      Tea: waiting",
        "  1.200  toast        Ordering: Tea",
        "  1.250  order 1      Tea: sending",
        "  1.250  order 1      Tea: refused: service: HTTP 404",
        "  2.000  toast        Not ordered: Tea. service: HTTP 404",
      ])
    withExtendedLifetime(bag) {}
  }
}

private struct Refusing: OrderService {
  func order(_ text: String) async -> OrderAnswer { .refused(ServiceError(.refused(status: 404))) }
}
