import Foundation
import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("Images on their way", .timeLimit(.minutes(10)))
struct ImageLoadsTests {
  private typealias Loads = ImageLoads<String>

  @Test("1,000 who want one image cost one look at the disk and one download, and are answered in their order")
  func oneForAll() {
    var loads = Loads(slots: 4)
    var actions: [Loads.Action] = []
    for ticket in 0..<500 {
      actions += loads.join(ticket, "\(ticket)", for: Picture.url(1), isPrefetch: false).actions
    }
    #expect(actions.map(\.text) == ["look up 1"])
    actions = loads.notOnDisk(1)
    for ticket in 500..<1_000 {
      actions += loads.join(ticket, "\(ticket)", for: Picture.url(1), isPrefetch: false).actions
    }
    #expect(actions.map(\.text) == ["download 1"])
    let answers = (0..<1_000).map(String.init).joined(separator: " ")
    #expect(loads.downloaded(1, Data()).map(\.text) == ["answer \(answers)", "store 1"])
    #expect(loads.stored(1).isEmpty)
    #expect(!loads.contains(1))
  }

  @Test("one who leaves takes nobody along; when the last one leaves the download is given up and its place free")
  func leaving() {
    var loads = Loads(slots: 1)
    _ = loads.join(1, "a", for: Picture.url(1), isPrefetch: false)
    _ = loads.join(2, "b", for: Picture.url(1), isPrefetch: false)
    _ = loads.join(3, "c", for: Picture.url(2), isPrefetch: false)
    _ = loads.notOnDisk(1)
    #expect(loads.notOnDisk(2).isEmpty)
    let first = loads.leave(1)
    #expect(first.waiter == "a")
    #expect(first.actions.isEmpty)
    let last = loads.leave(2)
    #expect(last.waiter == "b")
    #expect(last.actions.map(\.text) == ["cancel 1", "download 2"])
    #expect(loads.leave(2).waiter == nil)
  }

  @Test("an answer to a download that was given up reaches nobody, and a new one is begun")
  func late() {
    var loads = Loads(slots: 1)
    _ = loads.join(1, "a", for: Picture.url(1), isPrefetch: false)
    _ = loads.notOnDisk(1)
    _ = loads.leave(1)
    #expect(loads.join(2, "b", for: Picture.url(1), isPrefetch: false).actions.map(\.text) == ["look up 2"])
    #expect(loads.downloaded(1, Data()).isEmpty)
    #expect(loads.failed(1, CancellationError()).isEmpty)
    #expect(loads.notOnDisk(1).isEmpty)
    #expect(loads.notOnDisk(2).map(\.text) == ["download 2"])
  }

  @Test("an image that is being written to disk is handed out at once")
  func keeping() {
    var loads = Loads(slots: 1)
    _ = loads.join(1, "a", for: Picture.url(1), isPrefetch: false)
    _ = loads.notOnDisk(1)
    _ = loads.downloaded(1, Data([7]))
    let joined = loads.join(2, "b", for: Picture.url(1), isPrefetch: false)
    #expect(joined.image == Data([7]))
    #expect(joined.actions.isEmpty)
  }

  @Test("what is visible goes before what is fetched ahead, which leaves half of the places alone")
  func priorities() {
    var loads = Loads(slots: 4)
    var actions: [Loads.Action] = []
    for number in 1...5 {
      _ = loads.join(number, "", for: Picture.url(number), isPrefetch: true)
      actions += loads.notOnDisk(number)
    }
    #expect(actions.map(\.text) == ["download 1", "download 2"])
    // The last one of them is wanted now.
    #expect(loads.join(6, "", for: Picture.url(5), isPrefetch: false).actions.map(\.text) == ["download 5"])
    _ = loads.join(7, "", for: Picture.url(7), isPrefetch: false)
    _ = loads.join(8, "", for: Picture.url(8), isPrefetch: false)
    #expect(loads.notOnDisk(6).map(\.text) == ["download 6"])
    #expect(loads.notOnDisk(7).isEmpty)
    #expect(loads.failed(1, CancellationError()).map(\.text) == ["answer ", "download 7"])
    #expect(loads.failed(2, CancellationError()).map(\.text) == ["answer ", "download 3"])
  }

