import Foundation

/// A page of a TMDB movie list, in TMDB's JSON.
///
/// ```swift
/// let page = try TMDBMoviePage.decode(data)  // a Page<Movie>
/// ```
public enum TMDBMoviePage {
  /// The last page that TMDB serves, even if `total_pages` is larger.
  public static let lastUsablePage = 500

  /// Decodes an answer movie by movie. Movies without an id or a title are dropped and reported.
  ///
  /// The page is the last one if it is empty, if its number is `total_pages` or ``lastUsablePage``, or if TMDB answers
  /// that there is no such page (code 22).
  ///
  /// - Throws: ``ServiceError``: `unreadable`, or `refused` if the answer is one of TMDB's errors.
  /// - Complexity: O(length of the answer)
  public static func decode(_ data: Data) throws -> Page<Movie> {
    do {
      return try TMDB.content(Envelope.self, data).asPage()
    } catch let error as ServiceError {
      guard case .refused(_, TMDBStatus.invalidPage, _, _) = error.kind else { throw error }
      return Page(items: [], isLast: true)
    }
  }

  private struct Envelope: Decodable {
    let page: Int?
    let results: LossyList<Movie>
    let totalPages: Int?
    let totalResults: Int?

    enum CodingKeys: String, CodingKey {
      case page, results
      case totalPages = "total_pages"
      case totalResults = "total_results"
    }

    func asPage() throws -> Page<Movie> {
      if let totalPages, totalPages < 0 { throw ServiceError(.unreadable("total_pages is negative")) }
      var isLast = results.count == 0
      if let page, let totalPages, page >= min(totalPages, lastUsablePage) { isLast = true }
      return Page(results, number: page, isLast: isLast, totalItems: totalResults.flatMap { $0 < 0 ? nil : $0 })
    }
  }
}
