import Foundation

/// What the requests to TMDB for movies and series have in common.
///
/// A screen that shows TMDB's data must also show ``attribution``.
public enum TMDB {
  /// The sentence that TMDB's terms require wherever its data is shown.
  public static let attribution = "This product uses the TMDB API but is not endorsed or certified by TMDB."

  private static let posterWidths = [92, 154, 185, 342, 500, 780]

  /// Returns the URL of a poster in the smallest size that is at least `width` pixels wide, or else in its original size.
  ///
  /// The sizes are TMDB's of 2025, which change rarely.
  /// - Parameters:
  ///   - path: The path in a movie or a series, with its slash.
  ///   - width: The width in pixels, not in points.
  /// - Returns: Nil if the path is nil or doesn't begin with a slash.
  public static func posterURL(for path: String?, width: Int) -> URL? {
    guard let path, path.hasPrefix("/"), !path.hasPrefix("//") else { return nil }
    let size = posterWidths.first { $0 >= width }.map { "w\($0)" } ?? "original"
    return URL(string: "https://image.tmdb.org/t/p/\(size)\(path)")
  }

  static func service(_ address: ServiceAddress, token: AccessToken, client: any HTTPClient) throws -> JSONService {
    try JSONService(
      address, token: token, client: client,
      explain: { body in
        let status = try? JSONAnswer.decode(TMDBStatus.self, from: body)
        return (status?.code, status?.message)
      })
  }

  /// Decodes the content of an answer.
  /// - Throws: `ServiceError`: `unreadable`, or `refused` if the answer is one of TMDB's errors.
  static func content<Content: Decodable>(_ type: Content.Type, _ data: Data) throws -> Content {
    try JSONAnswer.decode(TMDBAnswer<Content>.self, from: data).content
  }
}

extension ServiceAddress {
  /// TMDB's own address.
  public static let tmdb = ServiceAddress(scheme: "https", host: "api.themoviedb.org", path: "/3")
}

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