  @Test("what is visible is looked up before what is fetched ahead, and nothing for those who have left")
  func lookUps() {
    var loads = Loads(slots: 4)
    var actions: [Loads.Action] = []
    for number in 1...9 { actions += loads.join(number, "", for: Picture.url(number), isPrefetch: true).actions }
    #expect(actions.map(\.text) == ["look up 1", "look up 2"])
    #expect(loads.join(10, "", for: Picture.url(10), isPrefetch: false).actions.isEmpty)
    // One that is fetched ahead is visible now; another one is wanted no longer.
    #expect(loads.join(11, "", for: Picture.url(8), isPrefetch: false).actions.isEmpty)
    #expect(loads.leave(3).actions.map(\.text) == ["cancel 3"])
    #expect(loads.found(1, Data()).map(\.text) == ["answer ", "look up 10"])
    #expect(loads.notOnDisk(2).map(\.text) == ["look up 8", "download 2"])
    #expect(loads.leave(10).actions.map(\.text) == ["cancel 10", "look up 4"])
    #expect(loads.notOnDisk(10).isEmpty)
    #expect(loads.found(8, Data()).map(\.text) == ["answer  ", "look up 5"])
  }

  @Test("fetching ahead waits for a disk that cannot follow; what is visible does not")
  func slowDisk() {
    var loads = Loads(slots: 4)
    for number in 1...40 {
      _ = loads.join(number, "", for: Picture.url(number), isPrefetch: true)
      _ = loads.notOnDisk(number)
    }
    let begun = (1...17).flatMap { loads.downloaded($0, Data()).map(\.text) }.filter { $0.hasPrefix("download") }
    #expect(begun.last == "download 17")
    _ = loads.join(41, "", for: Picture.url(41), isPrefetch: false)
    #expect(loads.notOnDisk(41).map(\.text) == ["download 41"])
    #expect(loads.stored(1).isEmpty)
    #expect(loads.stored(2).map(\.text) == ["download 18", "download 19"])
  }

  @Test("whatever happens in whatever order: one flight an image, no place too many or lost, an answer for everybody")
  func invariants() {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    var loads = Loads(slots: 3)
    var world = World()
    for ticket in 0..<30_000 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        let url = Picture.url(Int.random(in: 0..<12, using: &random))
        let (image, actions) = loads.join(ticket, "\(ticket)", for: url, isPrefetch: .random(using: &random))
        if image == nil { world.waiting.insert("\(ticket)") }
        world.perform(actions)
      case 2:
        guard let ticket = world.waiting.randomElement(using: &random).flatMap(Int.init) else { continue }
        let (waiter, actions) = loads.leave(ticket)
        #expect(waiter == "\(ticket)")
        world.waiting.remove("\(ticket)")
        world.perform(actions)
      default: world.step(&loads, &random)
      }
      #expect(world.downloads.count <= 3)
      #expect(world.urls.count == world.lookUps.count + world.downloads.count + world.queued.count + world.keeps.count)
    }
    while !world.isQuiet { world.step(&loads, &random) }
    #expect(world.waiting.isEmpty)
    #expect(world.answered > 1_000)
  }
}

/// Does what the loads decide, in an order of its own, and keeps books.
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
        #expect(urls.updateValue(id, forKey: url) == nil, "two loads for one image")
        lookUps.insert(id)
      case .download(let id, _):
        #expect(queued.remove(id) != nil, "a download that nobody asked for")
        downloads.insert(id)
      case .cancel(let id): end(id)
      case .answer(let waiters, _):
        for waiter in waiters { #expect(waiting.remove(waiter) != nil, "an answer to nobody") }
        answered += waiters.count
      case .store(let id, _, _):
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
  mutating func step(_ loads: inout ImageLoads<String>, _ random: inout SeededGenerator) {
    let isWell = Bool.random(using: &random)
    guard let id = lookUps.union(downloads).union(keeps).sorted().randomElement(using: &random) else { return }
    if keeps.contains(id) {
      end(id)
      perform(loads.stored(id))
    } else if downloads.contains(id) {
      if !isWell { end(id) }
      perform(isWell ? loads.downloaded(id, Data()) : loads.failed(id, CancellationError()))
    } else if isWell {
      end(id)
      perform(loads.found(id, Data()))
    } else {
      lookUps.remove(id)
      queued.insert(id)
      perform(loads.notOnDisk(id))
    }
  }
}

extension ImageLoads<String>.Action {
  fileprivate var text: String {
    switch self {
    case .lookUp(let id, _): "look up \(id)"
    case .download(let id, _): "download \(id)"
    case .cancel(let id): "cancel \(id)"
    case .answer(let waiters, _): "answer \(waiters.joined(separator: " "))"
    case .store(let id, _, _): "store \(id)"
    }
  }
}
