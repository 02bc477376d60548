/// Where a movies screen gets its pages from.
///
/// Conform to bring a service of your own:
///
/// ```swift
/// struct Favourites: MovieService {
///   func movies(in section: MovieSection, page: Int) async throws -> Page<Movie> {
///     Page(items: [Movie(id: 550, title: "Fight Club")], number: page, isLast: true)
///   }
/// }
/// ```
///
/// - Note: A service delivers everywhere: on any thread, in any order, late. The view models do the hop to the main
///   actor. It is called off the main actor and for several sections at once.
public protocol MovieService: Sendable {
  /// One page of a section.
  ///
  /// - Parameters:
  ///   - section: the list that the page belongs to.
  ///   - page: from 1.
  /// - Throws: what the screen is to show, a ``ServiceError`` for instance; `CancellationError` when cancelled.
  func movies(in section: MovieSection, page: Int) async throws -> Page<Movie>
}
