import Foundation
import Testing

@testable import ViewModels

@Suite("Images on their way", .timeLimit(.minutes(1)))
struct ImageLoadsTests {
  private typealias Flights = ImageLoads<String>

  @Test("1,000 who want one image cost one look at the disk and one download, and are answered in their order")
  func oneForAll() {
    var flights = Flights(places: 4)
    var actions: [Flights.Action] = []
    for ticket in 0..<500 {
      actions += flights.join(ticket, "\(ticket)", for: Picture.url(1), isPrefetch: false).actions
    }
    #expect(actions.map(\.text) == ["look up 1"])
    actions = flights.notOnDisk(1)
    for ticket in 500..<1_000 {
      actions += flights.join(ticket, "\(ticket)", for: Picture.url(1), isPrefetch: false).actions
    }
    #expect(actions.map(\.text) == ["download 1"])
    let answers = (0..<1_000).map(String.init).joined(separator: " ")
    #expect(flights.downloaded(1, Data()).map(\.text) == ["answer \(answers)", "keep 1"])
    #expect(flights.kept(1).isEmpty)
    #expect(!flights.contains(1))
  }

  @Test("one who leaves takes nobody along; when the last one leaves the download is given up and its place free")
  func leaving() {
    var flights = Flights(places: 1)
    _ = flights.join(1, "a", for: Picture.url(1), isPrefetch: false)
    _ = flights.join(2, "b", for: Picture.url(1), isPrefetch: false)
    _ = flights.join(3, "c", for: Picture.url(2), isPrefetch: false)
    _ = flights.notOnDisk(1)
    #expect(flights.notOnDisk(2).isEmpty)
    let first = flights.leave(1)
    #expect(first.waiter == "a")
    #expect(first.actions.isEmpty)
    let last = flights.leave(2)
    #expect(last.waiter == "b")
    #expect(last.actions.map(\.text) == ["give up 1", "download 2"])
    #expect(flights.leave(2).waiter == nil)
  }

  @Test("an answer to a download that was given up reaches nobody, and a new one is begun")
  func late() {
    var flights = Flights(places: 1)
    _ = flights.join(1, "a", for: Picture.url(1), isPrefetch: false)
    _ = flights.notOnDisk(1)
    _ = flights.leave(1)
    #expect(flights.join(2, "b", for: Picture.url(1), isPrefetch: false).actions.map(\.text) == ["look up 2"])
    #expect(flights.downloaded(1, Data()).isEmpty)
    #expect(flights.failed(1, CancellationError()).isEmpty)
    #expect(flights.notOnDisk(1).isEmpty)
    #expect(flights.notOnDisk(2).map(\.text) == ["download 2"])
  }

  @Test("an image that is being written to disk is handed out at once")
  func keeping() {
    var flights = Flights(places: 1)
    _ = flights.join(1, "a", for: Picture.url(1), isPrefetch: false)
    _ = flights.notOnDisk(1)
    _ = flights.downloaded(1, Data([7]))
    let joined = flights.join(2, "b", for: Picture.url(1), isPrefetch: false)
    #expect(joined.image == Data([7]))
    #expect(joined.actions.isEmpty)
  }

  @Test("what is visible goes before what is fetched ahead, which leaves half of the places alone")
  func priorities() {
    var flights = Flights(places: 4)
    var actions: [Flights.Action] = []
    for number in 1...5 {
      _ = flights.join(number, "", for: Picture.url(number), isPrefetch: true)
      actions += flights.notOnDisk(number)
    }
    #expect(actions.map(\.text) == ["download 1", "download 2"])
    // The last one of them is wanted now.
    #expect(flights.join(6, "", for: Picture.url(5), isPrefetch: false).actions.map(\.text) == ["download 5"])
    _ = flights.join(7, "", for: Picture.url(7), isPrefetch: false)
    _ = flights.join(8, "", for: Picture.url(8), isPrefetch: false)
    #expect(flights.notOnDisk(6).map(\.text) == ["download 6"])
    #expect(flights.notOnDisk(7).isEmpty)
    #expect(flights.failed(1, CancellationError()).map(\.text) == ["answer ", "download 7"])
    #expect(flights.failed(2, CancellationError()).map(\.text) == ["answer ", "download 3"])
  }

