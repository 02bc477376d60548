import Foundation

/// What is done about queues of subjects and operators that get long.
@usableFromInline
package enum LongQueue {
  /// A queue that was longer gives its memory back once it has been delivered.
  @inlinable static var kept: Int { 1_024 }
  /// What becomes of a warning.
  package static let warning = Lock<@Sendable (String) -> Void> {
    FileHandle.standardError.write(Data(($0 + "\n").utf8))
  }

  /// Warns, in a debug build, when a queue passes 100,000 events: more is sent then than is ever delivered.
  @inlinable @inline(__always) static func note(_ count: Int, of name: String) {
    #if DEBUG
      if count == 100_001 { warn(of: name) }
    #endif
  }

  @usableFromInline static func warn(of name: String) {
    let warn = warning.withLock { $0 }
    warn("Reactive: more than 100,000 events wait in a \(name). Send less, or give slow work a queue of its own.")
  }
}
