import Foundation

/// TMDB, as the movies and the series ask it.
///
/// Anything that shows its data carries ``attribution``.
public enum TMDB {
  /// The sentence that TMDB's terms ask for wherever its data is shown.
  public static let attribution = "This product uses the TMDB API but is not endorsed or certified by TMDB."

  static func service(_ address: ServiceAddress, token: AccessToken, client: any HTTPClient) throws -> JSONService {
    try JSONService(address, token: token, client: client) { body in
      let status = try? JSONAnswer.decode(TMDBStatus.self, from: body)
      return (status?.code, status?.message)
    }
  }

  /// What an answer holds, errors in its place thrown.
  static func content<Content: Decodable>(_ type: Content.Type, _ data: Data) throws -> Content {
    try JSONAnswer.decode(TMDBAnswer<Content>.self, from: data).content
  }

  /// The query items of the values that are there, by name.
  static func query(_ values: [String: String?]) -> [URLQueryItem] {
    values.sorted { $0.key < $1.key }.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
  }
}
