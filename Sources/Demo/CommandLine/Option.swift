import ListViewModelsServer
import ViewModels

/// An option of the command line: what it is called, what it goes with, what help says of it, and how it is read.
struct Option: Sendable {
  /// The name, and what stands for the value in the help, unless it is a switch.
  let usage: String
  /// The screens it goes with.
  var with = Screen.allCases
  /// An option it can't be without, and those it can't be beside.
  var needs: String?, excludes: [String] = []
  /// Whether it may be given more than once.
  var isRepeatable = false
  let help: String
  /// Reads the value. The text of an error follows the option's name.
  var take: @Sendable (inout Arguments, String) throws -> Void = { _, _ in }

  var name: String { String(usage.prefix { $0 != " " }) }
  var isSwitch: Bool { name == usage }

  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    .merging(["-h": all[all.count - 1]]) { first, _ in first }

  static let all: [Option] = [
    Option(
      usage: "--seed N", help: "what the sample data, the delays and the failures are made from (29; with --live: 7)"
    ) {
      $0.seed = try number($1, 0...UInt64.max)
    },
    Option(
      usage: "--pages N", with: [.movies, .search, .photos, .race, .serve], excludes: ["--live"],
      help:
        "how many pages of a section are scrolled through (3; photos and race: 6; --replay: all); serve: how many there "
        + "are of photos (5)"
    ) { $0.pages = try number($1, 1...1_000_000) },
    Option(
      usage: "--placeholders", with: [.movies, .categories, .photos, .store],
      help: "show three in each section until it loads"),
    Option(
      usage: "--together", with: [.movies, .categories, .series, .store],
      help: "wait for all first pages, then bring them in one right after another, with one animation"),
    Option(
      usage: "--live", with: Screen.live.filter { $0 != .search } + [.chat], excludes: ["--format"],
      help: "a list to scroll through in the terminal, in real time"),
    Option(usage: "--format F", with: Screen.printed, help: "text or json, one object a line (text)") {
      arguments, text in
      guard let format = Arguments.Format(rawValue: text) else {
        throw ArgumentError(" is one of text, json, not \(text.printable)")
      }
      arguments.format = format
    },
    Option(
      usage: "--replay FILE", with: [.movies], excludes: ["--base-url"],
      help: "answer from a saved crawl, {\"page_1\": {...}, \"page_2\": {...}}, as the section Upcoming"
    ) { $0.replay = $1 },
    Option(
      usage: "--picture FILE", with: [.race], excludes: ["--seeds"], help: "also draw it, as an SVG picture that moves"
    ) { $0.picture = $1 },
    Option(usage: "--seeds N", with: [.race], help: "count the crashes of N seeds, from --seed on") {
      $0.seeds = try number($1, 1...1_000_000)
    },
    Option(
      usage: "--dishes N", with: [.store], excludes: ["--live"],
      help: "how many dishes are ordered (9; with --base-url: 1)"
    ) { $0.dishes = try number($1, 1...1_000_000) },
    Option(
      usage: "--orders FILE", with: [.store], needs: "--base-url",
      help: "keep orders in this file: those that wait are sent by the next run"
    ) { $0.orders = $1 },
    Option(usage: "--base-url URL", with: Screen.live, help: "ask a live service, in real time") {
      $0.address = try ServiceAddress($1)
    },
    Option(
      usage: "--token-file FILE", needs: "--base-url",
      help: "what holds the token, instead of TMDB_TOKEN in the environment"
    ) { $0.tokenFile = $1 },
    Option(
      usage: "--webhook-file FILE", with: [.store], needs: "--base-url",
      help: "what holds the Slack web hook that is really posted to, instead of SLACK_WEBHOOK_URL in the environment"
    ) { $0.webHookFile = $1 },
    Option(
      usage: "--id N", with: [.series], needs: "--base-url", help: "which series (7, the one of serve)"
    ) {
      $0.series = try number($1, 0...Int.max)
    },
    Option(usage: "--port N", with: [.serve], help: "where to listen on 127.0.0.1 (0, which is any free port)") {
      $0.port = try number($1, 0...UInt16.max)
    },
    Option(
      usage: "--fault F", with: [.serve], isRepeatable: true,
      help: "what goes wrong with every third answer, orders counted by themselves; several take turns: 404, 429, "
        + "429:SECONDS, 500, 503, closed, head-cut, half, wrong-length, longest, reset, endless, stalled, silent, "
        + "trailer, fields, empty, html, utf8, code21, code22, other-page, redirect:URL, latency:MILLISECONDS"
    ) { arguments, text in
      guard let fault = Fault(text) else { throw ArgumentError(": none is called \(text.printable)") }
      arguments.faults.append(fault)
    },
    Option(usage: "--every N", with: [.serve], needs: "--fault", help: "every Nth answer instead") {
      $0.every = try number($1, 1...1_000_000)
    },
    Option(usage: "--version", help: "the version"),
    Option(usage: "--help", help: "this text"),
  ]

  private static func number<Number: FixedWidthInteger>(
    _ text: String, _ range: ClosedRange<Number>
  ) throws(ArgumentError) -> Number {
    if let number = Number(text), range.contains(number) { return number }
    throw ArgumentError(
      " needs a whole number from \(range.lowerBound) to \(range.upperBound), not \(text.printable)")
  }
}

extension Arguments {
  static let version = "0.3.0"

  static var help: String {
    func entry(_ name: String, _ text: String) -> String {
      "  \(name.padding(toLength: 20, withPad: " ", startingAt: 0))"
        + text.wrapped(to: 58).joined(separator: "\n" + String(repeating: " ", count: 22))
    }
    return """
      usage: Demo [SCREEN] [options]

      Sections of a list load side by side. Every event that a list view is told is
      printed, and checked by a list view that counts as strictly as UIKit. Time is
      virtual: one seed prints the same bytes on every machine.

      \(Screen.allCases.map { entry($0.rawValue, $0.about) }.joined(separator: "\n"))

      \(Option.all.map { entry($0.usage, $0.help + $0.company) }.joined(separator: "\n"))

      Exit status: 0 if all went well; 1 if a section was given up, the list view
      objected, an order of a live store was not sent, or a file or a service cannot
      be used; 2 for wrong arguments; 128 and the signal's number after a signal.
      """
  }
}

extension Option {
  /// What it goes with, where that isn't everything.
  fileprivate var company: String {
    let names =
      ([Screen.allCases, Screen.lists, Screen.printed].contains(with) ? [] : with.map(\.rawValue))
      + [needs].compactMap { $0 }
    return names.isEmpty ? "" : " (with \(names.joined(separator: ", ")))"
  }
}
