import Observation
import SampleService
import ViewModels

/// What both screens show: one view model, and the last deletion, which can be undone until it is sent.
@Observable
final class Model {
  /// The sample service is slow, and one request in eight fails the first time.
  let movies = MoviesViewModel(service: SampleService(seed: 7))
  private(set) var deletion: Task<Void, any Error>?
  private(set) var notice: String?

  /// A section's title, how many movies are shown, and how many the service has.
  func title(of section: MovieSection) -> String {
    let (state, count) = (movies.state(of: section), movies.items(in: section).count)
    let title = MoviesViewModel.Wording().title(of: section)
    return "\(title): \(count)" + (state.totalItems.map { " of \($0)" } ?? "") + (state.isLoading ? " …" : "")
  }

  /// Shown at once, sent after four seconds, and taken back if it is undone by then or refused.
  func delete(_ movie: Movie, from section: MovieSection) {
    let task = movies.pages.edit {
      $0.remove([movie.id], from: section)
    } sending: {
      try await Task.sleep(for: .seconds(4))
      try Self.send(movie.id)
    }
    (deletion, notice) = (task, "\(movie.title) is deleted.")
    Task {
      let result = await task.result
      if deletion == task { (deletion, notice) = (nil, nil) }
      if case .failure(let error) = result, !(error is CancellationError) {
        notice = "\(movie.title) is back: the service refused."
      }
    }
  }

  /// The sample service is for reading; this one refuses every third movie.
  nonisolated private static func send(_ id: Movie.ID) throws {
    if id.isMultiple(of: 3) { throw ServiceError(.refused(status: 503)) }
  }
}
