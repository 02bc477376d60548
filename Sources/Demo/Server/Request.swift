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
  package var number: Int

  /// Reads the head of a request without its empty line. Nil if it isn't one.
  init?(head: String, number: Int) {
    let lines = head.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else { return nil }
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = String(target[0]).removingPercentEncoding else { return nil }
    method = String(words[0])
    self.path = path
    self.number = number
    query = target.count < 2 ? [:] : Self.query(target[1])
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
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
