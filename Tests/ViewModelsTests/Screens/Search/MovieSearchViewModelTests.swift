import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine
@testable import ViewModels

@MainActor
@Suite("Movies as one types", .leavesNothing)
struct MovieSearchViewModelTests {
  let time = VirtualTimeScheduler()
  let catalogue = Catalogue()
  let viewModel: MovieSearchViewModel
  let view: StrictListView
  private let binding: AnyCancellable

  init() {
    viewModel = MovieSearchViewModel(service: catalogue, pause: .milliseconds(300), scheduler: time).withoutTimeLimit()
    view = StrictListView.reporting(viewModel) { [viewModel] in viewModel.item(at: $0)?.title ?? "" }
    binding = viewModel.bind(to: view)
  }

  private var titles: [String] { viewModel.items(in: .results).map(\.title) }

  @Test("a query is sent when typing pauses, and not again if it is the same")
  func debounced() async {
    for text in ["h", "ha", "har"] {
      viewModel.query = text
      time.advance(by: .milliseconds(100))
    }
    #expect(viewModel.loadsInFlight == 0)
    time.advance(by: .milliseconds(200))
    await viewModel.settled()
    #expect(titles == ["har 1.0", "har 1.1"])
    viewModel.query = "harb"
    viewModel.query = "har  "
    time.advance(by: .seconds(1))
    await viewModel.settled()
    #expect(catalogue.asked == ["har 1"])
    #expect(view.discrepancies == [])
  }

  @Test("on the clock of a user, a query is not sent before its 300 milliseconds have passed")
  func realTime() async {
    let viewModel = MovieSearchViewModel(service: catalogue).withoutTimeLimit()
    let typed = ContinuousClock.now
    viewModel.query = "one"
    for await _ in viewModel.updates.values { break }
    #expect(typed.duration(to: .now) >= .milliseconds(300))
    #expect(viewModel.items(in: .results).map(\.title) == ["one 1.0", "one 1.1"])
  }

  @Test("the results are endless like any section, and the newest query takes their place in one update")
  func newestWins() async {
    viewModel.query = "one"
    time.advance(by: .seconds(1))
    await viewModel.settled()
    viewModel.loadNextPage(in: .results)
    await viewModel.settled()
    #expect(titles == ["one 1.0", "one 1.1", "one 2.0", "one 2.1"])
    var updates: [ListUpdate] = []
    let token = viewModel.updates.sink { updates.append($0) }
    viewModel.loadNextPage(in: .results)  // is on its way when the next query outranks it
    viewModel.query = "two"
    time.advance(by: .seconds(1))
    await viewModel.settled()
    #expect(titles == ["two 1.0", "two 1.1"])
    #expect(updates.map(\.description) == ["batch: delete 0-2...0-3; then reconfigure 0-0...0-1"])
    token.cancel()
  }

  @Test("if a query is given up, the next page is of what the list shows")
  func givenUp() async {
    viewModel.query = "one"
    time.advance(by: .seconds(1))
    await viewModel.settled()
    viewModel.query = "two"
    time.advance(by: .seconds(1))
    viewModel.cancel(.results)
    viewModel.loadNextPage(in: .results)
    await viewModel.settled()
    #expect(titles == ["one 1.0", "one 1.1", "one 2.0", "one 2.1"])
    viewModel.refresh(.results)
    await viewModel.settled()
    viewModel.loadNextPage(in: .results)
    await viewModel.settled()
    #expect(titles == ["one 1.0", "one 1.1", "one 2.0", "one 2.1"])
  }

  @Test("a query that was given up is sent again when it is typed again, whichever query is shown")
  func typedAgainAfterACancel() async {
    for query in ["one", "two"] {
      viewModel.query = query
      time.advance(by: .seconds(1))
      if query == "two" { viewModel.cancel(.results) }
      await viewModel.settled()
    }
    #expect(titles == ["one 1.0", "one 1.1"])
    for text in ["two", "two "] {
      viewModel.query = text
      time.advance(by: .seconds(1))
      await viewModel.settled()
    }
    #expect(titles == ["two 1.0", "two 1.1"])
    #expect(catalogue.asked == ["one 1", "two 1"], "nor is what is shown asked for again")
  }

