import Foundation

/// What the loopback server sends, and how honestly.
package struct Answer: Sendable {
  /// How the answer goes over the wire.
  package enum Delivery: Hashable, Sendable {
    /// As it should.
    case whole
    /// Announced whole; the connection is closed after this many bytes of the body.
    case cut(after: Int)
    /// Announced whole; the connection is reset (RST) after this many bytes of the body.
    case reset(after: Int)
    /// Announced whole; nothing follows after this many bytes of the body until the client leaves.
    case stalled(after: Int)
    /// The whole body, announced with another length.
    case announced(length: Int)
    /// Announced without a length; the body is repeated until the client leaves.
    case endless
    /// Nothing is sent until the client leaves.
    case silent
    /// Nothing is sent; the connection is closed.
    case closed
  }

  /// The HTTP status.
  package var status: Int
  /// Header fields besides the length and the connection.
  package var headers: [String: String]
  /// What is sent.
  package var body: Data
  /// How it is sent.
  package var delivery: Delivery
  /// Called on the connection's thread when the answer is sent, or when the client has left before.
  package var afterwards: (@Sendable () -> Void)?

  /// An answer, honest unless said otherwise.
  package init(
    _ body: Data = Data(), status: Int = 200, headers: [String: String] = ["Content-Type": "application/json"],
    delivery: Delivery = .whole
  ) {
    self.body = body
    self.status = status
    self.headers = headers
    self.delivery = delivery
  }

  /// An answer with this text.
  package init(_ text: String, status: Int = 200) { self.init(Data(text.utf8), status: status) }

  /// The head as it goes over the wire.
  var head: String {
    var lines = ["HTTP/1.1 \(status) \(status < 400 ? "OK" : "No")"]
    lines += headers.map { "\($0.key): \($0.value)" }.sorted()
    switch delivery {
    case .whole, .cut, .reset, .stalled: lines.append("Content-Length: \(body.count)")
    case .announced(let length): lines.append("Content-Length: \(length)")
    case .endless, .silent, .closed: break
    }
    if delivery != .whole { lines.append("Connection: close") }
    return lines.joined(separator: "\r\n") + "\r\n\r\n"
  }
}
