import Foundation
import ViewModels

/// What a list view's questions cost: it asks them for every cell that comes into view.
@MainActor
enum Cells {
  struct Service: MovieService {
    func movies(in section: MovieSection, page: Int) async throws -> Page<Movie> {
      Page(items: (0..<1_000).map { Movie(id: $0, title: "\($0)") }, number: page, isLast: true)
    }
  }

  static func run() async {
    let viewModel = MoviesViewModel(service: Service())
    viewModel.loadFirstPages()
    await viewModel.settled()
    var sum = 0
    let rows = [
      ("numberOfItems(inSection:)", { sum += viewModel.numberOfItems(inSection: 1) }),
      ("item(at:)", { sum += viewModel.item(at: [1, 500])?.id ?? 0 }),
      ("willDisplay(_:), far from the end", { viewModel.willDisplay([1, 500]) }),
      ("state(of:)", { sum += viewModel.state(of: .popular).repeats }),
    ].map { question, ask in
      let times = Times.measure(rounds: 100) { for _ in 0..<1_000 { ask() } }
      return [question, (times.median * 1e3).short]
    }
    precondition(sum > 0)  // else the optimizer sees that nothing comes of it
    printTable("What a list view asks a view model of 4,000 movies", ["question", "ns"], rows)
  }
}
