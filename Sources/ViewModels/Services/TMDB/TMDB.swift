import Foundation

/// What the requests to TMDB for movies and series have in common.
///
/// A screen that shows TMDB's data must also show ``attribution``.
public enum TMDB {
  /// The sentence that TMDB's terms require wherever its data is shown.
  public static let attribution = "This product uses the TMDB API but is not endorsed or certified by TMDB."

  static func service(_ address: ServiceAddress, token: AccessToken, client: any HTTPClient) throws -> JSONService {
    try JSONService(address, token: token, client: client) { body in
      let status = try? JSONAnswer.decode(TMDBStatus.self, from: body)
      return (status?.code, status?.message)
    }
  }

  /// Decodes the content of an answer.
  /// - Throws: `ServiceError`: `unreadable`, or `refused` if the answer is one of TMDB's errors.
  static func content<Content: Decodable>(_ type: Content.Type, _ data: Data) throws -> Content {
    try JSONAnswer.decode(TMDBAnswer<Content>.self, from: data).content
  }

  /// Returns query items for the values that aren't nil, sorted by name.
  static func query(_ values: [String: String?]) -> [URLQueryItem] {
    values.sorted { $0.key < $1.key }.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
  }
}

extension ServiceAddress {
  /// TMDB's own address.
  public static let tmdb = ServiceAddress(scheme: "https", host: "api.themoviedb.org", path: "/3")
}
