import Foundation
import ListViewModelsTestSupport
import Testing

@testable import ListViewModelsServer

#if canImport(Glibc)
  import Glibc
#endif

@Suite("What a client of the loopback server sends", .timeLimit(.minutes(10)))
struct RequestTests {
  /// The requests in a text that arrives in pieces, and what follows them.
  private func read(_ text: String, inPiecesOf length: Int = .max, longestHead: Int = 65_536) -> [String] {
    var reader = RequestReader(longestHead: longestHead)
    var lines: [String] = []
    var rest = Data(text.utf8)
    while !rest.isEmpty {
      reader.receive(Data(rest.prefix(length)))
      rest = Data(rest.dropFirst(length))
      reading: while true {
        switch reader.next() {
        case .request(let request):
          lines.append("\(request.method) \(request.path) \(String(decoding: request.body, as: UTF8.self))")
        case .needsMore: break reading
        case .refused: return lines + ["refused"]
        }
      }
    }
    return lines
  }

  @Test(
    "requests come out in their order, with their fields, however the bytes are cut", arguments: [1, 2, 3, 7, .max])
  func whole(length: Int) throws {
    let text = "GET /a%20b?x=1+2&x=%C3%A9&y HTTP/1.1\r\nHost: x\r\nX-A:  b:c \r\n\r\n"
    let post = "POST /o HTTP/1.1\r\nContent-Length: 4\r\n\r\nGET GET /c HTTP/1.0\r\n\r\n"
    #expect(read(text + post, inPiecesOf: length) == ["GET /a b ", "POST /o GET ", "GET /c "])
    let request = try #require(Request(head: String(text.dropLast(2))))
    #expect(request.query == ["x": "é", "y": ""])
    #expect(request.headers == ["host": "x", "x-a": "b:c"])
  }

  @Test(
    "what is none is refused, and nothing after it is read",
    arguments: [
      "\r\n", "get / HTTP/1.1", "GET / HTTP/2", "GET  / HTTP/1.1", "GET /", "GET x HTTP/1.1", "GET /%FF HTTP/1.1",
      "G\u{E9}T / HTTP/1.1", "GET / HTTP/1.1 more", "\u{16}\u{3}\u{1}", " GET / HTTP/1.1",
      "GET / HTTP/1.1\r\nno colon", "GET / HTTP/1.1\r\n: no name",
    ])
  func malformed(head: String) {
    for length in [1, 5, .max] {
      #expect(read(head + "\r\n\r\nGET / HTTP/1.1\r\n\r\n", inPiecesOf: length) == ["refused"])
    }
  }

  @Test(
    "what two readers could cut differently is refused: a body is never taken for a request",
    arguments: [
      "Content-Length: +5", "Content-Length: 5, 5", "Content-Length: 5\r\nContent-Length: 40", "Content-Length: -1",
      "Content-Length: 0x5", "Content-Length: 99999999999999999999", "Content-Length: 1048577", "Content-Length:",
      "Content-Length : 5", "Content-Length: 5\u{A0}", "Content-Length: 5\r\n folded: 1", "Transfer-Encoding: chunked",
      "X: a\nContent-Length: 5",
      "X: a\rb", "X: a\u{0}b",
    ])
  func ambiguous(fields: String) {
    #expect(read("POST /a HTTP/1.1\r\n\(fields)\r\n\r\nGET / HTTP/1.1\r\n\r\n") == ["refused"])
  }

  @Test("a head that is too long is refused, also if all of it is there at once", arguments: [1, 64, .max])
  func longHead(length: Int) {
    func head(_ length: Int) -> String { "GET /\(String(repeating: "a", count: length - 18)) HTTP/1.1\r\n\r\n" }
    #expect(read(head(64), inPiecesOf: length, longestHead: 64).count == 1)
    #expect(read(head(65), inPiecesOf: length, longestHead: 64) == ["refused"])
  }

  @Test(
    "a malformed request is answered with 400, and its connection is closed", arguments: ["x\r\n\r\n", "\u{16}\u{3}"])
  func answered(bytes: String) throws {
    let connections = Connections { _ in Answer("never asked") }
    var ends: [Int32] = [0, 0]
    let stream: Int32 = 1  // SOCK_STREAM on Linux and Darwin; Glibc alone has a type of its own for it
    try #require(socketpair(AF_UNIX, stream, 0, &ends) == 0)
    let client = Socket(descriptor: ends[0])
    defer { client.close() }
    connections.serve(Socket(descriptor: ends[1]))
    #expect(client.sendAll(Data(bytes.utf8)))
    var answer = Data()
    while case let more = client.receive(), !more.isEmpty { answer += more }
    #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 400 "))
  }
}
