/// The arguments of the command line.
struct Arguments: Equatable {
  enum Screen: String, CaseIterable { case movies, categories, series, photos, store, race, serve }
  enum Format: String, CaseIterable {
    case text, json
    var printer: any EventPrinter { self == .json ? JSONPrinter() : TextPrinter() }
  }

  var screen = Screen.movies
  var seed: UInt64 = 1
  /// Nil for six pages of the sample data, or all of a crawl.
  var pages: Int?
  var format = Format.text
  var replay: String?
  /// Whether to show a list to scroll through, in real time.
  var isLive = false
  /// The path for a picture of the run.
  var timeline: String?
  /// The number of races to count. Nil shows one race.
  var seeds: Int?
  /// Nil for nine orders on the sample data, or one with a live service.
  var orders: Int?
  var services = ServiceArguments()
  var wantsHelp = false

  static let help = """
    usage: Demo [movies | categories | series | photos | store | race | serve] [options]

    Loads sections of a list side by side, prints every event that a list view is told, and checks each of them with
    a list view that counts as strictly as UIKit. Time is virtual: one seed prints the same bytes on every machine.

      movies            four movie lists, each endless (the default)
      categories        three lists of dishes behind placeholders
      series            a series' seasons, which load at once and come out in order
      photos            pages of photos that are sorted, deleted, moved and changed
      store             the dishes again: ordered by web hook one after another, with toasts and a connection that
                        comes and goes
      race              the movies again: by hand, with the mistakes of five apps, and through the gate
      serve             the sample data as a service on this machine, for --base-url, until it is interrupted

      --seed N          what the sample data, the delays and the failures are made from (1)
      --pages N         how many pages of each movie section are scrolled through (6; with --replay: all); with
                        serve: how many pages of photos there are (5)
      --seeds N         with race: count the crashes of N seeds, from --seed on
      --orders N        with store: how many dishes are ordered (9; with --base-url: 1)
      --format F        text or json, one object a line (text)
      --replay FILE     answer from a saved crawl, {"page_1": {...}, "page_2": {...}}, as the section "upcoming"
      --live            with movies, categories and store: a list to scroll through, in real time
      --timeline FILE   with movies, categories and store: also draw the run, as an SVG picture
    \(ServiceArguments.help)
      --help            this text
    """

  init() {}

  /// Reads the words after the name of the command.
  init(_ words: [String]) throws(ArgumentError) {
    var words = words[...]
    while let word = words.popFirst() {
      if try services.take(word, from: &words) { continue }
      switch word {
      case "--help", "-h": wantsHelp = true
      case "--seed": seed = try Self.number(of: word, from: &words)
      case "--pages": pages = try Self.positive(of: word, from: &words)
      case "--seeds": seeds = try Self.positive(of: word, from: &words)
      case "--orders": orders = try Self.positive(of: word, from: &words)
      case "--format": format = try Self.choice(of: word, from: &words)
      case "--live": isLive = true
      case "--timeline": timeline = try Self.value(of: word, from: &words)
      case "--replay": replay = try Self.value(of: word, from: &words)
      case _ where word.hasPrefix("-"): throw ArgumentError("unknown option \(word.printable)")
      default:
        guard let screen = Screen(rawValue: word) else {
          throw ArgumentError("no scenario is called \(word.printable); there are \(Self.names(of: Screen.self))")
        }
        self.screen = screen
      }
    }
    try services.check(self)
    if seeds != nil, screen != .race {
      throw ArgumentError("--seeds goes with race, not with \(screen.rawValue)")
    }
    if orders != nil, screen != .store {
      throw ArgumentError("--orders goes with store, not with \(screen.rawValue)")
    }
    if isLive {
      guard Self.lists.contains(screen) else {
        throw ArgumentError("--live goes with movies, categories and store, not with \(screen.rawValue)")
      }
      for (option, isGiven) in [
        ("--timeline", timeline != nil), ("--replay", replay != nil), ("--pages", pages != nil),
        ("--orders", orders != nil),
      ] where isGiven { throw ArgumentError("--live does not go with \(option)") }
    }
    if timeline != nil, !Self.lists.contains(screen) {
      throw ArgumentError("--timeline goes with movies, categories and store, not with \(screen.rawValue)")
    }
    if replay != nil, screen != .movies {
      throw ArgumentError("--replay goes with movies, not with \(screen.rawValue)")
    }
  }

  /// The screens that can be scrolled through and drawn.
  private static let lists: Set<Screen> = [.movies, .categories, .store]

  static func value(of option: String, from words: inout ArraySlice<String>) throws(ArgumentError) -> String {
    guard let value = words.popFirst() else { throw ArgumentError("\(option) needs a value") }
    return value
  }

  static func number<Number: FixedWidthInteger>(
    of option: String, from words: inout ArraySlice<String>
  ) throws(ArgumentError) -> Number {
    let value = try value(of: option, from: &words)
    guard let number = Number(value) else {
      throw ArgumentError("\(option) needs a whole number, not \(value.printable)")
    }
    return number
  }

  static func positive(of option: String, from words: inout ArraySlice<String>) throws(ArgumentError) -> Int {
    let number: Int = try number(of: option, from: &words)
    guard number >= 1 else { throw ArgumentError("\(option) must be at least 1, not \(number)") }
    return number
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    of option: String, from words: inout ArraySlice<String>
  ) throws(ArgumentError) -> Choice {
    let value = try value(of: option, from: &words)
    guard let choice = Choice(rawValue: value) else {
      throw ArgumentError("\(option) is one of \(names(of: Choice.self)), not \(value.printable)")
    }
    return choice
  }

  private static func names<Choice: RawRepresentable<String> & CaseIterable>(of _: Choice.Type) -> String {
    Choice.allCases.map(\.rawValue).joined(separator: ", ")
  }
}

/// An error in the arguments.
struct ArgumentError: Error, Equatable, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