  @Test("fetching ahead waits for a disk that cannot follow; what is visible does not")
  func slowDisk() {
    var flights = Flights(places: 4)
    for number in 1...40 {
      _ = flights.join(number, "", for: Picture.url(number), isPrefetch: true)
      _ = flights.notOnDisk(number)
    }
    let begun = (1...17).flatMap { flights.downloaded($0, Data()).map(\.text) }.filter { $0.hasPrefix("download") }
    #expect(begun.last == "download 17")
    _ = flights.join(41, "", for: Picture.url(41), isPrefetch: false)
    #expect(flights.notOnDisk(41).map(\.text) == ["download 41"])
    #expect(flights.kept(1).isEmpty)
    #expect(flights.kept(2).map(\.text) == ["download 18", "download 19"])
  }

  @Test("whatever happens in whatever order: one flight an image, no place too many or lost, an answer for everybody")
  func invariants() {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    var flights = Flights(places: 3)
    var world = World()
    for ticket in 0..<30_000 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        let url = Picture.url(Int.random(in: 0..<12, using: &random))
        let (image, actions) = flights.join(ticket, "\(ticket)", for: url, isPrefetch: .random(using: &random))
        if image == nil { world.waiting.insert("\(ticket)") }
        world.perform(actions)
      case 2:
        guard let ticket = world.waiting.randomElement(using: &random).flatMap(Int.init) else { continue }
        let (waiter, actions) = flights.leave(ticket)
        #expect(waiter == "\(ticket)")
        world.waiting.remove("\(ticket)")
        world.perform(actions)
      default: world.step(&flights, &random)
      }
      #expect(world.downloads.count <= 3)
      #expect(world.urls.count == world.lookUps.count + world.downloads.count + world.queued.count + world.keeps.count)
    }
    while !world.isQuiet { world.step(&flights, &random) }
    #expect(world.waiting.isEmpty)
    #expect(world.answered > 1_000)
  }
}

/// Does what the flights decide, in an order of its own, and keeps books.
private struct World {
  var waiting: Set<String> = []
  var lookUps: Set<Int> = []
  var queued: Set<Int> = []
  var downloads: Set<Int> = []
  var keeps: Set<Int> = []
  var urls: [URL: Int] = [:]
  var answered = 0
  var isQuiet: Bool { lookUps.isEmpty && queued.isEmpty && downloads.isEmpty && keeps.isEmpty }

  mutating func perform(_ actions: [ImageLoads<String>.Action]) {
    for action in actions {
      switch action {
      case .lookUp(let id, let url):
        #expect(urls.updateValue(id, forKey: url) == nil, "two flights for one image")
        lookUps.insert(id)
      case .download(let id, _):
        #expect(queued.remove(id) != nil, "a download that nobody asked for")
        downloads.insert(id)
      case .giveUp(let id): end(id)
      case .answer(let waiters, _):
        for waiter in waiters { #expect(waiting.remove(waiter) != nil, "an answer to nobody") }
        answered += waiters.count
      case .keep(let id, _, _):
        downloads.remove(id)
        keeps.insert(id)
      }
    }
  }

  private mutating func end(_ id: Int) {
    lookUps.remove(id)
    queued.remove(id)
    downloads.remove(id)
    keeps.remove(id)
    urls = urls.filter { $0.value != id }
  }

  /// Something that is under way ends in one way or another.
  mutating func step(_ flights: inout ImageLoads<String>, _ random: inout SeededGenerator) {
    let isWell = Bool.random(using: &random)
    guard let id = lookUps.union(downloads).union(keeps).sorted().randomElement(using: &random) else { return }
    if keeps.contains(id) {
      end(id)
      perform(flights.kept(id))
    } else if downloads.contains(id) {
      if !isWell { end(id) }
      perform(isWell ? flights.downloaded(id, Data()) : flights.failed(id, CancellationError()))
    } else if isWell {
      end(id)
      perform(flights.found(id, Data()))
    } else {
      lookUps.remove(id)
      queued.insert(id)
      perform(flights.notOnDisk(id))
    }
  }
}

extension ImageLoads<String>.Action {
  fileprivate var text: String {
    switch self {
    case .lookUp(let id, _): "look up \(id)"
    case .download(let id, _): "download \(id)"
    case .giveUp(let id): "give up \(id)"
    case .answer(let waiters, _): "answer \(waiters.joined(separator: " "))"
    case .keep(let id, _, _): "keep \(id)"
    }
  }
}
