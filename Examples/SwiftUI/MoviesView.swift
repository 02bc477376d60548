import SwiftUI
import ViewModels

/// Four movie lists. The view model is @Observable: SwiftUI reads it and draws what has changed.
struct MoviesView: View {
  @State private var viewModel: MoviesViewModel
  private let titles = MoviesViewModel.Wording()

  init(service: some MovieService) { _viewModel = State(initialValue: MoviesViewModel(service: service)) }

  var body: some View {
    List {
      ForEach(viewModel.sections) { section in
        Section(titles.title(of: section)) {
          ForEach(viewModel.items(in: section)) { movie in
            Text(movie.title)
              .onAppear { viewModel.willDisplay(movie.id, in: section) }  // near the end: the next page
          }
          status(of: section)
        }
      }
      Text(TMDB.attribution)  // wherever TMDB's data is shown
    }
    .task { viewModel.loadFirstPages() }
    .refreshable { await refresh() }
  }

  @ViewBuilder private func status(of section: MovieSection) -> some View {
    let state = viewModel.state(of: section)
    if state.isLoading {
      ProgressView()
    } else if let error = state.error {
      Button("\(error.description). Try again") { viewModel.retry(section) }
    }
  }

  /// The old movies stay until the new first pages are there, and stay if those fail.
  private func refresh() async {
    _ = await viewModel.refreshAll().summary
  }
}
