/// The content of a TMDB answer, or the error that TMDB put in its place.
///
/// TMDB sends errors as `{success: false, status_code, status_message}`, code 21 even with HTTP 200, so an answer is
/// asked for an error before its content is read.
struct TMDBAnswer<Content: Decodable>: Decodable {
  let content: Content

  /// Throws `ServiceError` (refused, without a status) if the answer is an error.
  init(from decoder: any Decoder) throws {
    if let status = try? TMDBStatus(from: decoder), status.isFailure {
      throw ServiceError(.refused(status: nil, code: status.code, reason: status.message))
    }
    content = try Content(from: decoder)
  }
}

/// What TMDB says about how a request went, when it does.
struct TMDBStatus: Decodable {
  /// The code of a page below 1 or above 500: the end of a list, not a failure.
  static let invalidPage = 22
  /// The code of a success.
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
    message = (try? fields.decode(String.self, forKey: .message)).map(ServiceError.presentable)
    succeeded = try? fields.decode(Bool.self, forKey: .succeeded)
  }
}
