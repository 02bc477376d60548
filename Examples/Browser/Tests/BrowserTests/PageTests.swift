import FlyingFox
import Foundation
import Reactive
import Testing
import ViewModels

@testable import Browser

/// A page whose connection is in virtual time, and whose service answers at once.
@MainActor
struct World {
  let time = VirtualTimeScheduler()
  let session: Session

  init() { session = Session(scheduler: time) }

  /// A page that listens, and whose list holds its first pages. Animations take no time.
  static func ready() async throws -> (World, YourTurn) {
    let world = World()
    world.session.carryOut(.ready)
    world.session.begin(try await Service.sample.value)
    let yours = try #require(world.session.yours)
    world.session.carryOut(.turn(latency: 0, failures: 0, animation: 0))
    await yours.films.settled()
    #expect(yours.films.numberOfItems(in: 0) >= 20)
    return (world, yours)
  }

  /// What the page has been told, once it has been let go of.
  func told() async throws -> [[String: Any]] {
    session.letGo()
    var messages: [[String: Any]] = []
    for await case .text(let text) in session.messages {
      messages.append(try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]))
    }
    return messages
  }
}

extension YourTurn {
  var shown: [Film] { Array(films.items(in: 0)) }
  var titles: [String] { shown.map(\.title) }
}

@MainActor
@Suite("A page and its connection", .timeLimit(.minutes(10)))
struct PageTests {
  @Test("a page that does not say that it listens is let go of after 10 seconds, and no sooner")
  func unready() {
    let world = World()
    world.time.advance(by: Session.patience - .milliseconds(1))
    #expect(!world.session.isGone)
    world.time.advance(by: .milliseconds(1))
    #expect(world.session.isGone)
  }

  @Test("a page that listens stays")
  func listening() async throws {
    let (world, _) = try await World.ready()
    world.time.advance(by: .seconds(60))
    #expect(!world.session.isGone)
  }

  @Test("a page that has gone before it listened gets no list")
  func gone() {
    let world = World()
    world.session.letGo()
    world.session.carryOut(.ready)
    #expect(world.session.yours == nil)
  }

  @Test("the next change begins when the page says that the animation is over, and not when it names another one")
  func ends() async throws {
    let (world, yours) = try await World.ready()
    yours.phone.animation = 300
    let film = yours.shown[0]
    yours.films.edit { $0.remove([film.id], from: 0) }
    yours.films.edit { $0.append([film], to: 0) }
    #expect(yours.shown.last != film)
    let number = try #require(try await lastUpdate(of: world, keeping: yours))
    world.session.carryOut(.end(phone: .yours, change: number - 1))
    world.session.carryOut(.end(phone: .left, change: number))
    #expect(yours.shown.last != film)
    world.session.carryOut(.end(phone: .yours, change: number))
    #expect(yours.shown.last == film)
  }

  /// The number of the change whose animation runs.
  private func lastUpdate(of world: World, keeping yours: YourTurn) async throws -> Int? {
    (1...1_000).first { number in
      Mirror(reflecting: yours.phone).children.contains { $0.label == "lastChange" && $0.value as? Int == number }
    }
  }

  @Test("a page that does not answer in 5 seconds is let go of, and nothing waits for it again")
  func silent() async throws {
    let (world, yours) = try await World.ready()
    yours.phone.animation = 300
    for film in yours.shown.prefix(2) { yours.films.edit { $0.remove([film.id], from: 0) } }
    #expect(yours.films.gate.waiting == 1)
    world.time.advance(by: Phone.patience - .milliseconds(1))
    #expect(!world.session.isGone && yours.films.gate.waiting == 1)
    world.time.advance(by: .milliseconds(1))
    #expect(world.session.isGone)
    await yours.films.idle()
    #expect(yours.films.gate.isIdle)
  }

  @Test("a page that is closed in an animation lets the gate go on")
  func closed() async throws {
    let (world, yours) = try await World.ready()
    yours.phone.animation = 300
    let connection = Task { for await _ in world.session.messages {} }
    yours.films.edit { $0.remove([$0.items(in: 0)[0].id], from: 0) }
    #expect(!yours.films.gate.isIdle)
    connection.cancel()
    await yours.films.idle()
    #expect(yours.films.gate.isIdle)
  }

  @Test("a page that reads nothing is let go of when too much waits for it")
  func full() async throws {
    let (world, yours) = try await World.ready()
    for _ in 0...Session.longestQueue { world.session.send(.pause) }
    await Task { @MainActor in }.value
    #expect(world.session.isGone)
    #expect(try await world.told().count == Session.longestQueue)
    #expect(yours.films.gate.isIdle)
  }

  @Test("a page hears everything first, then each change with the counts of its turn")
  func heard() async throws {
    let (world, yours) = try await World.ready()
    let count = yours.shown.count
    for film in yours.shown.prefix(2) { yours.films.edit { $0.remove([film.id], from: 0) } }
    let told = try await world.told()
    #expect(told.first { $0["reload"] != nil || $0["update"] != nil }?["reload"] != nil)
    let updates = told.compactMap { $0["update"] as? [String: Any] }.suffix(2)
    #expect(updates.map { ($0["counts"] as? [Int])?.first } == [count - 1, count - 2])
    #expect(updates.map { $0["deletes"] as? [[Int]] } == [[[0, 0]], [[0, 0]]])
  }

