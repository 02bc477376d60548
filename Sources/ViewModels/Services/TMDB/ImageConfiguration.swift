import Foundation

/// The base URL and the sizes of TMDB's images.
///
/// ```swift
/// ImageConfiguration.standard.url(for: movie.posterPath, as: .poster, width: 342)
/// ```
public struct ImageConfiguration: Hashable, Sendable {
  /// The kinds of image, which have different sizes.
  public enum Kind: Sendable {
    /// An upright image of a movie, a series or a season.
    case poster
    /// A wide image to show behind a text.
    case backdrop
    /// A wide image from an episode.
    case still
  }

  /// TMDB's configuration of 2025. It changes rarely.
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

  /// Returns the URL of an image in the smallest size that is at least `width` pixels wide, or else in its original size.
  ///
  /// - Parameters:
  ///   - path: the path in a movie, season or episode, with its slash.
  ///   - kind: the kind of image.
  ///   - width: the width in pixels, not in points.
  /// - Returns: nil if the path is nil or doesn't begin with a slash.
  public func url(for path: String?, as kind: Kind, width: Int) -> URL? {
    guard let path, path.hasPrefix("/"), !path.hasPrefix("//") else { return nil }
    let sizes =
      switch kind {
      case .poster: posterSizes
      case .backdrop: backdropSizes
      case .still: stillSizes
      }
    // An open set: sizes by height ("h632") and words other than "original" are ignored.
    let widths = sizes.compactMap { $0.hasPrefix("w") ? Int($0.dropFirst()) : nil }
    let size = widths.filter { $0 >= width }.min().map { "w\($0)" } ?? "original"
    return URL(string: address + size + path)
  }

  private struct Envelope: Decodable { let images: ImageConfiguration }
}

extension ImageConfiguration: Codable {
  private enum CodingKeys: String, CodingKey {
    case address = "secure_base_url"
    case posterSizes = "poster_sizes"
    case backdropSizes = "backdrop_sizes"
    case stillSizes = "still_sizes"
  }
}
