import Foundation

@testable import ListViewModelsServer

/// Any bytes are requests, a wish for more, or refused; the same ones however they are cut; and a client that writes a
/// request correctly is understood.
///
/// The first byte is the length of the pieces. The limits are small, so that inputs reach them.
func fuzzRequests(_ bytes: Bytes) {
  var bytes = bytes
  let length = 1 + Int(bytes.byte())
  let whole = read([Data(bytes.rest)])
  var rest = bytes.rest
  var pieces: [Data] = []
  while !rest.isEmpty {
    pieces.append(Data(rest.prefix(length)))
    rest = rest.dropFirst(length)
  }
  let cut = read(pieces)
  require(whole == cut, "in pieces of \(length): \(cut), whole: \(whole)")
}

private let (longestHead, longestBody) = (200, 40)

/// What a reader makes of bytes: a line for each request, and what follows.
private func read(_ pieces: [Data]) -> [String] {
  var reader = RequestReader(longestHead: longestHead, longestBody: longestBody)
  var lines: [String] = []
  for piece in pieces {
    reader.receive(piece)
    reading: while true {
      switch reader.next() {
      case .request(let request): lines.append(describe(request))
      case .needsMore: break reading
      case .refused: return lines + ["refused"]
      }
    }
  }
  return lines
}

private func describe(_ request: Request) -> String {
  require(!request.method.isEmpty && request.method.allSatisfy { $0.isASCII && !$0.isWhitespace }, request.method)
  require(request.path.hasPrefix("/"), "the path \(request.path.debugDescription)")
  require(request.body.count <= longestBody, "\(request.body.count) bytes of a body")
  require(request.headers["content-length"].map { Int($0) == request.body.count } ?? request.body.isEmpty, "the length")
  for (name, value) in request.headers {
    let isPlain = name.utf8.allSatisfy { 0x21...0x7e ~= $0 } && !value.utf8.contains { $0 == 0x0a || $0 == 0x0d }
    require(isPlain && name == name.lowercased() && !name.isEmpty, "the field \(name.debugDescription)")
  }
  let fields = request.headers.sorted { $0.key < $1.key }, query = request.query.sorted { $0.key < $1.key }
  return "\(request.method) \(request.path.debugDescription) \(query) \(fields) \(Array(request.body))"
}
