/// Loads the pages of a movies screen.
///
/// Conform to use a service of your own:
///
/// ```swift
/// struct Favourites: MovieService {
///   func movies(in section: MovieSection, page: Int) async throws -> Page<Movie> {
///     Page(items: [Movie(id: 550, title: "Fight Club")], number: page, isLast: true)
///   }
/// }
/// ```
///
/// - Note: May return on any thread, in any order, at any time. Called off the main actor, for several
///   sections at once.
public protocol MovieService: Sendable {
  /// Returns a page of a section.
  ///
  /// - Parameters:
  ///   - section: the section of the page.
  ///   - page: the number of the page, from 1.
  /// - Throws: an error that the screen can show, for instance a ``ServiceError``; `CancellationError` when the task is
  ///   cancelled.
  func movies(in section: MovieSection, page: Int) async throws -> Page<Movie>
}
