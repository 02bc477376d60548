/// Something of an app's that must not be released while a lock is held: a value's payload, or what a subscriber owns.
final class Token: Sendable {
  nonisolated(unsafe) private static var living = 0
  let name: String

  init(_ name: String) {
    self.name = name
    Token.living += 1
  }

  deinit {
    Token.living -= 1
    if Explorer.isLocked { Explorer.violations.append("\(name) is released under a lock") }
  }

  /// Objects if some are left when a world has let go of everything.
  static func expectNone() {
    if living != 0 { Explorer.violations.append("\(living) objects are never released") }
    living = 0
  }
}

/// A value with something that can be released.
struct Value: Sendable {
  let number: Int
  let token: Token

  init(_ number: Int) { (self.number, token) = (number, Token("value \(number)")) }
}
