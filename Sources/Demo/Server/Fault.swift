import Foundation

/// A fault of an answer. Its text can be passed on a command line.
///
/// | text | what happens |
/// |---|---|
/// | `404` `500` `503` | the status, with an error in TMDB's form |
/// | `429` `429:7` | too many requests; with a Retry-After: seconds or an HTTP date |
/// | `closed` `head-cut` | the connection is closed before the answer; in the middle of its head |
/// | `half` `wrong-length` `reset` | half of the body; a body shorter than announced; the connection is reset |
/// | `longest` | a body of 2^63 - 1 bytes is announced |
/// | `endless` `stalled` `silent` | the body never ends; it stops half-way; the answer never begins |
/// | `trailer` `fields` | the body's trailer never ends; 20,000 header fields |
/// | `empty` `html` `utf8` | an empty body; a web page; a byte that is invalid in UTF-8 |
/// | `code21` `code22` | TMDB's error with HTTP 200; its error for a page after the last |
/// | `other-page` | the page after the requested one |
/// | `redirect:URL` | a redirect |
/// | `latency:250` | the answer is delayed by this number of milliseconds |
package enum Fault: Hashable, Sendable {
  case status(Int)
  case tooManyRequests(retryAfter: String?)
  case closed, headCut, halfBody, wrongLength, reset, longest, endless, stalled, silent, endlessTrailer, manyFields
  case emptyBody, html, brokenUTF8
  case code21, code22
  case otherPage
  case redirect(to: String)
  case latency(milliseconds: Int)

  /// Applies the fault to an answer. ``ServiceRoutes`` applies `otherPage`, because it makes the pages.
  ///
  /// - Parameter failure: Makes the service's error from a status and TMDB's code.
  package func apply(
    to answer: Answer, failure: @Sendable (_ status: Int, _ code: Int) -> Answer = Answer.failure
  ) async -> Answer {
    var changed = answer
    switch self {
    case .status(let status):
      let codes = [401: 7, 404: 34, 500: 11, 502: 43, 503: 9, 504: 24]
      return failure(status, codes[status] ?? 15)
    case .tooManyRequests(let retryAfter):
      changed = failure(429, 25)
      changed.headers["Retry-After"] = retryAfter
    case .closed: changed.delivery = .closed
    // In the name of the field after the first one.
    case .headCut: changed.delivery = .headCut(after: answer.head.utf8.count - 10)
    case .longest: changed.delivery = .announced(length: .max)
    case .endlessTrailer: changed.delivery = .endlessTrailer
    case .manyFields: changed.delivery = .fields(count: 20_000)
    case .halfBody: changed.delivery = .cut(after: answer.body.count / 2)
    case .wrongLength: changed.delivery = .announced(length: answer.body.count + 100)
    case .reset: changed.delivery = .reset(after: answer.body.count / 2)
    case .endless: changed.delivery = .endless
    case .stalled: changed.delivery = .stalled(after: answer.body.count / 2)
    case .silent: changed.delivery = .silent
    case .emptyBody: changed.body = Data()
    case .html: changed.body = Data("<!DOCTYPE html><html><body>It works</body></html>".utf8)
    case .brokenUTF8: changed.body.insert(0xff, at: answer.body.count / 2)
    case .code21: return failure(200, 21)
    case .code22: return failure(400, 22)
    case .redirect(let target):
      changed = Answer(status: 302)
      changed.headers["Location"] = target
    case .latency(let milliseconds): try? await Task.sleep(for: .milliseconds(milliseconds))
    case .otherPage: break
    }
    return changed
  }
}

extension Fault: LosslessStringConvertible {
  private static let words: [String: Fault] = [
    "closed": .closed, "head-cut": .headCut, "half": .halfBody, "wrong-length": .wrongLength, "reset": .reset,
    "longest": .longest, "endless": .endless, "stalled": .stalled, "silent": .silent, "trailer": .endlessTrailer,
    "fields": .manyFields, "empty": .emptyBody, "html": .html, "utf8": .brokenUTF8, "code21": .code21,
    "code22": .code22, "other-page": .otherPage, "429": .tooManyRequests(retryAfter: nil),
  ]

  /// Reads the text of a fault. Nil if it is unknown.
  package init?(_ description: String) {
    let parts = description.split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first, parts.dropFirst().first) {
    case (let word?, nil):
      let status = Int(word).flatMap { 400...599 ~= $0 ? Fault.status($0) : nil }
      guard let fault = Self.words[word] ?? status else { return nil }
      self = fault
    case ("429", let retryAfter?): self = .tooManyRequests(retryAfter: retryAfter)
    case ("redirect", let target?): self = .redirect(to: target)
    case ("latency", let text?):
      guard let milliseconds = Int(text), milliseconds >= 0 else { return nil }
      self = .latency(milliseconds: milliseconds)
    default: return nil
    }
  }

  /// The text of the fault.
  package var description: String {
    switch self {
    case .status(let status): "\(status)"
    case .tooManyRequests(let retryAfter?): "429:\(retryAfter)"
    case .redirect(let target): "redirect:\(target)"
    case .latency(let milliseconds): "latency:\(milliseconds)"
    default: Self.words.first { $0.value == self }?.key ?? ""
    }
  }
}

extension Answer {
  /// Creates an error in TMDB's form.
  package static func failure(status: Int, code: Int) -> Answer {
    Answer(#"{"success": false, "status_code": \#(code), "status_message": "Loopback says no."}"#, status: status)
  }
}
