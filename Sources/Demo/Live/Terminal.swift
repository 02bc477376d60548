import Dispatch
import Foundation

/// The terminal that the program runs in: keys one by one, the whole screen, and all as it was when it is left.
@MainActor
final class Terminal {
  enum Event {
    case bytes([UInt8])
    case resized
    /// The program was stopped, and goes on.
    case continued
    case ended(by: Int32)
  }

  /// Input, changes of the size, and signals.
  let events: AsyncStream<Event>
  private let saved: termios
  private var sources: [any DispatchSourceProtocol] = []
  private var shown: [String] = [], isOpen = false

  /// Takes control of the terminal. Nil if input or output isn't one.
  init?() {
    var settings = termios()
    let isDumb = ["", "dumb"].contains(ProcessInfo.processInfo.environment["TERM"] ?? "")
    guard StandardStream(descriptor: STDIN_FILENO).isTerminal, StandardStream.output.isTerminal, !isDumb,
      tcgetattr(STDIN_FILENO, &settings) == 0
    else { return nil }
    saved = settings
    let (events, sender) = AsyncStream.makeStream(of: Event.self)
    self.events = events
    takeControl()

    let queue = DispatchQueue(label: "terminal")
    // Sendable closures: others would be isolated to the main actor and trap on this queue.
    let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
    input.setEventHandler { @Sendable in
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      if count > 0 { sender.yield(.bytes(Array(bytes.prefix(count)))) }
      if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { sender.yield(.ended(by: SIGHUP)) }
    }
    sources.append(input)
    for number in [SIGWINCH, SIGCONT, SIGINT, SIGTERM, SIGHUP] {
      signal(number, SIG_IGN)  // the source receives it
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      let event: Event = number == SIGWINCH ? .resized : number == SIGCONT ? .continued : .ended(by: number)
      source.setEventHandler { @Sendable in sender.yield(event) }
      sources.append(source)
    }
    for source in sources { source.resume() }
  }

  /// Takes keys one by one, and the whole screen: the alternate one, without a cursor and without wrapping.
  func takeControl() {
    isOpen = true
    var settings = saved
    cfmakeraw(&settings)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    _ = StandardStream.output.send("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
  }

  /// Gives the terminal back, and stops the program as Ctrl-Z does, until the shell lets it go on. Then there is an
  /// event.
  func suspend() {
    giveBack()
    kill(0, SIGTSTP)
  }

  /// Columns and rows.
  var size: (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Makes the next frame draw all lines.
  func clear() { shown = [] }

  /// Draws the lines that have changed.
  func draw(_ lines: [LiveLine], inColour: Bool) {
    guard isOpen else { return }
    let texts = lines.map { $0.text(inColour: inColour) }
    let output = Self.codes(from: shown, to: texts)
    shown = texts
    if !output.isEmpty { _ = StandardStream.output.send(output) }
  }

  /// Returns what makes one screen of another. A line is cleared before it is written: the cursor stays on the last
  /// column of a full one, and clearing after it would erase that.
  static func codes(from old: [String], to new: [String]) -> String {
    let isOther = old.count != new.count
    return new.indices.filter { isOther || old[$0] != new[$0] }
      .reduce(isOther ? "\u{1B}[2J" : "") { $0 + "\u{1B}[\($1 + 1);1H\u{1B}[K\(new[$1])" }
  }

  /// Ends the input, and restores the terminal's settings and screen.
  func restore() {
    for source in sources { source.cancel() }
    giveBack()
  }

  private func giveBack() {
    guard isOpen else { return }
    isOpen = false
    _ = StandardStream.output.send("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    var settings = saved
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
  }
}
