import Foundation

/// How a request is made, sent and answered.
extension JSONService {
  func request(
    _ method: HTTPRequest.Method, _ path: String, _ query: [URLQueryItem], _ headers: [String: String] = [:],
    _ body: (any Encodable & Sendable)? = nil, _ mayBeRepeated: Bool? = nil, lane: String
  ) throws -> HTTPRequest {
    guard let url = address.url(path, query: query) else {
      throw ServiceError(.badConfiguration("the base URL and a path make no URL"))
    }
    guard headers.allSatisfy(\.key.isToken), headers.allSatisfy(\.value.isPrintableASCII) else {
      throw ServiceError(.badConfiguration("a header field has a character in it that none has"))
    }
    let names = Set(headers.keys.map { $0.lowercased() })
    guard names.count == headers.count else {
      throw ServiceError(.badConfiguration("a header field is given twice"))
    }
    var request = HTTPRequest(url)
    request.method = method
    request.headers = ["Accept": "application/json"]
    if let body {
      request.headers["Content-Type"] = "application/json"
      do { request.body = try encoder.encode(body) } catch {
        throw ServiceError(.badConfiguration("the body cannot be encoded"))
      }
    }
    request.headers = request.headers.filter { !names.contains($0.key.lowercased()) }.merging(headers) { $1 }
    request.mayBeRepeated = mayBeRepeated
    request.lane = lane
    return request
  }

  /// Sends a request, and once more with a new token after a 401, and reads the answer.
  func exchange<Value: Sendable>(
    _ read: (Data) throws -> Value, of makeRequest: () throws -> HTTPRequest
  ) async throws -> Value {
    try await ServiceError.naming(address.host) {
      var request = try makeRequest()
      var issued = try await token?.token(insteadOf: nil)
      var secrets = [issued?.token]
      func redacted(_ text: String) -> String { secrets.reduce(request.redacted(text)) { $1?.redacted($0) ?? $0 } }
      do {
        var answer = try await send(&request, with: issued)
        if answer.status == 401, let refused = issued, let token {
          let doubt = answer.doubt
          do {
            issued = try await token.token(insteadOf: refused)
            secrets.append(issued?.token)
            answer = try await send(&request, with: issued)
            answer.doubt = answer.doubt ?? doubt
          } catch is SameToken {  // the 401 stands
          } catch let error as ServiceError {
            throw error.inDoubt(doubt)
          }
        }
        do {
          guard 200..<300 ~= answer.status else { throw refusal(answer) }
          return try read(answer.body)
        } catch let error as ServiceError {
          throw completed(error, answer, redacted).inDoubt(answer.doubt)
        }
      } catch let error as ServiceError {
        throw error.redacted(redacted, at: address.host)
      }
    }
  }

  private func send(_ request: inout HTTPRequest, with issued: TokenSource.Issued?) async throws -> HTTPAnswer {
    request.token = issued?.token
    return try await client.send(request)
  }

  private func refusal(_ answer: HTTPAnswer) -> ServiceError {
    let retryAfter = RetryAfter.duration(answer.headers["retry-after"], now: Date())
    return ServiceError(
      .refused(status: answer.status, code: explain(answer.body).code, retryAfter: retryAfter))
  }

  /// Adds the status and the reason to an error, without the secrets that the service may have quoted.
  ///
  /// The reason is read once more from the body: in the error it has been shortened, and a token that was cut may not be
  /// found.
  private func completed(
    _ error: ServiceError, _ answer: HTTPAnswer, _ redacted: (String) -> String
  ) -> ServiceError {
    guard case .refused(let status, let code, _, let retryAfter) = error.kind else { return error }
    let reason = explain(answer.body).reason.map(redacted)
    return ServiceError(
      .refused(status: status ?? answer.status, code: code, reason: reason, retryAfter: retryAfter), host: error.host)
  }
}

extension [URLQueryItem] {
  /// The query items of the values that aren't nil, sorted by name.
  init(_ values: [String: String?]) {
    self = values.sorted { $0.key < $1.key }.compactMap { name, value in
      value.map { URLQueryItem(name: name, value: $0) }
    }
  }
}

extension String {
  /// Whether the text is a token, as names of header fields are (RFC 9110, section 5.6.2).
  fileprivate var isToken: Bool {
    !isEmpty && utf8.allSatisfy { 0x21...0x7e ~= $0 && !#""(),/:;<=>?@[\]{}"#.utf8.contains($0) }
  }

  fileprivate var isPrintableASCII: Bool { utf8.allSatisfy { 0x20...0x7e ~= $0 } }
}
