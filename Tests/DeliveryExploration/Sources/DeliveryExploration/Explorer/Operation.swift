/// What a thread is about to do to something that other threads may touch, too.
struct Operation: Equatable {
  enum Kind { case read, write, lock, take }
  let kind: Kind
  /// What it is done to. Numbers follow the order in which objects are made, so that a schedule that is run again finds
  /// the same ones.
  let object: Int

  static func read(_ object: Int) -> Operation { Operation(kind: .read, object: object) }
  static func write(_ object: Int) -> Operation { Operation(kind: .write, object: object) }
  /// Waits until no other thread holds the lock.
  static func lock(_ object: Int) -> Operation { Operation(kind: .lock, object: object) }
  /// Waits until an action is in the queue.
  static func take(_ object: Int) -> Operation { Operation(kind: .take, object: object) }

  /// Whether the order of the two makes a difference.
  func conflicts(with other: Operation) -> Bool {
    object == other.object && (kind != .read || other.kind != .read)
  }
}
