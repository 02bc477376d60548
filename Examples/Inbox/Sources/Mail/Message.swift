import GRDB

/// The mailboxes, which are sections.
public enum Mailbox: String, CaseIterable, Codable, Sendable { case inbox, archive }

/// A message, as the service sends it and the database keeps it.
public struct Message: Identifiable, Equatable, Codable, Sendable {
  public let id: Int
  public var mailbox: Mailbox
  public var subject: String
  /// Seconds since some beginning.
  public var date: Int
  public var isRead = false
  public var isFavourite = false

  public init(id: Int, mailbox: Mailbox, subject: String, date: Int) {
    (self.id, self.mailbox, self.subject, self.date) = (id, mailbox, subject, date)
  }
}

extension Message: FetchableRecord, PersistableRecord {
  public static let databaseTableName = "message"
}
