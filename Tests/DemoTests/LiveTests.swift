import Foundation
import Reactive
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
          title: "upcoming", phase: .failed(page: 1, .nothingNew(pages: 5)), cells: [LiveScreen.placeholder]),
      ])
  }

  @Test("sections, cells, placeholders, progress and failures are lines")
  func lines() {
    let lines = screen.lines(width: 80, height: 8)
    #expect(
      lines.map { $0.text.trimmingCharacters(in: .whitespaces) } == [
        "movies: 3 items, 1 loading, 0 waiting, 1 failed",
        "> popular (2) | page 2",
        "1. Alien",
        "+ 2. Brazil",
        "upcoming (1) page 1 failed: 5 pages in a row held nothing new",
        "1. \(LiveScreen.placeholder)",
        "",
        "\u{2191}\u{2193} scroll  r retry  R refresh  q quit",
      ])
    #expect(lines.map(\.style) == [.bar, .title, .plain, .fresh, .failed, .dim, .plain, .dim])
    #expect(lines[4].text(inColour: false) == lines[4].text)
    #expect(lines[4].text(inColour: true) == "\u{1B}[31m\(lines[4].text)\u{1B}[0m")
  }

  @Test(
    "every size gives as many lines as it is high, none wider than it is",
    arguments: [(10, 3), (1, 1), (5, 2), (80, 24), (200, 50), (0, 0)])
  func sizes(width: Int, height: Int) {
    var screen = screen
    for cursor in 0..<5 {
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
    var bytes = Array("jx\u{1B}[A\u{1B}[5~\u{1B}OB\u{1B}[99;1zRq".utf8)
    #expect(LiveKey.read(&bytes) == [.down, .up, .pageUp, .down, .refresh, .quit])
    bytes = [0x1b]
    #expect(LiveKey.read(&bytes) == [])
    bytes += Array("[".utf8)
    #expect(LiveKey.read(&bytes) == [])
    bytes += Array("B".utf8)
    #expect(LiveKey.read(&bytes) == [.down] && bytes == [])
    bytes = [0xff, 0x1b, 0x03]
    #expect(LiveKey.read(&bytes) == [.interrupt])
  }

  @Test("cells fill in from events alone, scrolling asks for more, and an idle screen draws nothing")
  func run() async throws {
    let world = VirtualWorld()
    let viewModel = MoviesViewModel(service: SampleMovieService.sample(in: world, seed: 1))
    var drawn: [(time: Int, lines: [LiveLine])] = []
    let frontEnd = LiveFrontEnd(
      viewModel, name: "movies", in: world, title: \.rawValue, cell: \.title,
      draw: { drawn.append((world.milliseconds, $0)) })
    frontEnd.resize(width: 80, height: 24)
    viewModel.pages.showPlaceholders(3)
    viewModel.loadFirstPages()
    await world.run(requests: viewModel.pages.requestsInFlight) {}  // ends only because nothing is due any more

    #expect(drawn.contains { $0.lines.contains { $0.text.contains(LiveScreen.placeholder) } })
    for (earlier, later) in zip(drawn, drawn.dropFirst()) { #expect(later.time - earlier.time >= 33) }
    let loaded = viewModel.sections.map { viewModel.items(in: $0).count }
    #expect(frontEnd.screen.sections.map(\.cells.count) == loaded)
    #expect(loaded.allSatisfy { $0 >= 19 })

    for _ in 0..<3 {
      frontEnd.press(.pageDown)
      await world.run(requests: viewModel.pages.requestsInFlight) {}
    }
    #expect(viewModel.items(in: .nowPlaying).count > loaded[0])
    frontEnd.press(.refresh)  // the section of the cursor; the others hold theirs
    #expect(viewModel.loadsInFlight == 1)
    await world.run(requests: viewModel.pages.requestsInFlight) {}
    #expect(frontEnd.screen.violation == nil && viewModel.pages.gate.isIdle)
    #expect(frontEnd.screen.sections.map(\.cells) == viewModel.sections.map { viewModel.items(in: $0).map(\.title) })
    let frames = frontEnd.frames
    await world.run(requests: viewModel.pages.requestsInFlight) {}
    #expect(frontEnd.frames == frames)
  }

  @Test("without a terminal the events come as plain lines, in the order of a run")
  func plain() async {
    let world = VirtualWorld()
    let viewModel = CategoriesViewModel(service: SampleDishService(service: SampleService(world: world, seed: 2)))
    var lines: [String] = []
    let plain = PlainFrontEnd(
      viewModel, in: world, printer: TextPrinter(), name: \.rawValue, output: { lines.append($0) })
    viewModel.load()
    await world.run(requests: viewModel.pages.requestsInFlight) {}
    #expect(plain.violations == 0)
    #expect(lines.prefix(3).allSatisfy { $0.hasSuffix("loading page 1") })
    #expect(lines.allSatisfy { !$0.contains("\u{1B}") } && lines.count > 5)
  }
}
