import ListEngine
import SampleService
import ViewModels

struct Film: Identifiable, Equatable, Sendable {
  let id: Int
  let title: String
  let year: String
  let rating: Double
  var isFavourite = false
}

/// What a request fails with that gets lost.
struct ConnectionLost: Error, CustomStringConvertible { let description = "the connection was lost" }

/// A service that remembers what it is told. Its requests take as long, and fail as often, as the knobs say.
@MainActor
final class Library {
  static let pageSize = 20
  static let titles = MovieSection.allCases.map(MoviesViewModel.Wording().title)
  /// The first pages of the sample data's lists, asked for once.
  static let sample = Task { @MainActor in
    let service = SampleService(seed: 7)
    let loads = MovieSection.allCases.map { section in
      (1...10).map { page in
        Task {
          let first = try? await service.movies(in: section, page: page)  // a second try never fails
          return if let first { first } else { try await service.movies(in: section, page: page) }
        }
      }
    }
    var pages: [[[Film]]] = []
    for section in loads {
      pages.append([])
      for load in section {
        pages[pages.count - 1].append(
          try await load.value.items.map {
            Film(id: $0.id, title: $0.title, year: "\(($0.releaseDate ?? "").prefix(4))", rating: $0.voteAverage ?? 0)
          })
      }
    }
    return pages
  }

  /// In milliseconds.
  var latency = 600
  /// In percent.
  var failures = 0
  /// By section.
  private var films: [[Film]] = []

  /// Returns a page as it is when it is asked for.
  func page(_ key: PageKey, of section: Int) async throws -> Page<Film> {
    if films.isEmpty {
      films = try await Self.sample.value.map { pages in
        var known: Set<Int> = []
        return pages.joined().filter { known.insert($0.id).inserted }
      }
    }
    let items = films[section].dropFirst((key.number - 1) * Self.pageSize).prefix(Self.pageSize)
    let total = films[section].count
    try await answer()
    return Page(
      items: Array(items), number: key.number, isLast: key.number * Self.pageSize >= total, totalItems: total)
  }

  func change(_ change: @Sendable (inout [[Film]]) -> Void) async throws {
    try await answer()
    change(&films)
  }

  /// The last film of a section becomes the first one of a page.
  func renew(_ page: Int, of section: Int) {
    guard films.indices.contains(section), let film = films[section].popLast() else { return }
    films[section].insert(film, at: min((page - 1) * Self.pageSize, films[section].endIndex))
  }

  private func answer() async throws {
    try await Task.sleep(for: .milliseconds(latency / 2 + Int.random(in: 0...max(1, latency))))
    if Int.random(in: 0..<100) < failures { throw ConnectionLost() }
  }
}
