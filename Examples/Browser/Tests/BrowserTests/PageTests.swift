import Foundation
import Reactive
import Testing
import ViewModels

@testable import Browser

struct Item: Identifiable, Equatable, Sendable { let id: Int }

/// A screen of two empty sections, in virtual time.
@MainActor
struct World {
  let time = VirtualTimeScheduler()
  let list = PagedList<String, Item>(sections: ["a", "b"]) { _, page in
    Page(items: [], number: page.number, isLast: true)
  }
  let screen: Screen<PagedList<String, Item>>

  init() {
    screen = Screen(list, traffic: Traffic(), scheduler: time, title: { $0 }) { item in
      Row(key: "\(item.id)", title: "item \(item.id)", detail: "")
    }
  }

  /// A page that says that it listens.
  func page() async -> PageView {
    let page = screen.connect()
    #expect(ask("ready", ["page": "\(page.id)"]))
    await list.settled()
    return page
  }

  func ask(_ command: String, _ arguments: [String: String]) -> Bool { screen.carryOut(command) { arguments[$0] } }

  func insert(_ id: Int, in section: String = "a") { list.edit { $0.append([Item(id: id)], to: section) } }

  func end(_ page: PageView, change: Int) { #expect(ask("end", ["page": "\(page.id)", "change": "\(change)"])) }

  var count: Int { list.numberOfItems(in: "a") }
}

/// What a page has been sent, once it has been let go of.
@MainActor
private func sent(to page: PageView) async throws -> [(name: String, data: [String: Any])] {
  page.letGo()
  var events: [(String, [String: Any])] = []
  for await bytes in page.events {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let data = try JSONSerialization.jsonObject(with: Data(lines[1].dropFirst("data: ".count).utf8))
    events.append((String(lines[0].dropFirst("event: ".count)), try #require(data as? [String: Any])))
  }
  return events
}

@MainActor
@Suite("A page and the gate", .timeLimit(.minutes(10)))
struct PageTests {
  @Test("the next change begins when the page says that the animation is over, and at once then")
  func ends() async {
    let world = World()
    let page = await world.page()
    world.insert(1)
    world.insert(2)
    #expect(world.count == 1)
    world.end(page, change: 2)  // not the one that runs
    #expect(world.count == 1)
    world.end(page, change: 1)
    #expect(world.count == 2)
    world.end(page, change: 2)
    #expect(world.list.gate.isIdle)
    world.time.run()
    #expect(!page.isAnimating)
    world.insert(3)
    #expect(page.isAnimating)  // its deadlines were called off: it is still there
  }

  @Test("a page that does not answer in 3 seconds is let go of, not before, and nothing waits for it again")
  func silent() async {
    let world = World()
    let silent = await world.page()
    let lively = await world.page()
    world.insert(1)
    world.insert(2)
    world.end(lively, change: 1)
    world.time.advance(by: .milliseconds(2_999))
    #expect(world.count == 1)
    world.time.advance(by: .milliseconds(1))
    #expect(world.count == 2)
    #expect(!silent.isAnimating && lively.isAnimating)
    world.end(lively, change: 2)
    #expect(world.list.gate.isIdle)
  }

  @Test("a page that is closed in an animation lets the gate go on", arguments: [true, false])
  func closed(saysSo: Bool) async {
    let world = World()
    let page = await world.page()
    let connection = Task { for await _ in page.events {} }
    world.insert(1)
    #expect(!world.list.gate.isIdle)
    if saysSo { #expect(world.ask("bye", ["page": "\(page.id)"])) } else { connection.cancel() }
    await world.list.idle()
    #expect(world.list.gate.isIdle)
  }

  @Test("nothing waits for a page that has not said that it listens")
  func unheard() async {
    let world = World()
    let page = world.screen.connect()
    world.insert(1)
    #expect(world.list.gate.isIdle && !page.isAnimating)
  }

  @Test("a page that reads nothing is let go of when too much waits for it")
  func full() async throws {
    let world = World()
    let page = await world.page()
    for _ in 0...PageView.longestQueue { page.send(Status(section: 0, text: "", hasFailed: false)) }
    await Task { @MainActor in }.value
    world.insert(1)
    #expect(world.list.gate.isIdle)
    #expect(try await sent(to: page).count == PageView.longestQueue)
  }

  @Test("a page hears everything first, then each change with the counts of its turn")
  func gateOn() async throws {
    let world = World()
    let page = await world.page()
    world.insert(1)
    world.insert(2, in: "b")
    world.end(page, change: 1)
    world.end(page, change: 2)
    let events = try await sent(to: page)
    #expect(events.prefix(2).map(\.name) == ["hello", "reload"])
    let updates = events.filter { $0.name == "update" }.map(\.data)
    #expect(updates.map { $0["counts"] as? [Int] } == [[1, 0], [1, 1]])
    #expect(updates.map { $0["text"] as? String } == ["batch: insert 0-0", "batch: insert 1-0"])
  }

  @Test("without the gate a page is told late, and the counts are those of later changes")
  func gateOff() async throws {
    let world = World()
    let page = await world.page()
    #expect(world.ask("turn", ["gate": "0"]))
    world.insert(1)
    world.insert(2, in: "b")
    #expect(world.list.gate.isIdle)
    world.time.advance(by: NextFrame.delay)
    let updates = try await sent(to: page).filter { $0.name == "update" }.map(\.data)
    #expect(updates.first?["text"] as? String == "batch: insert 0-0")
    #expect(updates.first?["counts"] as? [Int] == [1, 1])
  }

  @Test("what is asked for and makes no sense is nothing")
  func nonsense() async {
    let world = World()
    for arguments in [[:], ["section": "7", "item": "1", "key": "x"], ["page": "9", "change": "x", "latency": "-1"]] {
      for command in ["ready", "end", "bye", "shown", "more", "refresh", "retry", "sort", "delete", "turn"] {
        #expect(world.ask(command, arguments))
      }
    }
    #expect(!world.ask("format", [:]))
    await world.list.settled()
  }
}
