import Foundation

/// A page of a TMDB movie list, in TMDB's JSON.
///
/// ```swift
/// let page = try TMDBMoviePage.decode(data)  // a Page<Movie>
/// ```
public enum TMDBMoviePage {
  /// TMDB answers no page beyond this one, whatever `total_pages` says.
  public static let lastUsablePage = 500

  /// Decodes an answer movie by movie; those without an id or a title are dropped and reported.
  ///
  /// The page is the last one if it is empty, if it is the last of `total_pages` or of ``lastUsablePage``, or if TMDB
  /// says that there is no such page (code 22). O(length of the answer).
  ///
  /// - Throws: ``ServiceError``: `unreadable`, or `refused` if the answer is one of TMDB's errors.
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
      return Page(
        items: results.items, number: page, isLast: isLast, totalItems: totalResults.flatMap { $0 < 0 ? nil : $0 },
        dropped: results.dropped.map(DroppedItem.init), unreadableFields: results.unreadable.map(UnreadableField.init))
    }
  }
}
