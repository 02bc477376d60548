import Foundation
import Reactive
import ViewModels

/// A whole front end for any terminal: four movie lists side by side. Return asks for the next pages, r retries what
/// failed, q ends.
///
/// `swift run` in the folder of this package's Package.swift shows it.
@main
@MainActor
struct Terminal {
  static func main() async {
    let viewModel = MoviesViewModel(service: SlowMovies())
    let list = LineList(viewModel)
    var bag = Set<AnyCancellable>()
    viewModel.bind(to: list).store(in: &bag)
    viewModel.loadStates.sink { [weak list] _, state in if state.error != nil { list?.draw() } }.store(in: &bag)
    viewModel.loadFirstPages()
    for await line in lines() {
      switch line.trimmingCharacters(in: .whitespaces) {
      case "q": return
      case "r": viewModel.sections.forEach(viewModel.retry)
      default: viewModel.sections.forEach(viewModel.loadNextPage)
      }
    }
    await viewModel.settled()  // the input has ended: show what was asked for
  }

  /// What is typed, line by line, without keeping the main actor waiting.
  private static func lines() -> AsyncStream<String> {
    AsyncStream { continuation in
      Thread.detachNewThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}

/// A list of lines. It keeps its own cells and changes them only as it is told, as UICollectionView does.
@MainActor
final class LineList: ListView {
  private let viewModel: MoviesViewModel
  private var cells: [[String]] = []

  init(_ viewModel: MoviesViewModel) { self.viewModel = viewModel }

  func reloadAndCount() {
    cells = viewModel.sections.indices.map(section)
    draw()
  }

  func performUpdate(
    animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
  ) {
    switch commit() {  // the view model changes here, inside the update
    case .insert(let indexPaths)?: for path in indexPaths { cells[path[0]].insert(cell(path), at: path[1]) }
    case .reload(let position)?: cells[position] = section(position)
    case .batch?: cells = viewModel.sections.indices.map(section)
    case nil: break
    }
    draw()
    completion()  // a list with animations calls back when they are over
  }

  private func section(_ position: Int) -> [String] {
    (0..<viewModel.numberOfItems(inSection: position)).map { cell([position, $0]) }
  }

  private func cell(_ path: IndexPath) -> String { viewModel.item(at: path)?.title ?? "…" }

  func draw() {
    for (position, (section, lines)) in zip(viewModel.sections, cells).enumerated() {
      let reason = viewModel.state(of: section).error.map { " (\($0); r retries)" } ?? ""
      print("\(viewModel.title(ofSection: position)): \(lines.count) movies\(reason)")
      for line in lines.suffix(2) { print("  \(line)") }
    }
    print("Return loads more, r retries what failed, q ends.\n")
  }
}

/// A service as slow and as unreliable as the real ones.
struct SlowMovies: MovieService {
  func movies(in section: MovieSection, page: Int) async throws -> Page<Movie> {
    try await Task.sleep(for: .milliseconds(.random(in: 200...900)))
    if Int.random(in: 1...6) == 1 { throw ConnectionLost() }
    let ids = (page - 1) * 10..<page * 10 + 2  // two of them stand on the next page as well
    return Page(
      items: ids.map { Movie(id: $0, title: "\(section.rawValue) \($0)") }, number: page, isLast: page == 5)
  }
}

/// What goes wrong; its description is what the section shows.
struct ConnectionLost: Error, CustomStringConvertible { let description = "the connection was lost" }
