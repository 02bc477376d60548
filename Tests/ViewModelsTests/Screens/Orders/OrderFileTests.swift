import Foundation
import ListViewModelsServer
import ListViewModelsTestSupport
import Reactive
import Synchronization
import Testing

@testable import ListEngine
@testable import ViewModels

@MainActor
@Suite("Orders in a file", .serialized, .timeLimit(.minutes(10)))
struct OrderFileTests {
  private let folder: TemporaryFolder
  private var url: URL { folder.url.appendingPathComponent("orders.json") }
  private static let unknown = Order.State.unknown(ServiceError(.connectionLost(.processEnded)))

  init() throws { folder = try TemporaryFolder() }

  private func orders(_ service: any OrderService, _ files: WholeFile = WholeFile()) -> OrdersViewModel {
    OrdersViewModel(service, OrderFile(url, files: files), .zero)
  }

  private func write(_ states: [Order.State], version: Int = 1) throws {
    let orders = states.enumerated().map { Order(id: $0 + 1, title: "\($0 + 1)", text: "text \($0 + 1)", state: $1) }
    let content = OrderFile.Content(version: version, lastID: states.count, orders: orders)
    try JSONEncoder().encode(content).write(to: url)
  }

  private func kept() throws -> [String] {
    try JSONDecoder().decode(OrderFile.Content.self, from: Data(contentsOf: url)).orders.map { "\($0.state)" }
  }

  // MARK: - The next process

