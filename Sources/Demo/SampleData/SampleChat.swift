import ViewModels

/// A message of the sample conversation.
package struct SampleMessage: Identifiable, Equatable, Sendable {
  package let id: Int
  package let text: String

  package init(id: Int, text: String) { (self.id, self.text) = (id, text) }
}

/// A conversation on a service that is slow and fails. Its messages stand in the order in which they came; a page is asked
/// for around a message, before one or after one, and an answer says what was there when it was asked for.
@MainActor
package final class SampleChat {
  private let service: UnreliableService
  private let seed: UInt64
  private var received = 0
  /// From the oldest to the newest.
  package private(set) var messages: [SampleMessage]

  package init(time: any SampleTime, seed: UInt64, count: Int = 90) {
    self.seed = seed
    service = UnreliableService(time: time, seed: seed, name: "chat")
    messages = (0..<count).map { SampleMessage(id: $0, text: SampleWords.title($0, seed: seed)) }
  }

  /// Somebody else writes.
  package func receive() -> SampleMessage {
    received += 1
    let message = SampleMessage(id: 1_000 + received, text: SampleWords.title(500 + received, seed: seed))
    messages.append(message)
    return message
  }

  /// Takes a message in. One that it holds already is the same message, sent again.
  package func send(_ message: SampleMessage) async throws {
    try await service.answer("send \(message.id)", fails: 50)
    if !messages.contains(where: { $0.id == message.id }) { messages.append(message) }
  }

  /// Ten messages: before or after the one that the cursor names, or around it if the section begins there.
  package func page(_ key: PageKey) async throws -> Page<SampleMessage> {
    let named = key.cursor.flatMap { Int($0) }.flatMap { id in messages.firstIndex { $0.id == id } } ?? messages.count
    // The page that one begins with lies around its message.
    let first = key.isPrevious ? named - 10 : key.number == 1 ? named - 5 : named + 1
    let end = key.isPrevious ? named : min(max(0, first) + 10, messages.count)
    let page = messages[max(0, first)..<end]
    let isLast = end == messages.count
    try await service.answer("page \(key)", fails: 15)
    return Page(
      items: Array(page), previousCursor: first > 0 ? page.first.map { "\($0.id)" } : nil,
      nextCursor: isLast ? nil : page.last.map { "\($0.id)" })
  }
}
