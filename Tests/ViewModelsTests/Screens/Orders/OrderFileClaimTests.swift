import Foundation
import ListViewModelsTestSupport
import Reactive
import Synchronization
import Testing

@testable import ListEngine
@testable import ViewModels

@MainActor
@Suite("A file of orders that is removed, moved or taken over", .serialized, .timeLimit(.minutes(10)))
struct OrderFileClaimTests {
  private let folder: TemporaryFolder
  private var url: URL { folder.url.appendingPathComponent("orders.json") }

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "a view model whose claim has been removed leaves the file to the one that has it now",
    arguments: ["lock", "folder"])
  func claimLost(removed: String) async throws {
    let url = folder.url.appendingPathComponent("a/orders.json")
    let (first, second) = (Till(), Till())
    let owner = OrdersViewModel(first, OrderFile(url), .zero)
    owner.place("a", text: "a")
    await owner.settled()
    try FileManager.default.removeItem(
      at: removed == "lock" ? URL(fileURLWithPath: url.path + ".lock") : url.deletingLastPathComponent())
    let other = OrdersViewModel(second, OrderFile(url), .zero)
    other.place("b", text: "b")
    await other.settled()
    #expect(await other.save())
    let before = try Data(contentsOf: url)
    owner.place("c", text: "c")
    await owner.settled()
    #expect(owner.problems == [.disk(.inUse)] && other.problems.isEmpty)
    #expect(try Data(contentsOf: url) == before)
    #expect(first.texts.entries == ["a", "c"] && second.texts.entries == ["b"])
  }

  @Test(
    "what another process has written since the claim was removed stays, also when that one has ended",
    arguments: ["lock", "folder"])
  func claimLostForAWhile(removed: String) async throws {
    func content(_ state: Order.State) -> OrderFile.Content {
      OrderFile.Content(lastID: 1, orders: [Order(id: 1, title: "1", text: "text 1", state: state)])
    }
    let file = OrderFile(url)
    #expect(file.open().problem == nil)
    // As long as the file is as it was, the claim is taken again.
    let late = ServiceError(
      .refused(status: 429, reason: "a\u{301}\n", retryAfter: .milliseconds(1_500)), host: "api.example")
    for state in [Order.State.waiting(after: late), .waiting(after: nil)] {
      #expect(await file.keep(content(state)).isWritten)
      try FileManager.default.removeItem(at: URL(fileURLWithPath: url.path + ".lock"))
    }
    #expect(await file.keep(content(.waiting(after: nil))).isWritten)
    try FileManager.default.removeItem(at: removed == "lock" ? URL(fileURLWithPath: url.path + ".lock") : folder.url)
    // It has found the order, or another one has been placed, and that was sent.
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try JSONEncoder().encode(content(.sent)).write(to: url)
    let before = try Data(contentsOf: url)
    for _ in 1...2 {
      let outcome = await file.keep(content(.sending), sending: 1)
      #expect(!outcome.isWritten && !outcome.maySend && outcome.problem == .disk(.inUse))
    }
    #expect(try Data(contentsOf: url) == before)
  }

  @Test("an older file that comes back in the place of the newer one stays as it is")
  func folderComesBack() async throws {
    func content(_ id: Order.ID) -> OrderFile.Content {
      OrderFile.Content(lastID: id, orders: [Order(id: id, title: "", text: "", state: .waiting(after: nil))])
    }
    let (home, away) = (folder.url.appendingPathComponent("home"), folder.url.appendingPathComponent("away"))
    let url = home.appendingPathComponent("orders.json")
    let file = OrderFile(url)
    #expect(file.open().problem == nil)
    #expect(await file.keep(content(1)).isWritten)
    let before = try Data(contentsOf: url)
    try FileManager.default.moveItem(at: home, to: away)
    #expect(await file.keep(content(2)).isWritten)
    try FileManager.default.removeItem(at: home)
    try FileManager.default.moveItem(at: away, to: home)
    #expect(await file.keep(content(3)).problem == .disk(.inUse))
    #expect(try Data(contentsOf: url) == before)
  }

  @Test("orders go on when their folder has been deleted, and are kept in a new one")
  func folderDeleted() async throws {
    let url = folder.url.appendingPathComponent("a/orders.json")
    let service = Till()
    let orders = OrdersViewModel(service, OrderFile(url), .zero)
    orders.place("a", text: "a")
    await orders.settled()
    try FileManager.default.removeItem(at: url.deletingLastPathComponent())
    orders.place("b", text: "b")
    await orders.settled()
    #expect(service.texts.entries == ["a", "b"] && orders.problems.isEmpty)
    #expect(await orders.save())
  }

  @Test("what a file has as waiting is not sent while its folder is away, since it may come back")
  func folderAway() async throws {
    let isAway = Atomic(false)
    let (first, second, clock) = (Till(), Till(), TestClock())
    let (home, away) = (folder.url.appendingPathComponent("home"), folder.url.appendingPathComponent("away"))
    let url = home.appendingPathComponent("orders.json")
    // After the first write the folder is no longer there and can't be created, as that of a volume that has been taken out.
    var files = WholeFile()
    files.didStep = { step in
      guard step == .kept, !isAway.exchange(true, ordering: .relaxed) else { return }
      rename(home.path, away.path)
      close(creat(home.path, 0o600))
    }
    let orders = OrdersViewModel(first, OrderFile(url, files: files), .zero, RetryPolicy(), clock)
    orders.place("a", text: "a")
    #expect(await orders.save())
    await clock.sleeper(until: .seconds(10))
    #expect(first.texts.entries.isEmpty && orders.problems == [.disk(.folderMissing)])
    unlink(home.path)
    rename(away.path, home.path)
    clock.advance(by: .seconds(10))
    await orders.settled()
    #expect(first.texts.entries == ["a"])
    // What the next process finds.
    let found = folder.url.appendingPathComponent("found.json")
    try FileManager.default.copyItem(at: url, to: found)
    let next = OrdersViewModel(second, OrderFile(found), .zero)
    await next.settled()
    #expect(second.texts.entries.isEmpty)
  }
}

extension OrderFile {
  fileprivate func keep(_ content: Content, sending order: Order.ID? = nil) async -> Outcome {
    await withCheckedContinuation { continuation in
      keep(content, sending: order) { continuation.resume(returning: $0) }
    }
  }
}
