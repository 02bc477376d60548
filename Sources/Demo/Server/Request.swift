import Foundation

/// A request to the loopback server.
package struct Request: Sendable {
  /// The method, such as GET.
  package var method: String
  /// The path without the query, with percent escapes decoded.
  package var path: String
  /// The query, with percent escapes and pluses decoded. The last value of a repeated name wins.
  package var query: [String: String]
  /// The header fields, with names in lower case.
  package var headers: [String: String] = [:]
  /// The body.
  package var body = Data()
  /// The number of the request at this server, from 1.
  package var number = 0

  /// Reads the head of a request without its empty line. Nil if it isn't one.
  init?(head: String) {
    let lines = head.components(separatedBy: "\r\n")
    // A bare line break or the end of a text in C would make two lines of one elsewhere.
    let isText = lines.joined().unicodeScalars.allSatisfy { $0 == "\t" || $0.properties.generalCategory != .control }
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard isText, words.count == 3, Self.isToken(words[0]), words[1].hasPrefix("/"), words[2].hasPrefix("HTTP/1.")
    else {
      return nil
    }
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = String(target[0]).removingPercentEncoding else { return nil }
    method = String(words[0])
    self.path = path
    query = target.count < 2 ? [:] : Self.query(target[1])
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), Self.isToken(line[..<colon]) else { return nil }
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
      guard headers.updateValue(value, forKey: name) == nil || name != "content-length" else { return nil }
    }
  }

  /// Whether a text is a token, as names and methods are (RFC 9110, section 5.6.2).
  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { 0x21...0x7e ~= $0 && !#""(),/:;<=>?@[\]{}"#.utf8.contains($0) }
  }

  private static func query(_ text: Substring) -> [String: String] {
    text.split(separator: "&").reduce(into: [:]) { query, pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? String($0)
      }
      query[parts[0]] = parts.count > 1 ? parts[1] : ""
    }
  }
}
