/// The content of a TMDB answer.
///
/// TMDB sends errors as `{success: false, status_code, status_message}`, code 21 even with HTTP 200, so each answer is
/// checked for an error before its content is read.
struct TMDBAnswer<Content: Decodable>: Decodable {
  let content: Content

  /// - Throws: `ServiceError`, `refused` without a status, if the answer is an error.
  init(from decoder: any Decoder) throws {
    if let status = try? TMDBStatus(from: decoder), status.isFailure {
      throw ServiceError(.refused(status: nil, code: status.code, reason: status.message))
    }
    content = try Content(from: decoder)
  }
}

/// TMDB's status of a request, which is part of errors and of some other answers.
struct TMDBStatus: Decodable {
  /// The code for a page below 1 or above 500, which means the end of a list.
  static let invalidPage = 22
  /// The code for success.
  private static let success = 1

  let code: Int
  let message: String?
  private let succeeded: Bool?

  var isFailure: Bool { succeeded == false || code != Self.success }

  private enum CodingKeys: String, CodingKey {
    case code = "status_code"
    case message = "status_message"
    case succeeded = "success"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    code = try fields.decode(Int.self, forKey: .code)
    message = try? fields.decode(String.self, forKey: .message)
    succeeded = try? fields.decode(Bool.self, forKey: .succeeded)
  }
}
