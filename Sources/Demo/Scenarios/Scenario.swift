import SampleService
import ViewModels

/// What a scenario runs on: time, services, and where it prints. Each screen has a method that makes its view model and
/// shows it, in a file of its own.
@MainActor
struct Scenario {
  let arguments: Arguments
  /// Nil for the sample data.
  var live: LiveServices?
  /// Real with live services and on a live screen.
  var time: any DemoTime = VirtualTime()
  var style = TextStyle()
  let output: (String) -> Void
  var warn: @MainActor (String) -> Void = { _ in }

  func run() async throws -> Summary {
    switch arguments.screen {
    case .search: try await search()
    case .categories: try await categories()
    case .series: try await series()
    case .photos: try await photos()
    case .store: try await store()
    case .inbox: try await inbox()
    case .chat: try await chat()
    case .movies, .race, .serve: try await movies()
    }
  }

  /// Requests that are answered from the sample data, some late and some not at all.
  var sample: SampleService { SampleService(time: time, seed: arguments.seed) }
  var printer: any EventPrinter { arguments.format == .json ? JSONPrinter() : TextPrinter(style: style) }
  var log: EventLog { EventLog(time: time, printer: printer, output: output) }

  /// Shows a screen: in the terminal if it is live, else as lines, with what a user does, to its end.
  /// - Parameters:
  ///   - extend: Adds the parts of a live screen that are not its list. The result lives as long as the screen.
  ///   - script: What a user does.
  ///   - start: Asks the screen for its first pages.
  func show<ViewModel: PagedListViewModel>(
    _ viewModel: ViewModel, _ look: Look<ViewModel>, extend: (LiveFrontEnd<ViewModel>) -> AnyObject? = { _ in nil },
    script: (Run<ViewModel>) -> Void = { _ in }, start: () -> Void
  ) async throws -> Summary {
    // Before a view is bound, whose first count has them then.
    if arguments.isLive || arguments.wantsPlaceholders { viewModel.showPlaceholders(3) }
    if arguments.isLive, let terminal = Terminal() {
      let frontEnd = LiveFrontEnd(
        viewModel, name: arguments.screen.rawValue, in: time, look: look,
        draw: { terminal.draw($0, inColour: style.isInColour) })
      let extra = extend(frontEnd)
      if let credit = credit.first { frontEnd.update { $0.note = LiveLine(text: credit) } }
      defer { withExtendedLifetime(extra) {} }
      start()
      return await frontEnd.run(in: terminal)
    }
    if arguments.isLive { warn("warning: --live needs a terminal; this is the same in lines") }
    let isText = arguments.format == .text
    if isText { heading.forEach(output) }
    let run = Run(viewModel, log: log, look: look)
    script(run)
    start()
    let summary = await run.finish()
    if isText { TimelineText(timeline: summary.timeline, style: style).lines.forEach(output) }
    printer.lines(for: summary).forEach(output)
    if isText, arguments == (try Arguments()) { Self.hints.forEach(output) }
    return summary
  }

  private var heading: [String] {
    let about = arguments.screen.about
    let trouble = live == nil ? " Answers come late and in any order, repeat items, or fail." : ""
    let text =
      "\(about.prefix(1).uppercased())\(about.dropFirst()).\(trouble) Each change of the list goes through one gate, one "
      + "at a time, and is checked by a list view that counts as strictly as UIKit."
    return (text.wrapped(to: 80) + credit.flatMap { $0.wrapped(to: 80) })
      + ["", "seconds  section      what the list view is told, +new items = all"]
  }

  /// What has to be shown beside a service's data.
  private var credit: [String] {
    let isTMDB = live != nil && [.movies, .search, .series].contains(arguments.screen) || arguments.replay != nil
    return isTMDB ? [TMDB.attribution] : []
  }

  private static let hints = [
    "", "Now try: swift run Demo race      the same without the gate, until UIKit throws",
    "         swift run Demo --live    a list to scroll through, in this terminal",
    "         swift run Demo --help    the other screens",
  ]
}