  @Test("what makes no sense is nothing")
  func nonsense() async throws {
    let (world, yours) = try await World.ready()
    let before = yours.shown
    for number in [-1, 2, 99, Int.max] {
      for command: Command in [
        .shown(section: number, item: 0),
        .retry(section: number), .delete(section: number, key: before[0].id),
        .delete(section: 0, key: -number), .undo(key: number), .favourite(section: number, key: 0),
        .drop(section: number, from: 0, to: 1), .drop(section: 0, from: -number, to: 1),
        .end(phone: .yours, change: number),
        .drop(section: 0, from: 0, to: number == 2 ? 999 : number), .arrange(show: "x", order: "y"),
        .turn(latency: -1, failures: number, animation: number),
        .ready,
      ] { world.session.carryOut(command) }
    }
    await yours.films.settled()
    #expect(yours.shown == before)
    for item in [-1, 999, Int.max, -Int.max] { world.session.carryOut(.shown(section: 0, item: item)) }
    await yours.films.settled()
    #expect(before.allSatisfy(yours.shown.contains))  // as if at an end: pages come in beside it
    for text in ["", "{}", #"{"delete":{}}"#, #"{"format":{}}"#, #"{"run":{"seed":-1}}"#] {
      #expect(throws: (any Error).self) { try JSONDecoder().decode(Command.self, from: Data(text.utf8)) }
    }
  }
}

@MainActor
@Suite("What a visitor does", .timeLimit(.minutes(10)))
struct YourTurnTests {
  @Test(
    "a deletion that is undone is as if it had never been made, a refresh between the two or not",
    arguments: [false, true])
  func undo(refreshes: Bool) async throws {
    let (world, yours) = try await World.ready()
    let film = yours.shown[3]
    world.session.carryOut(.delete(section: 0, key: film.id))
    #expect(!yours.shown.contains(film))
    if refreshes {
      _ = await yours.films.refresh(0, at: PageKey(number: 4), joiningOn: true).summary
      #expect(!yours.shown.contains(film))
    }
    world.session.carryOut(.undo(key: film.id))
    await yours.films.settled()
    #expect(yours.shown.contains(film))
  }

  @Test("a favourite that is refused is none again, and the page is told why")
  func refused() async throws {
    let (world, yours) = try await World.ready()
    let film = yours.shown[0]
    world.session.carryOut(.turn(latency: 0, failures: 100, animation: 0))
    world.session.carryOut(.favourite(section: 0, key: film.id))
    #expect(yours.shown[0].isFavourite)
    await yours.films.settled()
    #expect(!yours.shown[0].isFavourite)
    let toasts = try await world.told().compactMap { ($0["toast"] as? [String: Any])?["text"] as? String }
    #expect(toasts == ["“\(film.title)” is as it was: the connection was lost."])
  }

  @Test("a favourite is one for the service, too")
  func favourite() async throws {
    let (world, yours) = try await World.ready()
    world.session.carryOut(.favourite(section: 0, key: yours.shown[0].id))
    await yours.films.settled()
    let page = try await yours.service.page(PageKey(number: 4), of: 0)
    #expect(page.items.first { $0.id == yours.shown.first { $0.isFavourite }?.id }?.isFavourite == true)
  }

  @Test("a drag pauses the gate; the drop moves the item, for the service, too")
  func drag() async throws {
    let (world, yours) = try await World.ready()
    let titles = yours.titles
    world.session.carryOut(.drag)
    let last = yours.shown[5]
    yours.films.edit { $0.remove([last.id], from: 0) }
    #expect(yours.titles == titles)
    world.session.carryOut(.drop(section: 0, from: 0, to: 2))
    await yours.films.settled()
    #expect(yours.titles == [titles[1], titles[2], titles[0]] + titles[3...4] + titles[6...])
    let page = try await yours.service.page(PageKey(number: 4), of: 0)
    #expect(page.items.prefix(3).map(\.title) == [titles[1], titles[2], titles[0]])
  }

  @Test("a refresh brings what is new, and leaves what is held")
  func refresh() async throws {
    let (world, yours) = try await World.ready()
    let titles = yours.titles
    world.session.carryOut(.refresh)
    await yours.films.settled()
    #expect(yours.titles.count == titles.count + 1 && Array(yours.titles.dropFirst()) == titles)
  }

  @Test("a filter and an order hold for pages that come in")
  func arrange() async throws {
    let (world, yours) = try await World.ready()
    world.session.carryOut(.arrange(show: "good", order: "title"))
    yours.films.loadNextPage(in: 0)
    await yours.films.settled()
    #expect(yours.shown.allSatisfy { $0.rating >= 7 } && yours.titles == yours.titles.sorted())
    world.session.carryOut(.arrange(show: "", order: ""))
    #expect(yours.shown.count > 20)
  }
}
