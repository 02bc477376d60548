import Foundation
import Reactive
import ViewModels

/// The movies screen as one writes it without a gate, with one of three mistakes; see ``Mistake``.
///
/// It asks for the same pages as the real screen, drops repeats, and retries what fails. Its list view stops it where
/// UIKit would.
@MainActor
final class HandMadeScreen: ListDataSource {
  /// UIKit's exception.
  struct Crash: Equatable {
    let reason: String
    /// Virtual milliseconds since the start.
    let time: Int
  }

  let mistake: Mistake
  let time: VirtualTime
  private let service: SampleMovieService
  private let pagesWanted: Int
  private(set) var movies: [[Movie]]
  private var pagesTaken: [Int]
  private let requestsInFlight = CurrentValueSubject<Int, Never>(0)

  /// What happened last, a line each, the newest at the end.
  private(set) var story: [String] = []
  private(set) var crash: Crash?
  /// Pages that came while the list was being animated; only one of the mistakes lets them wait.
  var waiting: [Arrival] = []
  private(set) lazy var list = StrictListView(dataSource: self)

  /// How long the user takes to scroll to the end, to retry, and the list to animate, in milliseconds; as in the run
  /// through the gate.
  private let scroll = 120, patience = 400, animation = 250

  init(_ mistake: Mistake, service: SampleMovieService, time: VirtualTime, pages: Int) {
    self.mistake = mistake
    self.service = service
    self.time = time
    pagesWanted = pages
    movies = MovieSection.allCases.map { _ in [] }
    pagesTaken = MovieSection.allCases.map { _ in 0 }
  }

  var numberOfSections: Int { movies.count }
  func numberOfItems(inSection section: Int) -> Int { movies[section].count }

  /// How many pages have come.
  var pages: Int { pagesTaken.reduce(0, +) }
  var items: Int { movies.reduce(0) { $0 + $1.count } }

  /// Loads and scrolls until all is there or the list view has thrown.
  func run() async {
    list.animations = .manual
    list.onViolation = { [unowned self] reason in crash = Crash(reason: reason, time: time.milliseconds) }
    list.layoutIfNeeded()  // it has counted: what follows is no matter of a first count
    for position in movies.indices { load(position) }
    await time.run(while: requestsInFlight) {}
  }

  // MARK: - Loading

  private func load(_ position: Int) {
    guard crash == nil else { return }
    let page = pagesTaken[position] + 1
    let countAtStart = movies[position].count
    requestsInFlight.send(requestsInFlight.value + 1)
    Task {
      let answer: Page<Movie>?
      do { answer = try await service.movies(in: MovieSection.allCases[position], page: page) } catch { answer = nil }
      requestsInFlight.send(requestsInFlight.value - 1)
      guard crash == nil else { return }
      guard let answer else { return time.after(patience) { self.load(position) } }
      pagesTaken[position] = page
      mistake.takeIn(
        Arrival(position: position, page: page, movies: answer.items, countAtStart: countAtStart), on: self)
      if !answer.isLast, page < pagesWanted { time.after(scroll) { self.load(position) } }
    }
  }

  // MARK: - What the mistakes are made of

  /// Puts what is new into the model.
  /// - Returns: where it stands.
  func append(_ arrival: Arrival) -> [IndexPath] {
    let start = movies[arrival.position].count
    var known = Set(movies[arrival.position].map(\.id))
    movies[arrival.position] += arrival.movies.filter { known.insert($0.id).inserted }
    let end = movies[arrival.position].count
    tell(arrival.position, "page \(arrival.page) is in the model: \(end) films, \(end - start) of them new")
    return (start..<end).map { IndexPath(item: $0, section: arrival.position) }
  }

  /// Tells the list view of items, in a batch of their own.
  /// - Parameter change: runs inside the batch.
  func insert(at indexPaths: [IndexPath], in position: Int, change: @escaping @MainActor () -> Void = {}) {
    guard crash == nil, let first = indexPaths.first, let last = indexPaths.last else { return }
    list.performBatchUpdates { [self] in
      change()
      tell(position, "the view is told: insert [\(position), \(first.item)...\(last.item)]")
      list.insertItems(at: indexPaths)
    } completion: { [mistake, unowned self] _ in
      if crash == nil { mistake.animationEnded(on: self) }
    }
    time.after(animation) { self.list.finishNextAnimation() }
  }

  private func tell(_ position: Int, _ line: String) {
    story.append(TextPrinter.start(time.milliseconds, MovieSection.allCases[position].rawValue) + line)
  }
}

/// A page that has come.
struct Arrival {
  let position: Int
  let page: Int
  let movies: [Movie]
  /// How many films the section held when the page was asked for.
  let countAtStart: Int
}
