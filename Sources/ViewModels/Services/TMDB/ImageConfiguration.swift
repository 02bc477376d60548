import Foundation

/// Where TMDB's images are, and in which sizes.
///
/// ```swift
/// ImageConfiguration.standard.url(for: movie.posterPath, as: .poster, width: 342)
/// ```
public struct ImageConfiguration: Hashable, Sendable {
  /// What an image shows; the sizes differ.
  public enum Kind: Sendable {
    /// Upright, of a movie, a series or a season.
    case poster
    /// Wide, behind a text.
    case backdrop
    /// Wide, from an episode.
    case still
  }

  /// What TMDB says at the time of writing; it changes rarely.
  public static let standard = ImageConfiguration(
    address: "https://image.tmdb.org/t/p/",
    posterSizes: ["w92", "w154", "w185", "w342", "w500", "w780", "original"],
    backdropSizes: ["w300", "w780", "w1280", "original"], stillSizes: ["w92", "w185", "w300", "original"])

  private let address: String
  private let posterSizes: [String]
  private let backdropSizes: [String]
  private let stillSizes: [String]

  /// Decodes an answer to `configuration`.
  ///
  /// - Throws: ``ServiceError``: `unreadable`, or `refused` if the answer is one of TMDB's errors.
  public static func decode(_ data: Data) throws -> ImageConfiguration {
    try TMDB.content(Envelope.self, data).images
  }

  /// The address of an image in the smallest size that is at least this wide, or else in its original size.
  ///
  /// - Parameters:
  ///   - path: as a movie, season or episode has it, with its slash.
  ///   - kind: what the image shows.
  ///   - width: in pixels, not in points.
  /// - Returns: nil if there is no path, or none that begins with a slash.
  public func url(for path: String?, as kind: Kind, width: Int) -> URL? {
    guard let path, path.hasPrefix("/"), !path.hasPrefix("//") else { return nil }
    let sizes =
      switch kind {
      case .poster: posterSizes
      case .backdrop: backdropSizes
      case .still: stillSizes
      }
    // An open set: sizes by height ("h632") and words other than "original" are passed over.
    let widths = sizes.compactMap { $0.hasPrefix("w") ? Int($0.dropFirst()) : nil }
    let size = widths.filter { $0 >= width }.min().map { "w\($0)" } ?? "original"
    return URL(string: address + size + path)
  }

  private struct Envelope: Decodable { let images: ImageConfiguration }
}

extension ImageConfiguration: Decodable {
  private enum CodingKeys: String, CodingKey {
    case address = "secure_base_url"
    case posterSizes = "poster_sizes"
    case backdropSizes = "backdrop_sizes"
    case stillSizes = "still_sizes"
  }
}