  @Test("those that waited are sent in order, one that was under way is unknown and says so, numbers go on")
  func restart() async throws {
    let refused = Order.State.refused(ServiceError(.refused(status: 404, reason: "no_team"), host: "hooks.slack.com"))
    try write([.sent, .sending, .waiting(after: ServiceError(.unreachable(.offline))), refused, .waiting(after: nil)])
    let service = Till()
    let orders = orders(service)
    let toasts = Log<String>()
    let token = orders.toasts.sink { toasts.add($0.text) }
    let new = orders.place("new", text: "text 6")
    #expect(new.id == 6)
    await orders.settled()
    #expect(service.texts.entries == ["text 3", "text 5", "text 6"])
    #expect(orders.orders.map(\.state) == [.sent, Self.unknown, .sent, refused, .sent, .sent])
    #expect(
      toasts.entries.filter { !$0.hasPrefix("Order") } == [
        "Perhaps ordered: 2. Ask before you order again. service: the connection broke: this app was closed before there "
          + "was an answer"
      ])
    #expect(try kept() == orders.orders.map { "\($0.state)" } && orders.problems.isEmpty)
    token.cancel()
  }

  @Test("one that was under way and is placed again at once is not said to be unknown afterwards")
  func placedAgain() async throws {
    try write([.sending])
    let orders = orders(Till())
    let states = Log<String>()
    let token = orders.orderStates.sink { states.add("\($0.state)") }
    orders.placeAgain(1)
    await orders.settled()
    #expect(states.entries == [.waiting(after: nil), .sending, .sent].map { (state: Order.State) in "\(state)" })
    token.cancel()
  }

  @Test("it belongs to its owner alone, and holds neither web hook nor anything that Slack quotes of it")
  func secrets() async throws {
    let server = try LoopbackServer { request in Answer("no such hook: \(request.path)", status: 404) }
    defer { server.stop() }
    let service = SlackOrderService(try WebHook(server.address + "/s3cret")) { URLSessionClient.timeless() }
    let orders = OrdersViewModel(service: service, file: url, pause: .zero)
    orders.place("Soup", text: "Soup")
    await orders.settled()
    #expect(try !String(contentsOf: url, encoding: .utf8).contains("s3cret"))
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(folder.names == ["orders.json", "orders.json.lock"])
  }

  @Test("an order is in the file as being sent before the service hears of it, and as sent afterwards")
  func order() async throws {
    let heard = Log<[String]>()
    let service = Till { [url] _ in
      let content = try? JSONDecoder().decode(OrderFile.Content.self, from: Data(contentsOf: url))
      heard.add(content?.orders.map { "\($0.state)" } ?? [])
    }
    let orders = orders(service)
    for title in ["a", "b"] { orders.place(title, text: title) }
    await orders.settled()
    let waiting = "\(Order.State.waiting(after: nil))"
    #expect(heard.entries == [["sending", waiting], ["sent", "sending"]])
    #expect(try kept() == ["sent", "sent"])
  }

  @Test("once it says that it has saved, the file has what was placed, whatever becomes of it")
  func saved() async throws {
    let orders = orders(Till())
    orders.place("a", text: "a")
    #expect(await orders.save())
    #expect(try kept().count == 1)
    await orders.settled()
    #expect(await OrdersViewModel(service: Till()).save() == false)
  }

  // MARK: - What is in the way

  @Test("a file of another view model, or of another process, is left alone; orders are then kept in memory")
  func inUse() async throws {
    try write([.waiting(after: nil)])
    let (first, second) = (Till(), Till())
    let owner = orders(first)
    let other = orders(second)
    #expect(other.problems == [.disk(.inUse)] && other.orders.isEmpty)
    other.place("b", text: "b")
    #expect(await other.save() == false)
    await other.settled()
    let path = url.path
    await #expect(processExitsWith: .success) { @MainActor [path = path as String] in
      let other = OrdersViewModel(Till(), OrderFile(URL(fileURLWithPath: path)), .zero)
      #expect(other.problems == [.disk(.inUse)] && other.orders.isEmpty)
    }
    await owner.settled()
    #expect(first.texts.entries == ["text 1"] && second.texts.entries == ["b"])
    #expect(try kept() == ["sent"])
    #expect("\(other.problems[0])" == "orders are kept in memory only: another process uses it")
  }

  @Test(
    "what can't be read is put aside under a name that is free, and not deleted",
    arguments: ["", "{", "[]", #"{"version":2,"lastID":0,"orders":[]}"#, "twice", "ids", "last", "negative", "sparse"])
  func unreadable(text: String) async throws {
    switch text {
    case "twice":
      let order = #"{"id":1,"title":"","text":"","state":{"sent":{}}}"#
      try Data(#"{"version":1,"lastID":1,"orders":[\#(order),\#(order)]}"#.utf8).write(to: url)
    case "ids":
      try Data(#"{"version":1,"lastID":1,"orders":[{"id":2,"title":"","text":"","state":{"sent":{}}}]}"#.utf8)
        .write(to: url)
    case "last": try Data(#"{"version":1,"lastID":\#(Int.max - 1),"orders":[]}"#.utf8).write(to: url)
    case "negative": try Data(#"{"version":1,"lastID":-1,"orders":[]}"#.utf8).write(to: url)
    default: try Data(text.utf8).write(to: url)
    }
    let before = try Data(contentsOf: url)
    if text == "sparse" { truncate(url.path, 1 << 40) }
    try Data("older".utf8).write(to: folder.url.appendingPathComponent("orders.json.unreadable-1"))
    let orders = orders(Till())
    #expect(orders.problems == [.unreadable(putAsideAs: "orders.json.unreadable-2")])
    #expect(
      "\(orders.problems[0])" == "the file of orders cannot be read, and is now called orders.json.unreadable-2")
    orders.place("a", text: "a")
    await orders.settled()
    #expect(try kept() == ["sent"])
    let aside = folder.url.appendingPathComponent("orders.json.unreadable-2")
    #expect(try FileHandle(forReadingFrom: aside).read(upToCount: before.count) ?? Data() == before)
    #expect(folder.names.count == 4)
  }

  @Test("a pipe, a link and a folder in its place are no files of orders", arguments: ["pipe", "link", "folder"])
  func noFile(kind: String) async throws {
    switch kind {
    case "pipe": mkfifo(url.path, 0o600)
    case "link": symlink("/etc/hostname", url.path)
    default: mkdir(url.path, 0o700)
    }
    let service = Till()
    let orders = orders(service)
    #expect(orders.problems.count == 1)
    orders.place("a", text: "a")
    await orders.settled()
    #expect(service.texts.entries == ["a"])
  }

  @Test("on a full disk what the file has as waiting waits, what it doesn't know is sent, and nothing is sent twice")
  func full() async throws {
    try write([.waiting(after: nil)])
    let isFull = Atomic(true)
    let service = Till()
    let clock = TestClock()
    let files = WholeFile { file, bytes in
      guard isFull.load(ordering: .relaxed) else { return Foundation.write(file, bytes.baseAddress, bytes.count) }
      errno = ENOSPC
      return -1
    }
    let orders = OrdersViewModel(service, OrderFile(url, files: files), .zero, RetryPolicy(), clock)
    await clock.sleeper(until: .seconds(10))
    #expect(orders.problems == [.disk(.full)] && service.texts.entries.isEmpty)
    #expect(await orders.save() == false)
    #expect(orders.orders.map(\.state) == [.waiting(after: nil)])
    isFull.store(false, ordering: .relaxed)
    clock.advance(by: .seconds(10))
    await orders.settled()
    isFull.store(true, ordering: .relaxed)
    orders.place("b", text: "b")
    await orders.settled()
    #expect(service.texts.entries == ["text 1", "b"])
    #expect(orders.orders.map(\.state) == [.sent, .sent])
    #expect(try kept() == ["sent"])
    #expect(folder.names == ["orders.json", "orders.json.lock"])
  }

  @Test("an order that waits for the disk keeps no other from being sent, however long it waits")
  func waitingForTheDisk() async throws {
    try write([.waiting(after: nil)])
    let (service, clock) = (Till(), TestClock())
    let files = WholeFile { _, _ in
      errno = ENOSPC
      return -1
    }
    let orders = OrdersViewModel(service, OrderFile(url, files: files), .zero, RetryPolicy(), clock)
    await clock.sleeper(until: .seconds(10))
    orders.place("b", text: "b")
    await clock.sleeper(until: .seconds(10))
    clock.advance(by: .seconds(10))
    await clock.sleeper(until: .seconds(20))
    #expect(service.texts.entries == ["b"])
    #expect(orders.orders.map(\.state) == [.waiting(after: nil), .sent])
  }

  @Test("a file that can't be opened for now is not put aside: what it holds stays in it")
  func notOpened() async throws {
    try write([.waiting(after: nil)])
    let path = url.path
    await #expect(processExitsWith: .success) { @MainActor [path = path as String] in
      var found: (content: OrderFile.Content?, problem: OrderFileProblem?)
      // Again, if something else in this process gives a descriptor back meanwhile.
      for _ in 1...100 where found.problem == nil {
        found = withOneDescriptorMore { OrderFile(URL(fileURLWithPath: path)).open() }  // for the claim
      }
      #expect(found.problem == .disk(.failing(code: EMFILE)) && found.content == nil)
    }
    // Without the file of the claim, if something else in that process has taken the last descriptor.
    #expect(folder.names.filter { $0 != "orders.json.lock" } == ["orders.json"])
    #expect(try kept().count == 1)
  }

  @Test(
    "what the file may have as waiting, since its name could not be kept, is not sent before it has it as being sent")
  func nameNotKept() async throws {
    let isAway = Atomic(false)
    let (service, clock) = (Till(), TestClock())
    let (home, away) = (folder.url.appendingPathComponent("home"), folder.url.appendingPathComponent("away"))
    // Between the renaming and the flush of the name the folder goes: a link that leads to itself is in its place.
    var files = WholeFile()
    files.didStep = { step in
      guard step == .renamed, !isAway.exchange(true, ordering: .relaxed) else { return }
      rename(home.path, away.path)
      symlink(home.path, home.path)
    }
    let orders = OrdersViewModel(
      service, OrderFile(home.appendingPathComponent("orders.json"), files: files), .zero, RetryPolicy(), clock)
    orders.place("a", text: "a")
    #expect(await orders.save() == false)
    await clock.sleeper(until: .seconds(10))
    #expect(service.texts.entries.isEmpty && orders.orders.map(\.state) == [.waiting(after: nil)])
    unlink(home.path)
    rename(away.path, home.path)
    clock.advance(by: .seconds(10))
    await orders.settled()
    #expect(service.texts.entries == ["a"])
  }
}

/// Leaves this process one more descriptor, for as long as a body runs: libdispatch ends a process whose new threads find none.
private func withOneDescriptorMore<Result>(_ body: () -> Result) -> Result {
  #if canImport(Darwin)
    let resource: Int32 = 8  // RLIMIT_NOFILE, which is of another type elsewhere
  #else
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #endif
  let next = open("/dev/null", O_RDONLY)
  close(next)
  var usual = rlimit()
  getrlimit(resource, &usual)
  var limit = usual
  limit.rlim_cur = rlim_t(next + 1)
  setrlimit(resource, &limit)
  defer { setrlimit(resource, &usual) }
  return body()
}
