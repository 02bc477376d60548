import GRDB
import ListEngine
import Reactive

/// What is kept on disk: messages, where each mailbox goes on, and what others have left for the list: pushes, other windows, a
/// notification extension. The list alone writes messages, so what it hears of the database is never its own echo.
public final class MailStore: Sendable {
  private let database: any DatabaseWriter

  /// - Parameter path: The database's file; nil keeps it in memory.
  public init(path: String? = nil) throws {
    var configuration = Configuration()
    // Others write to the file, too. Without this an observation that meets a lock ends, and so does a save.
    configuration.busyMode = .timeout(5)
    database =
      try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
      ?? DatabaseQueue(configuration: configuration)
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
        table.column("mailbox", .text).notNull()
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

  /// Saves what a list says of a mailbox, in the place of what was saved before, with what it has taken over of what was left for
  /// that mailbox; what was left for the other stays until that one is saved. Only rows that differ are written.
  public func save(_ saved: SavedSection<Message>, of mailbox: Mailbox, takenOver number: Int64) throws {
    try database.write { database in
      let ofMailbox = Column("mailbox") == mailbox.rawValue
      try Incoming.filter(ofMailbox && Column("number") <= number).deleteAll(database)
      var old = Dictionary(uniqueKeysWithValues: try Message.filter(ofMailbox).fetchAll(database).map { ($0.id, $0) })
      for message in saved.items where old.removeValue(forKey: message.id) != message { try message.save(database) }
      try Message.deleteAll(database, keys: old.keys)
      try database.execute(
        sql: "INSERT OR REPLACE INTO place (mailbox, cursor, number, total) VALUES (?, ?, ?, ?)",
        arguments: [mailbox.rawValue, saved.next?.cursor, saved.next?.number ?? 0, saved.totalItems])
    }
  }

  /// Leaves a message for the list, in whichever process it is.
  public func receive(_ message: Message) throws {
    try database.write { try Incoming(message).insert($0) }
  }

  /// Has the observation told of what other processes have left: of these SQLite says nothing by itself. An app calls it when it
  /// comes to the front.
  public func lookAgain() throws { try database.write { try $0.notifyChanges(in: Table("incoming")) } }

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
  public let mailbox: Mailbox
  public let message: Message

  init(_ message: Message) { (mailbox, self.message) = (message.mailbox, message) }
}
