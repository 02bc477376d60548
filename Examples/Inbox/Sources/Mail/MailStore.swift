import GRDB
import ListEngine
import Reactive

/// What is kept on disk: messages, where each mailbox goes on, and what others have left for the list: pushes, other windows, a
/// share extension. The list alone writes messages, so what it hears of the database is never its own echo.
public final class MailStore: Sendable {
  private let database: any DatabaseWriter

  /// - Parameter path: The database's file; nil keeps it in memory.
  public init(path: String? = nil) throws {
    database = try path.map { try DatabaseQueue(path: $0) } ?? DatabaseQueue()
    var migrator = DatabaseMigrator()
    migrator.registerMigration("messages") { database in
      try database.create(table: "message") { table in
        table.primaryKey("id", .integer)
        table.column("mailbox", .text).notNull().indexed()
        table.column("subject", .text).notNull()
        table.column("date", .integer).notNull()
        table.column("isRead", .boolean).notNull()
        table.column("isFavourite", .boolean).notNull()
      }
      try database.create(table: "incoming") { table in
        table.autoIncrementedPrimaryKey("number")
        table.column("message", .blob).notNull()
      }
      try database.create(table: "place") { table in
        table.primaryKey("mailbox", .text)
        table.column("cursor", .text)
        table.column("number", .integer).notNull()
        table.column("total", .integer)
      }
    }
    try migrator.migrate(database)
  }

  /// What was saved of a mailbox; nil if it never was.
  public func saved(_ mailbox: Mailbox) throws -> SavedSection<Message>? {
    try database.read { database in
      guard
        let place = try Row.fetchOne(
          database, sql: "SELECT * FROM place WHERE mailbox = ?", arguments: [mailbox.rawValue])
      else { return nil }
      let number: Int = place["number"]
      return SavedSection(
        items: try Message.filter(Column("mailbox") == mailbox.rawValue).order(Column("date").desc).fetchAll(database),
        next: number == 0 ? nil : PageKey(number: number, cursor: place["cursor"]), totalItems: place["total"])
    }
  }

  /// Saves what a list says of a mailbox, in the place of what was saved before, with what it has taken over of what came in.
  public func save(_ saved: SavedSection<Message>, of mailbox: Mailbox, takenOver number: Int64) throws {
    try database.write { database in
      try Incoming.filter(Column("number") <= number).deleteAll(database)
      try Message.filter(Column("mailbox") == mailbox.rawValue).deleteAll(database)
      for message in saved.items { try message.save(database) }
      try database.execute(
        sql: "INSERT OR REPLACE INTO place (mailbox, cursor, number, total) VALUES (?, ?, ?, ?)",
        arguments: [mailbox.rawValue, saved.next?.cursor, saved.next?.number ?? 0, saved.totalItems])
    }
  }

  /// Leaves a message for the list, whoever has it.
  public func receive(_ message: Message) throws {
    try database.write { try Incoming(message: message).insert($0) }
  }

  /// What has been left and not been taken over, in order, and whenever there is more, on the main actor.
  @MainActor
  public func observe(
    _ hear: @escaping @MainActor ([Incoming]) -> Void, fails: @escaping @MainActor (any Error) -> Void
  ) -> AnyCancellable {
    let token = ValueObservation.tracking { try Incoming.order(Column("number")).fetchAll($0) }
      .start(in: database, scheduling: .mainActor, onError: fails, onChange: hear)
    return AnyCancellable { token.cancel() }
  }
}

/// A message that was left for the list.
public struct Incoming: Codable, Sendable, FetchableRecord, PersistableRecord {
  public var number: Int64?
  public let message: Message
}
