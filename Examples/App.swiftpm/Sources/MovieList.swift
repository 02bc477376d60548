import Foundation
import SwiftUI
import ViewModels

/// The same movies in SwiftUI, which reads the view model and draws what has changed.
struct MovieList: View {
  let model: Model
  private var movies: MoviesViewModel { model.movies }

  var body: some View {
    NavigationStack {
      List {
        ForEach(movies.sections) { section in
          Section(model.title(of: section)) {
            ForEach(movies.items(in: section)) { movie in
              Text(movie.title).onAppear { movies.willDisplay(movie.id, in: section) }  // near the end: the next page
            }
            .onDelete { delete($0, from: section) }
            .onMove { move($0, to: $1, in: section) }
            if movies.state(of: section).isFailed {
              Button("This could not be loaded. Try again") { movies.retry(section) }
            }
          }
        }
      }
      .refreshable { _ = await movies.refreshAll().summary }
      .toolbar { EditButton() }
      .navigationTitle("Movies")
    }
    .task { movies.loadFirstPages() }
  }

  private func delete(_ offsets: IndexSet, from section: MovieSection) {
    let items = movies.items(in: section)
    for movie in offsets.map({ items[$0] }) { model.delete(movie, from: section) }
  }

  /// By identity: the edit may wait for its turn, and offsets may have changed by then.
  private func move(_ offsets: IndexSet, to destination: Int, in section: MovieSection) {
    let items = movies.items(in: section)
    let ids = offsets.map { items[$0].id }
    let next = items.dropFirst(destination).first { !ids.contains($0.id) }
    movies.pages.edit { list in
      for id in ids { list.move(id, next.map { .before($0.id) } ?? .last, in: section) }
    }
  }
}

#Preview { MovieList(model: Model()) }
