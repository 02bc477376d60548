import Foundation

/// A secret that identifies the caller to a service. It never prints: not as text, not in a mirror, not in `dump`.
///
/// ```swift
/// let token = try AccessToken(contentsOf: URL(fileURLWithPath: "token.txt"))
/// print("using \(token)")  // using <access token>
/// ```
public struct AccessToken: Sendable {
  /// The scheme of the `Authorization` header field.
  public enum Scheme: String, Sendable {
    /// `Bearer`, as in RFC 6750.
    case bearer = "Bearer"
    /// `Client-ID`, which some services use for public data.
    case clientID = "Client-ID"
  }

  private let secret: String
  private let scheme: Scheme

  /// Creates a token from a text, which is sent unchanged.
  ///
  /// - Throws: ``ServiceError``, `badConfiguration`, if the text is empty or has a line break, a space or any other
  ///   character outside printable ASCII. Such a character could end the header field or the request.
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

  /// Reads a token from a file. One line break at the end of the file is ignored.
  ///
  /// - Throws: ``ServiceError``, `badConfiguration`, if the file can't be read or doesn't hold a token.
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

  /// Returns the text with the token blacked out, also where it is cut or percent-encoded. Services quote what they
  /// reject.
  func redacted(_ text: String) -> String { Redaction([secret])(text, by: description) }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A fixed text without the secret.
  public var description: String { "<access token>" }
  /// A fixed text without the secret.
  public var debugDescription: String { description }
  /// An empty mirror.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
