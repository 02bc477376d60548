import Foundation

/// A secret that a service knows its callers by. It never prints: not as text, not in a mirror, not in `dump`.
///
/// ```swift
/// let token = try AccessToken(contentsOf: URL(fileURLWithPath: "token.txt"))
/// print("using \(token)")  // using <access token>
/// ```
public struct AccessToken: Sendable {
  /// How a service wants to be told the token.
  public enum Scheme: String, Sendable {
    /// As TMDB does.
    case bearer = "Bearer"
    /// As Unsplash does.
    case clientID = "Client-ID"
  }

  private let secret: String
  private let scheme: Scheme

  /// A token, taken as it is.
  ///
  /// - Throws: ``ServiceError``, `badConfiguration`, if it is empty, or holds a line break, a blank or anything else
  ///   that no token has: sent, it would end the header or the request.
  public init(_ secret: String, scheme: Scheme = .bearer) throws {
    guard !secret.isEmpty else { throw ServiceError(.badConfiguration("the token is empty")) }
    guard !secret.utf8.contains(where: { $0 == 0x0a || $0 == 0x0d }) else {
      throw ServiceError(.badConfiguration("the token has a line break in it"))
    }
    guard secret.utf8.allSatisfy({ 0x21...0x7e ~= $0 }) else {
      throw ServiceError(.badConfiguration("the token has a character in it that no token has"))
    }
    self.secret = secret
    self.scheme = scheme
  }

  /// The token that a file holds; one line break at its end is the file's, not the token's.
  ///
  /// - Throws: ``ServiceError``, `badConfiguration`, if the file cannot be read or does not hold a token.
  public init(contentsOf file: URL, scheme: Scheme = .bearer) throws {
    guard let data = try? Data(contentsOf: file), var text = String(data: data, encoding: .utf8) else {
      throw ServiceError(.badConfiguration("the token file cannot be read"))
    }
    // "\r\n" is one character.
    if text.last?.isNewline == true { text.removeLast() }
    try self.init(text, scheme: scheme)
  }

  /// The value of the `Authorization` header field.
  var headerValue: String { "\(scheme.rawValue) \(secret)" }

  /// A text in which the token, should it occur, is blacked out. Services do quote what they reject.
  func redacted(_ text: String) -> String { text.replacingOccurrences(of: secret, with: "<access token>") }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Says what it is, never what it holds.
  public var description: String { "<access token>" }
  /// Says what it is, never what it holds.
  public var debugDescription: String { description }
  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
