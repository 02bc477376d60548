import Foundation
import Reactive

/// What a debug build says to the developer on standard error, once for each subject.
enum DebugNotice {
  private static let told = Lock<Set<String>>([])

  /// - Returns: Whether it was said now.
  @discardableResult
  static func tell(_ subject: String, _ text: @autoclosure () -> String) -> Bool {
    guard told.withLock({ $0.insert(subject).inserted }) else { return false }
    FileHandle.standardError.write(Data("ListEngine: \(text())\n".utf8))
    return true
  }

  static func hasTold(_ subject: String) -> Bool { told.withLock { $0.contains(subject) } }
}
