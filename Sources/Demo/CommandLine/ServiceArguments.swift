import LoopbackServer
import ViewModels

/// The options for live services and for `serve`.
struct ServiceArguments: Equatable {
  /// The base URL of live services. Nil for the sample data in virtual time.
  var address: ServiceAddress?
  var tokenFile: String?
  var webHookFile: String?
  /// Nil for the series of the sample data.
  var series: Series.ID?
  /// Nil for any free port.
  var port: UInt16?
  /// The faults that take turns.
  var faults: [Fault] = []
  /// Which answers have a fault. Nil for every third one.
  var every: Int?

  static let help = """
      --base-url URL    with movies, categories, series, photos and store: ask a live service, in real time
      --token-file FILE with --base-url: what holds the token, unless TMDB_TOKEN in the environment does
      --webhook-file FILE
                        with store and --base-url: what holds the Slack web hook that is really posted to, unless
                        SLACK_WEBHOOK_URL in the environment does
      --id N            with series and --base-url: which series (7, the one that serve has)
      --port N          with serve: where to listen on 127.0.0.1 (any free port)
      --fault F         with serve: what goes wrong with every third answer, orders counted by themselves; several take
                        turns: 404, 429, 429:SECONDS,
                        500, 503, closed, head-cut, half, wrong-length, longest, reset, endless, stalled, silent,
                        trailer, fields, empty, html, utf8, code21, code22, other-page, redirect:URL,
                        latency:MILLISECONDS
      --every N         with --fault: every Nth answer instead
    """

  /// Reads an option and its value. Returns false for an option of another kind.
  mutating func take(_ word: String, from words: inout ArraySlice<String>) throws(ArgumentError) -> Bool {
    switch word {
    case "--base-url":
      let text = try Arguments.value(of: word, from: &words)
      do {
        address = try ServiceAddress(text)
      } catch {
        throw ArgumentError("--base-url: \((error as? ServiceError)?.problem ?? "cannot be used")")
      }
    case "--token-file": tokenFile = try Arguments.value(of: word, from: &words)
    case "--webhook-file": webHookFile = try Arguments.value(of: word, from: &words)
    case "--id": series = try Arguments.number(of: word, from: &words)
    case "--port": port = try Arguments.number(of: word, from: &words)
    case "--fault":
      let text = try Arguments.value(of: word, from: &words)
      guard let fault = Fault(text) else { throw ArgumentError("no fault is called \(text.printable)") }
      faults.append(fault)
    case "--every": every = try Arguments.positive(of: word, from: &words)
    default: return false
    }
    return true
  }

  /// - Throws: for options that don't go together.
  func check(_ arguments: Arguments) throws(ArgumentError) {
    let screen = arguments.screen
    if address != nil, screen == .race || screen == .serve {
      throw ArgumentError(
        "--base-url goes with movies, categories, series, photos and store, not with \(screen.rawValue)")
    }
    if address != nil, arguments.replay != nil || arguments.timeline != nil || arguments.isLive {
      throw ArgumentError("--base-url goes without --replay, --timeline and --live")
    }
    if tokenFile != nil, address == nil { throw ArgumentError("--token-file goes with --base-url") }
    if webHookFile != nil, screen != .store || address == nil {
      throw ArgumentError("--webhook-file goes with store and --base-url")
    }
    if series != nil, screen != .series || address == nil {
      throw ArgumentError("--id goes with series and --base-url")
    }
    if port != nil || !faults.isEmpty, screen != .serve {
      throw ArgumentError("--port and --fault go with serve, not with \(screen.rawValue)")
    }
    if every != nil, faults.isEmpty { throw ArgumentError("--every goes with --fault") }
  }
}
