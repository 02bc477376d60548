import ListViewModelsServer
import ViewModels

/// The arguments of the command line. ``Option`` has the table of its options.
struct Arguments: Equatable {
  enum Format: String, CaseIterable { case text, json }

  var screen = Screen.movies
  /// The names of the options that were given.
  var given: Set<String> = []
  /// To begin with, one whose run shows repeats and a failure in little time; on a live screen one with which the first page
  /// of every section of every screen is there at once.
  var seed: UInt64 = 29
  /// Nil for the screen's own number.
  var pages: Int?
  var format = Format.text
  var replay: String?
  var picture: String?
  var seeds: Int?
  var dishes: Int?
  /// The file of orders. Nil keeps them in memory.
  var orders: String?
  /// The base URL of live services. Nil for the sample data.
  var address: ServiceAddress?
  var tokenFile: String?
  var webHookFile: String?
  /// Nil for the one of the sample data.
  var series: Series.ID?
  var port: UInt16 = 0
  /// The faults that take turns.
  var faults: [Fault] = []
  /// Which answers have a fault.
  var every = 3

  /// Whether to show a list to scroll through.
  var isLive: Bool { given.contains("--live") }
  var wantsHelp: Bool { given.contains("--help") }
  var wantsVersion: Bool { given.contains("--version") }
  var wantsPlaceholders: Bool { given.contains("--placeholders") }
  /// When the answers of the first pages reach the list.
  var order: ReleaseOrder { given.contains("--together") ? .together : .asTheyCome }

  /// Reads the words after the name of the command.
  init(_ words: [String] = []) throws(ArgumentError) {
    var words = words[...]
    var named: Screen?
    while let word = words.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if let option = Option.named[parts[0]] {
        guard given.insert(option.name).inserted || option.isRepeatable else {
          throw ArgumentError("\(option.name) is given twice")
        }
        guard !option.isSwitch else {
          if parts.count > 1 { throw ArgumentError("\(option.name) takes no value") }
          continue
        }
        guard let value = parts.count > 1 ? parts[1] : words.popFirst() else {
          throw ArgumentError("\(option.name) needs a value")
        }
        do {
          try option.take(&self, value)
        } catch {
          throw ArgumentError("\(option.name)\((error as? ServiceError).map { ": \($0.problem)" } ?? "\(error)")")
        }
      } else if word.hasPrefix("-") {
        throw ArgumentError("unknown option \(parts[0].printable)")
      } else if word == "help" {
        given.insert("--help")
      } else if let screen = Screen(rawValue: word) {
        if let named { throw ArgumentError("\(named.rawValue) and \(screen.rawValue): one scenario at a time") }
        (self.screen, named) = (screen, screen)
      } else {
        let names = Screen.allCases.map(\.rawValue).joined(separator: ", ")
        throw ArgumentError("no scenario is called \(word.printable); there are \(names)")
      }
    }
    if isLive, !given.contains("--seed") { seed = 7 }
    for option in Option.all where given.contains(option.name) {
      guard option.with.contains(screen) else {
        let screens = option.with.map(\.rawValue).joined(separator: ", ")
        throw ArgumentError("\(option.name) goes with \(screens), not with \(screen.rawValue)")
      }
      if let needed = option.needs, !given.contains(needed) {
        throw ArgumentError("\(option.name) goes with \(needed)")
      }
      if let other = option.excludes.first(where: given.contains) {
        throw ArgumentError("\(option.name) does not go with \(other)")
      }
    }
  }
}

/// An error in the arguments.
struct ArgumentError: Error, Equatable, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
