import Foundation

/// What a connection has received, cut into requests. A value: bytes go in, requests come out, the same ones however the
/// bytes were cut on their way.
///
/// What RFC 9112 lets two readers cut differently is refused, so that no byte of one request is taken for another: a
/// length that isn't plain digits or comes twice, a transfer coding, a space before a colon, a folded line.
struct RequestReader {
  enum Next {
    case request(Request)
    case needsMore
    /// For good: where the next request would begin is unknown.
    case refused
  }

  private static let headEnd = Data("\r\n\r\n".utf8)
  private let longestHead, longestBody: Int
  private var received = Data()
  /// How many bytes have been searched for the end of the head.
  private var searched = 0
  /// The request whose head has been read, and the length of its body.
  private var current: (request: Request, length: Int)?
  private var isRefused = false

  /// - Parameters:
  ///   - longestHead: How many bytes a head may have, with its empty line.
  ///   - longestBody: How many bytes a body may have.
  init(longestHead: Int = 65_536, longestBody: Int = 1_048_576) {
    (self.longestHead, self.longestBody) = (longestHead, longestBody)
  }

  mutating func receive(_ bytes: Data) { received.append(bytes) }

  /// Takes the next request out.
  mutating func next() -> Next {
    if current == nil, !isRefused { readHead() }
    guard !isRefused else { return .refused }
    guard let (request, length) = current, received.count >= length else { return .needsMore }
    var whole = request
    whole.body = Data(received.prefix(length))
    received = Data(received.dropFirst(length))
    (current, searched) = (nil, 0)
    return .request(whole)
  }

  private mutating func readHead() {
    // No method begins with anything else. A TLS handshake never has an end that one could wait for.
    guard received.first.map({ UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }) ?? true else { return isRefused = true }
    let part = received.prefix(longestHead)
    guard let end = part.range(of: Self.headEnd, in: max(0, searched - 3)..<part.count) else {
      searched = part.count
      return isRefused = part.count == longestHead
    }
    guard let head = String(data: part[..<end.lowerBound], encoding: .utf8), let request = Request(head: head),
      let length = Self.length(of: request), length <= longestBody
    else { return isRefused = true }
    received = Data(received[end.upperBound...])
    current = (request, length)
  }

  private static func length(of request: Request) -> Int? {
    guard request.headers["transfer-encoding"] == nil else { return nil }
    guard let text = request.headers["content-length"] else { return 0 }
    return text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(text) : nil
  }
}
