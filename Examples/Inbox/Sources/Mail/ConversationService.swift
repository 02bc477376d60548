import ListEngine
import Synchronization

/// One line of a conversation. Whoever writes it gives it its id, so that the service knows it again when it is sent twice.
public struct Line: Identifiable, Equatable, Sendable {
  public let id: Int
  public let text: String

  public init(id: Int, text: String) { (self.id, self.text) = (id, text) }
}

/// A service that is slow, and refuses every third request.
public final class ConversationService: Sendable {
  private struct State {
    var lines: [Line]
    var requests = 0
  }

  private let state: Mutex<State>
  private let clock: any Clock<Duration>
  private let delay: Duration

  public init(lines: Int = 60, delay: Duration = .milliseconds(20), clock: any Clock<Duration> = ContinuousClock()) {
    state = Mutex(State(lines: (1...lines).map { Line(id: $0, text: "Line \($0)") }))
    (self.clock, self.delay) = (clock, delay)
  }

  /// What the service holds, from the oldest line to the newest.
  public var lines: [Line] { state.withLock { $0.lines } }

  /// Ten lines: those before the one that the cursor names, those after it, or, where a section begins, those around it;
  /// around the newest line without a cursor, as when one has expired.
  public func lines(_ page: PageKey) async throws -> Page<Line> {
    let all = lines
    try await answer()
    let cursor = page.cursor ?? all.last.map { "\($0.id)" }
    guard let named = all.firstIndex(where: { cursor == "\($0.id)" }) else { throw LoadError.expiredCursor }
    let first = page.isPrevious ? named - 10 : page.number == 1 ? named - 5 : named + 1
    let range = max(0, first)..<(page.isPrevious ? named : min(max(0, first) + 10, all.count))
    return Page(
      items: Array(all[range]), previousCursor: range.lowerBound > 0 ? "\(all[range.lowerBound].id)" : nil,
      nextCursor: range.upperBound < all.count ? all[range].last.map { "\($0.id)" } : nil)
  }

  public func send(_ line: Line) async throws {
    try await answer()
    receive(line)
  }

  /// Takes a line in, once.
  public func receive(_ line: Line) {
    state.withLock { state in
      if !state.lines.contains(where: { $0.id == line.id }) { state.lines.append(line) }
    }
  }

  private func answer() async throws {
    let number = state.withLock { state in
      state.requests += 1
      return state.requests
    }
    try await clock.sleep(for: delay)
    try Task.checkCancellation()
    if number.isMultiple(of: 3) { throw MailService.Refused() }
  }
}