  @Test("a query that was typed while the results were not there is sent again when they are")
  func typedWithoutResults() async {
    viewModel.pages.edit { $0.removeSection(.results) }
    for _ in 0..<2 {
      viewModel.query = "one"
      time.advance(by: .seconds(1))
      await viewModel.settled()
      viewModel.pages.edit { $0.insertSections([.results].filter { !viewModel.sections.contains($0) }) }
    }
    #expect(titles == ["one 1.0", "one 1.1"])
  }

  @Test("a query that failed is sent again when it is typed again")
  func typedAgainAfterAFailure() async {
    for isClosed in [true, false] {
      catalogue.isClosed = isClosed
      viewModel.query = "one"
      time.advance(by: .seconds(1))
      await viewModel.settled()
    }
    #expect(titles == ["one 1.0", "one 1.1"])
  }

  @Test("without a query nothing is asked for, whatever the front end wants")
  func noQuery() async {
    viewModel.fill(.results, with: 10)
    await viewModel.settled()
    viewModel.query = "one"
    time.advance(by: .seconds(1))
    await viewModel.settled()
    #expect(titles.count == 10)
    viewModel.query = ""
    time.advance(by: .seconds(1))
    viewModel.loadNextPage(in: .results)
    await viewModel.settled()
    #expect(titles == [])
    #expect(catalogue.asked == (1...5).map { "one \($0)" })
  }

  @Test("further pages are of the query that the list shows, whatever observers ask for while it comes in")
  func pagesOfWhatIsShown() async {
    viewModel.query = "a"
    time.advance(by: .seconds(1))
    await viewModel.settled()
    var isFirst = true
    let token = viewModel.updates.sink { [viewModel] _ in
      if isFirst { viewModel.refresh(.results) }
      isFirst = false
    }
    viewModel.query = "ab"
    time.advance(by: .seconds(1))
    await viewModel.pages.loadStates.firstEnd()
    viewModel.cancel(.results)
    viewModel.loadNextPage(in: .results)
    await viewModel.settled()
    #expect(titles == ["ab 1.0", "ab 1.1", "ab 2.0", "ab 2.1"])
    token.cancel()
  }

  @Test("a query typed while another comes in, and then given up, changes nothing of what is shown")
  func typedWhileAnotherComesIn() async {
    viewModel.query = "a"
    time.advance(by: .seconds(1))
    await viewModel.settled()
    let token = viewModel.updates.sink { [viewModel, time] _ in
      guard viewModel.query == "b" else { return }
      viewModel.query = "c"
      time.advance(by: .seconds(1))
    }
    viewModel.query = "b"
    time.advance(by: .seconds(1))
    await viewModel.pages.loadStates.firstEnd()
    viewModel.cancel(.results)
    viewModel.loadNextPage(in: .results)
    await viewModel.settled()
    #expect(titles == ["b 1.0", "b 1.1", "b 2.0", "b 2.1"])
    token.cancel()
  }

  @Test("an empty query ends the failure of the one before")
  func emptiedAfterAFailure() async {
    catalogue.isClosed = true
    viewModel.query = "b"
    time.advance(by: .seconds(1))
    await viewModel.settled()
    #expect(viewModel.state(of: .results).error != nil)
    viewModel.query = ""
    time.advance(by: .seconds(1))
    await viewModel.settled()
    #expect(viewModel.state(of: .results).phase == .finished && titles == [])
  }

  @Test("an empty query empties the list and asks for nothing")
  func emptied() async {
    viewModel.query = "one"
    time.advance(by: .seconds(1))
    await viewModel.settled()
    viewModel.query = " "
    time.advance(by: .seconds(1))
    await viewModel.settled()
    #expect(titles == [])
    #expect(catalogue.asked == ["one 1"])
    #expect(view.discrepancies == [])
  }
}

/// Finds two movies a page for whatever is asked, and remembers what that was.
@MainActor
final class Catalogue: MovieSearchService {
  private(set) var asked: [String] = []
  var isClosed = false

  func movies(matching query: String, page: Int) async throws -> Page<Movie> {
    asked.append("\(query) \(page)")
    if isClosed { throw Refused() }
    return Page(
      items: (0..<2).map { Movie(id: page * 10 + $0, title: "\(query) \(page).\($0)") }, number: page, isLast: false)
  }
}

extension AnyMainActorPublisher<(SearchSection, LoadState), Never> {
  /// Returns when a load has ended that was under way or has begun since.
  fileprivate func firstEnd() async {
    for await (_, state) in values where !state.isLoading { return }
  }
}
