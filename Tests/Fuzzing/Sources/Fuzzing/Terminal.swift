import Foundation

@testable import Demo
@testable import ListEngine
@testable import ViewModels

/// Any input of a terminal is keys or nothing; the same ones however it is cut. The first byte is the pieces' length.
func fuzzKeys(_ bytes: Bytes) {
  var bytes = bytes
  let length = 1 + Int(bytes.byte()) % 16
  var whole = Array(bytes.rest), rest = bytes.rest
  let keys = LiveKey.read(&whole)
  var (cut, waiting): ([LiveKey], [UInt8]) = ([], [])
  while !rest.isEmpty {
    waiting += rest.prefix(length)
    rest = rest.dropFirst(length)
    cut += LiveKey.read(&waiting)
    require(waiting.count <= 32, "\(waiting.count) bytes wait for the end of a sequence")
  }
  require(cut == keys && waiting == whole, "in pieces of \(length): \(cut) \(waiting), whole: \(keys) \(whole)")
}

/// Any words are arguments, or an error that can be shown. Each line of the input is a word.
func fuzzArguments(_ bytes: Bytes) {
  var (bytes, words) = (bytes, [String]())
  while !bytes.rest.isEmpty { words.append(bytes.line()) }
  do {
    let arguments = try Arguments(words)
    if let address = arguments.address {
      let url = address.url("movie/popular")
      let host = url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }?.host
      require(url == nil || host == address.host, "\(address) asks \(host ?? "nothing")")
    }
    for fault in arguments.faults { require(!fault.description.isEmpty, "a fault without a name") }
  } catch {
    let text = error.description
    require(isSame(text, text.presentable()), "not presentable: \(text.debugDescription)")
    require(text.unicodeScalars.count <= 250, "\(text.unicodeScalars.count) characters: \(text)")
  }
  for word in words {
    if let token = try? AccessToken(word) { require("\(token)" == "<access token>", "a token was printed") }
    if let hook = try? WebHook(word) {
      require("\(hook)" == "<web hook>" && !hook.redacted(word).contains(word), "a web hook was printed: \(word)")
    }
  }
}
