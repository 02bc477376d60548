import Foundation
import ListTesting
import Reactive
import SampleService
import Testing
import ViewModels

@testable import Demo

@MainActor
@Suite("The live screen")
struct LiveTests {
  private var screen: LiveScreen {
    LiveScreen(
      name: "movies",
      sections: [
        LiveScreen.Section(title: "popular", phase: .loading(page: 2), cells: ["Alien", "Brazil"], fresh: 1..<2),
        LiveScreen.Section(
          title: "upcoming", phase: .failed(page: 1, .nothingNew(pages: 5)), cells: [StrictListView.placeholder]),
      ])
  }

  @Test("sections, cells, placeholders, progress and failures are lines")
  func lines() {
    let lines = screen.lines(width: 80, height: 9)
    #expect(
      lines.map { $0.text.trimmingCharacters(in: .whitespaces) } == [
        "movies: 3 items, 1 loading, 0 waiting, 1 failed",
        "> popular (2) | page 2",
        "1. Alien",
        "+ 2. Brazil",
        "loading page 2",
        "upcoming (1) page 1 failed",
        "1. \(StrictListView.placeholder)",
        "! r retries: 5 pages in a row held nothing new",
        "\u{2191}\u{2193} scroll  r retry  R refresh  q quit",
      ])
    #expect(lines.map(\.style) == [.bar, .title, .plain, .fresh, .dim, .failed, .dim, .failed, .dim])
    #expect(lines[5].text(inColour: false) == lines[5].text)
    #expect(lines[5].text(inColour: true) == "\u{1B}[31m\(lines[5].text)\u{1B}[0m")
  }

  @Test("a banner and a note stand around the list, and leave it a row of its own on every height")
  func extraLines() {
    var screen = screen
    screen.banner = LiveLine(text: "No connection", style: .red)
    screen.note = LiveLine(text: "Ordered: Tea", style: .fresh)
    screen.status = "orders: 1 sent"
    screen.orderHint = "o order  "
    let lines = screen.lines(width: 70, height: 6)
    #expect(
      lines.map { $0.text.trimmingCharacters(in: .whitespaces) } == [
        "movies: 3 items, 1 loading, 0 waiting, 1 failed; orders: 1 sent", "No connection", "> popular (2) | page 2",
        "1. Alien", "Ordered: Tea", "\u{2191}\u{2193} scroll  r retry  R refresh  o order  q quit",
      ])
    #expect(lines[1].text(inColour: true) == "\u{1B}[97;41mNo connection\(String(repeating: " ", count: 57))\u{1B}[0m")
    for height in 1...9 {
      for cursor in 0..<7 {
        screen.cursor = cursor
        screen.scroll(height: height)
        let lines = screen.lines(width: 40, height: height).map(\.text)
        #expect(lines.count == height)
        #expect(lines.contains { $0.hasPrefix("No connection") } == (height > 4))
        #expect(lines.contains("Ordered: Tea") == (height > 3))
        if height > 2 { #expect(lines.contains { $0.hasPrefix(">") }) }
      }
    }
  }

  @Test(
    "every size gives as many lines as it is high, none wider than it is",
    arguments: [(10, 3), (1, 1), (5, 2), (80, 24), (200, 50), (0, 0)])
  func sizes(width: Int, height: Int) {
    var screen = screen
    for cursor in 0..<7 {
      screen.cursor = cursor
      screen.scroll(height: height)
      let lines = screen.lines(width: width, height: height)
      #expect(lines.count == (width == 0 ? 0 : height))
      #expect(lines.allSatisfy { $0.text.columns <= width })
      if height > 2 { #expect(lines.contains { $0.text.hasPrefix(">") }) }
    }
  }

  @Test("escape sequences in a title are made harmless, and wide letters are counted twice")
  func hostileTitles() {
    var screen = screen
    screen.sections[0].cells = ["\u{1B}[2J\u{7}\u{9B}31mX", "비빔밥비빔밥"]
    let lines = screen.lines(width: 16, height: 8)
    #expect(lines[2].text == "    1. ?[2J??31m")
    #expect(lines[3].text == "  + 2. 비빔밥비")
    #expect(lines[3].text.columns == 15)
  }

  @Test("keys are read one by one, also from sequences that come in pieces; what means nothing is skipped")
  func keys() {
    var bytes = Array("jxo\u{1B}[A\u{1B}[5~\u{1B}OB\u{1B}[99;1zRq".utf8)
    #expect(LiveKey.read(&bytes) == [.down, .order, .up, .pageUp, .down, .refresh, .quit])
    bytes = [0x1b]
    #expect(LiveKey.read(&bytes) == [])
    bytes += Array("[".utf8)
    #expect(LiveKey.read(&bytes) == [])
    bytes += Array("B".utf8)
    #expect(LiveKey.read(&bytes) == [.down] && bytes == [])
    bytes = [0xff, 0x1b, 0x03]
    #expect(LiveKey.read(&bytes) == [.interrupt])
  }

  @Test(
    "a sequence that does not end is skipped, the same bytes of it however they are cut", arguments: [1, 5, 33, 100])
  func endlessSequence(length: Int) {
    var rest = Array("\u{1B}[\(String(repeating: "1", count: 40))jk\u{1B}[A".utf8)[...]
    var bytes: [UInt8] = [], keys: [LiveKey] = []
    while !rest.isEmpty {
      bytes += rest.prefix(length)
      rest = rest.dropFirst(length)
      keys += LiveKey.read(&bytes)
    }
    #expect(keys == [.down, .up, .up] && bytes == [])
  }

  @Test("cells fill in from events alone, scrolling asks for more, and an idle screen draws nothing")
  func run() async throws {
    let time = VirtualTime()
    let viewModel = MoviesViewModel(service: SampleService(time: time, seed: 1))
    time.limitLoads(of: viewModel.pages)
    var drawn: [(time: Int, lines: [LiveLine])] = []
    let frontEnd = LiveFrontEnd(
      viewModel, name: "movies", in: time,
      look: Look(name: \.rawValue, title: MoviesViewModel.Wording().title, cell: \.title),
      draw: { drawn.append((time.milliseconds, $0)) })
    frontEnd.resize(width: 80, height: 24)
    viewModel.showPlaceholders(3)
    viewModel.loadFirstPages()
    await time.run(while: viewModel.pages.requestsInFlight) {}  // ends only because nothing is due any more

    #expect(drawn.contains { $0.lines.contains { $0.text.contains(StrictListView.placeholder) } })
    for (earlier, later) in zip(drawn, drawn.dropFirst()) { #expect(later.time - earlier.time >= 33) }
    let loaded = viewModel.sections.map { viewModel.items(in: $0).count }
    #expect(frontEnd.screen.sections.map(\.cells.count) == loaded)
    #expect(loaded.allSatisfy { $0 >= 19 })

    for _ in 0..<3 {
      frontEnd.press(.pageDown)
      await time.run(while: viewModel.pages.requestsInFlight) {}
    }
    #expect(viewModel.items(in: .nowPlaying).count > loaded[0])
    frontEnd.press(.refresh)  // the section of the cursor; the others hold theirs
    #expect(viewModel.loadsInFlight == 1)
    await time.run(while: viewModel.pages.requestsInFlight) {}
    #expect(frontEnd.screen.violation == nil && viewModel.pages.gate.isIdle)
    #expect(frontEnd.screen.sections.map(\.cells) == viewModel.sections.map { viewModel.items(in: $0).map(\.title) })
    let frames = frontEnd.frames
    await time.run(while: viewModel.pages.requestsInFlight) {}
    #expect(frontEnd.frames == frames)
  }

  @Test("the dish at the cursor is ordered; bar, banner and toast follow, and the toast goes")
  func store() async throws {
    let time = VirtualTime()
    let network = SampleNetwork()
    let store = try StoreViewModel.sample(in: time, network, seed: 1)
    let pictures = StorePictures(store, log: EventLog(time: time, printer: TextPrinter(), output: { _ in }))
    var drawn: [[String]] = []
    let frontEnd = LiveFrontEnd(
      store, name: "store", in: time,
      look: Look(name: \.rawValue, title: CategoriesViewModel.Wording().title, cell: \.title),
      draw: { drawn.append($0.map { $0.text.trimmingCharacters(in: .whitespaces) }) })
    let extra = LiveStore(store, on: frontEnd, in: time)
    frontEnd.resize(width: 80, height: 24)
    store.categories.showPlaceholders(3)
    store.loadFirstPages()
    network.follow([(0, .wifi), (5_000, .lost)], in: time)
    // A placeholder, a title and a dish: only the dish can be ordered.
    let keys: [(LiveKey, Int)] = [
      (.down, 10), (.order, 20), (.retry, 700), (.top, 2_000), (.order, 2_000), (.down, 2_100), (.order, 2_200),
    ]
    for (key, delay) in keys {
      time.after(delay, tieBreak: TieBreak.user) { frontEnd.press(key) }
    }
    await time.run(while: pictures.work) {}
    #expect(store.orders.orders.map(\.title) == ["Soy-braised short ribs"])
    #expect(drawn.first?[1] == "Connection unknown")
    #expect(drawn.contains { $0[1] == "Connected over Wi-Fi" && $0[0].hasSuffix("orders: 1 sending") })
    #expect(drawn.contains { $0[22] == "Ordered: Soy-braised short ribs" && $0[0].hasSuffix("orders: 1 sent") })
    let last = try #require(drawn.last)
    #expect(last[1] == "No connection" && last[22] == "" && last[0].hasSuffix("orders: 1 sent"))
    withExtendedLifetime(extra) {}
  }

  @Test("a change that is shown in two batches is over when both are, and the next one follows")
  func twoBatches() async throws {
    let time = VirtualTime()
    let viewModel = PhotosViewModel(service: SampleService(time: time, seed: 1))
    time.limitLoads(of: viewModel.pages)
    let frontEnd = LiveFrontEnd(
      viewModel, name: "photos", in: time, look: Look(name: \.rawValue, title: { _ in "" }, cell: \.id), draw: { _ in })
    viewModel.loadFirstPages()
    await time.run(while: viewModel.pages.requestsInFlight) {}
    var updates = viewModel.updates.values.makeAsyncIterator()
    var photo = viewModel.items(in: .photos)[0]
    photo.likes = -1
    viewModel.edit { [photo] list in
      list.update(photo, in: .photos)
      list.remove([list.items(in: .photos)[1].id], from: .photos)
    }
    _ = await updates.next()
    await time.run(while: viewModel.pages.requestsInFlight) {}
    #expect(viewModel.pages.gate.isIdle && frontEnd.screen.violation == nil)
  }

  @Test("r retries the section in which the user stands, and no other")
  func retry() async {
    let time = VirtualTime()
    let viewModel = CategoriesViewModel(service: Failing(time: time))
    time.limitLoads(of: viewModel.pages)
    let frontEnd = LiveFrontEnd(
      viewModel, name: "categories", in: time,
      look: Look(name: \.rawValue, title: CategoriesViewModel.Wording().title, cell: \.title),
      draw: { _ in })
    viewModel.loadFirstPages()
    await time.run(while: viewModel.pages.requestsInFlight) {}
    #expect(viewModel.sections.allSatisfy { viewModel.state(of: $0).error != nil })
    frontEnd.press(.bottom)
    #expect(frontEnd.screen.row(frontEnd.screen.cursor) == .end(section: 2))
    frontEnd.press(.retry)
    #expect(viewModel.sections.map { viewModel.state(of: $0).isLoading } == [false, false, true])
    await time.run(while: viewModel.pages.requestsInFlight) {}
  }

  @Test("sections that come later are shown when they are there")
  func laterSections() async {
    let time = VirtualTime()
    let viewModel = SeriesViewModel(service: SampleService(time: time, seed: 1))
    time.limitLoads(of: viewModel.pages)
    var drawn: [[String]] = []
    let frontEnd = LiveFrontEnd(
      viewModel, name: "series", in: time, look: Look(name: \.description, title: \.description, cell: \.name),
      draw: { drawn.append($0.map { $0.text.trimmingCharacters(in: .whitespaces) }) })
    viewModel.load(SampleSeries.id)
    await time.run(while: viewModel.pages.requestsInFlight) {}
    #expect(frontEnd.screen.sections.map(\.title) == (0...6).map { "season \($0)" })
    #expect(drawn.last?.contains { $0.hasPrefix("> season 0 (") && $0.hasSuffix(") all") } == true)
    #expect(drawn.last?.contains("that is all") == true && frontEnd.screen.violation == nil)
  }

  @Test("what the user looks at stays where it is when older messages come in above it")
  func place() async {
    let time = VirtualTime()
    let service = SampleChat(time: time, seed: 4)
    let chat = Chat(sections: [.chat], prefetchDistance: 1) { _, page in try await service.page(page) }
    time.limitLoads(of: chat.pages)
    let look = Look<Chat>(name: \.rawValue, title: { _ in "Chat" }, cell: \.text)
    let frontEnd = LiveFrontEnd(chat, name: "chat", in: time, look: look) { _ in }
    frontEnd.resize(width: 80, height: 8)
    chat.refresh(.chat, at: PageKey(cursor: "40"))
    func run() async { await time.run(while: chat.pages.requestsInFlight) {} }
    await run()
    let count = chat.numberOfItems(in: .chat)
    for _ in 0..<3 { frontEnd.press(.down) }
    func seen() -> [String] {
      frontEnd.screen.lines(width: 80, height: 8)[1..<7].map { $0.text.drop { $0 != "." }.description }
    }
    frontEnd.press(.up)
    await run()
    let before = seen()
    chat.loadPreviousPage(in: .chat)
    await run()
    while chat.state(of: .chat).isFailed {
      chat.retry(.chat)
      await run()
    }
    #expect(chat.numberOfItems(in: .chat) > count && before.count > 3)
    #expect(seen().filter { $0.hasPrefix(".") } == before.filter { $0.hasPrefix(".") })
  }

  @Test("a line that fills the screen is cleared before it is written, so that its last column stays")
  func lastColumn() {
    #expect(Terminal.codes(from: [], to: ["ab", "cd"]) == "\u{1B}[2J\u{1B}[1;1H\u{1B}[Kab\u{1B}[2;1H\u{1B}[Kcd")
    #expect(Terminal.codes(from: ["ab", "cd"], to: ["ab", "ce"]) == "\u{1B}[2;1H\u{1B}[Kce")
    #expect(Terminal.codes(from: ["ab"], to: ["ab"]) == "")
  }
}

@MainActor
private struct Failing: DishService {
  let time: VirtualTime

  func dishes(in category: DishCategory) async throws -> Page<Dish> {
    await time.sleep(10, tieBreak: 0)
    throw ServiceError(.refused(status: 503))
  }
}
