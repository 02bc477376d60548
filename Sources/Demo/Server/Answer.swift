import Foundation

/// An answer of the loopback server, and how it is delivered.
package struct Answer: Sendable {
  /// How an answer is delivered.
  package enum Delivery: Hashable, Sendable {
    /// Correctly.
    case whole
    /// With the full length announced. The connection is closed after this many bytes of the head.
    case headCut(after: Int)
    /// With the full length announced. The connection is closed after this many bytes of the body.
    case cut(after: Int)
    /// With the full length announced. The connection is reset (RST) after this many bytes of the body.
    case reset(after: Int)
    /// With the full length announced. After this many bytes of the body, nothing follows until the client leaves.
    case stalled(after: Int)
    /// With another length announced.
    case announced(length: Int)
    /// Without a length. The body is repeated until the client leaves.
    case endless
    /// Without a length, chunked. After the whole body a trailer follows that never ends.
    case endlessTrailer
    /// With this many header fields of its own before the body.
    case fields(count: Int)
    /// Not at all, until the client leaves.
    case silent
    /// Not at all. The connection is closed.
    case closed
  }

  /// The HTTP status.
  package var status: Int
  /// The header fields, without the length and the connection.
  package var headers: [String: String]
  /// The body.
  package var body: Data
  /// How the answer is delivered.
  package var delivery: Delivery
  /// Called on the connection's thread when the answer has been sent, or the client has left.
  package var afterwards: (@Sendable () -> Void)?

  /// Creates an answer.
  package init(
    _ body: Data = Data(), status: Int = 200, headers: [String: String] = ["Content-Type": "application/json"],
    delivery: Delivery = .whole
  ) {
    (self.body, self.status, self.headers, self.delivery) = (body, status, headers, delivery)
  }

  /// Creates an answer with a text.
  package init(_ text: String, status: Int = 200) { self.init(Data(text.utf8), status: status) }

  /// The head of the answer as it is sent.
  var head: String {
    var lines = ["HTTP/1.1 \(status) \(status < 400 ? "OK" : "No")"]
    lines += headers.map { "\($0.key): \($0.value)" }.sorted()
    switch delivery {
    case .whole, .headCut, .cut, .reset, .stalled: lines.append("Content-Length: \(body.count)")
    case .announced(let length): lines.append("Content-Length: \(length)")
    case .endlessTrailer: lines.append("Transfer-Encoding: chunked")
    case .fields(let count):
      lines.append("Content-Length: \(body.count)")
      lines += (0..<count).map { "X-Field-\($0): of no use" }
    case .endless, .silent, .closed: break
    }
    if delivery != .whole { lines.append("Connection: close") }
    return lines.joined(separator: "\r\n") + "\r\n\r\n"
  }
}
