import ViewModels

/// A message of the sample mailbox.
package struct SampleMail: Identifiable, Equatable, Sendable {
  package let id: Int
  package let subject: String
  package var isRead = false
}

/// A mailbox on a service that is slow and fails: half of what is written is refused the first time, and an answer says
/// what was there when it was asked for. The seed decides all of it.
@MainActor
package final class SampleMailbox {
  /// Something that was done on the service.
  package enum Effect: Hashable, Sendable {
    case deleted(Int), read(Int)
  }

  private let service: UnreliableService
  private let seed: UInt64
  private var mails: [SampleMail]
  private var received = 0
  /// How often each was done.
  package private(set) var effects: [Effect: Int] = [:]

  package init(time: any SampleTime, seed: UInt64, count: Int = 30) {
    self.seed = seed
    service = UnreliableService(time: time, seed: seed, name: "mail")
    mails = (0..<count).map { SampleMail(id: $0, subject: SampleWords.title($0, seed: seed)) }
  }

  /// The messages that the service holds now.
  package var messages: [SampleMail] { mails }

  /// A message comes in.
  package func receive() -> SampleMail {
    received += 1
    let mail = SampleMail(id: 1_000 + received, subject: SampleWords.title(500 + received, seed: seed))
    mails.insert(mail, at: 0)
    return mail
  }

  /// Ten messages, from the one after the cursor on, as they were when they were asked for.
  package func page(after cursor: String?) async throws -> Page<SampleMail> {
    let first = cursor.flatMap { Int($0) }.flatMap { id in mails.firstIndex { $0.id == id } }.map { $0 + 1 } ?? 0
    let page = mails.dropFirst(first).prefix(10)
    let isLast = first + page.count == mails.count
    try await service.answer("page \(cursor ?? "")", fails: 15)
    return Page(items: Array(page), nextCursor: isLast ? nil : page.last.map { "\($0.id)" })
  }

  /// Deletes a message, unless the task has been cancelled by then.
  package func delete(_ id: Int) async throws {
    try await service.answer("delete \(id)", fails: 50)
    mails.removeAll { $0.id == id }
    effects[.deleted(id), default: 0] += 1
  }

  package func markRead(_ id: Int) async throws {
    try await service.answer("read \(id)", fails: 50)
    guard let index = mails.firstIndex(where: { $0.id == id }) else { return }
    mails[index].isRead = true
    effects[.read(id), default: 0] += 1
  }
}
