import ListEngine
import Synchronization

/// A mail service that is slow, refuses each write the first time, and can't be reached without a network.
public final class MailService: Sendable {
  public struct Refused: Error, CustomStringConvertible { public let description = "the service is busy" }
  public struct Offline: Error, CustomStringConvertible { public let description = "you are offline" }

  private struct State {
    var messages: [Message]
    var refused: Set<String> = []
    var effects: [String: Int] = [:]
    var tries = 0
  }

  private let state: Mutex<State>
  private let clock: any Clock<Duration>
  private let delay: Duration
  private let isThere: Bool

  public init(
    messages: Int = 60, delay: Duration = .milliseconds(20), clock: any Clock<Duration> = ContinuousClock(),
    isThere: Bool = true
  ) {
    let all = (1...messages).map { id in
      Message(
        id: id, mailbox: id % 3 == 0 ? .archive : .inbox,
        subject: "\(["Invoice", "Lunch", "Minutes", "Trip"][id % 4]) \(id)",
        date: 10_000 - id)
    }
    state = Mutex(State(messages: all))
    (self.clock, self.delay, self.isThere) = (clock, delay, isThere)
  }

  /// What the service holds.
  public var messages: [Message] { state.withLock { $0.messages } }
  /// How many writes have arrived, refused ones too.
  public var tries: Int { state.withLock { $0.tries } }
  /// How often each write has taken effect.
  public var effects: [String: Int] { state.withLock { $0.effects } }

  /// Ten messages after the cursor, newest first.
  public func page(of mailbox: Mailbox, after page: PageKey, matching text: String = "") async throws -> Page<Message> {
    try await answer(to: nil)
    let all = messages.filter {
      $0.mailbox == mailbox && (text.isEmpty || $0.subject.lowercased().contains(text.lowercased()))
    }.sorted { $0.date > $1.date }
    let first = page.cursor.flatMap { Int($0) }.flatMap { id in all.firstIndex { $0.id == id } }.map { $0 + 1 } ?? 0
    let items = Array(all.dropFirst(first).prefix(10))
    let isLast = first + items.count >= all.count
    return Page(items: items, nextCursor: isLast ? nil : items.last.map { "\($0.id)" }, totalItems: all.count)
  }

  public func delete(_ id: Int) async throws {
    try await write("delete \(id)") { $0.removeAll { $0.id == id } }
  }

  public func set(_ message: Message) async throws {
    try await write("set \(message.id) \(message.isRead) \(message.isFavourite)") { messages in
      if let index = messages.firstIndex(where: { $0.id == message.id }) { messages[index] = message }
    }
  }

  /// A message comes in.
  public func push() -> Message {
    state.withLock { state in
      let id = (state.messages.map(\.id).max() ?? 0) + 1_000
      let message = Message(id: id, mailbox: .inbox, subject: "Pushed \(id)", date: 10_000 + id)
      state.messages.append(message)
      return message
    }
  }

  private func write(_ what: String, _ change: (inout [Message]) -> Void) async throws {
    try await answer(to: what)
    state.withLock { state in
      change(&state.messages)
      state.effects[what, default: 0] += 1
    }
  }

  private func answer(to write: String?) async throws {
    try await clock.sleep(for: delay)
    try Task.checkCancellation()
    guard isThere else { throw Offline() }
    guard let write else { return }
    let isRefused = state.withLock { state in
      state.tries += 1
      return state.refused.insert(write).inserted
    }
    if isRefused { throw Refused() }
  }
}
