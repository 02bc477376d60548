import Dispatch
import Foundation

/// The terminal that the program runs in: keys one by one, the whole screen, and all as it was when it is left.
@MainActor
final class Terminal {
  enum Event {
    case bytes([UInt8])
    case resized
    case ended(by: Int32)
  }

  /// Input, changes of the size, and signals that end the program.
  let events: AsyncStream<Event>
  private let saved: termios
  private var sources: [any DispatchSourceProtocol] = []
  private var shown: [String] = []
  private var isOpen = true

  /// Takes control of the terminal. Nil if input or output isn't one.
  init?() {
    var settings = termios()
    let isDumb = ["", "dumb"].contains(ProcessInfo.processInfo.environment["TERM"] ?? "")
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, !isDumb, tcgetattr(STDIN_FILENO, &settings) == 0
    else { return nil }
    saved = settings
    let (events, sender) = AsyncStream.makeStream(of: Event.self)
    self.events = events
    cfmakeraw(&settings)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    // The alternate screen, no cursor, no wrapping.
    _ = StandardStream.output.send("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")

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
    for number in [SIGWINCH, SIGINT, SIGTERM, SIGHUP] {
      signal(number, SIG_IGN)  // the source receives it
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { @Sendable in sender.yield(number == SIGWINCH ? .resized : .ended(by: number)) }
      sources.append(source)
    }
    for source in sources { source.resume() }
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
    var output = shown.count == texts.count ? "" : "\u{1B}[2J"
    for (row, text) in texts.enumerated() where shown.count != texts.count || shown[row] != text {
      output += "\u{1B}[\(row + 1);1H\(text)\u{1B}[K"
    }
    shown = texts
    if !output.isEmpty { _ = StandardStream.output.send(output) }
  }

  /// Restores the terminal's settings and screen.
  func restore() {
    guard isOpen else { return }
    isOpen = false
    for source in sources { source.cancel() }
    _ = StandardStream.output.send("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    var settings = saved
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
  }
}
