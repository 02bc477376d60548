import Foundation
import ListTesting
import Reactive
import SampleService
import ViewModels

/// A movies screen written without a gate, with one of three mistakes; see ``Mistake``.
///
/// It loads the same pages as the real screen, drops repeats, and retries failures. It stops at its list view's first
/// violation, where UIKit would throw.
@MainActor
final class HandMadeScreen {
  /// What the list view counts. The list view keeps its data source alive, so this is not the screen that keeps the list.
  private final class Model: ListDataSource {
    var movies: [[Movie]] = MovieSection.allCases.map { _ in [] }
    var numberOfSections: Int { movies.count }
    func numberOfItems(inSection section: Int) -> Int { movies[section].count }
  }

  let mistake: Mistake
  let time = VirtualTime()
  private let service: SampleService
  private let pagesWanted: Int
  private let model = Model()
  private var pagesTaken = MovieSection.allCases.map { _ in 0 }
  private let requestsInFlight = CurrentValueSubject<Int, Never>(0)

  /// A line for each event, in order.
  private(set) var story: [String] = []
  /// The reason of UIKit's exception, with which the timeline ends.
  private(set) var crash: String?
  private static let titles = MovieSection.allCases.map(MoviesViewModel.Wording().title)
  private(set) var timeline = Timeline(lanes: titles.map { Timeline.Lane(name: $0) })
  /// Pages that arrived during an animation. Only one of the mistakes makes them wait.
  var waiting: [Arrival] = []
  let list: StrictListView

  /// The time until the user scrolls to the end, in milliseconds. The same as in the run through the gate.
  private let scroll = 120

  init(_ mistake: Mistake, seed: UInt64, pages: Int) {
    (self.mistake, pagesWanted) = (mistake, pages)
    service = SampleService(time: time, seed: seed)
    list = StrictListView(dataSource: model)
  }

  var items: Int { model.movies.reduce(0) { $0 + $1.count } }

  /// Loads and scrolls until all pages are loaded or the list view reports a violation.
  func run() async {
    list.animation = time.animation
    list.system = .iOS15  // its words take one line
    list.acceptsOverlaps = true  // as UIKit does
    list.onViolation = { [unowned self] reason in (crash, timeline.end) = (reason, time.milliseconds) }
    list.layoutIfNeeded()  // the first count, so that later ones are compared with it
    for position in model.movies.indices { load(position) }
    await time.run(while: requestsInFlight) {}
    if crash == nil { timeline.end = time.milliseconds }
  }

  // MARK: - Loading

  private func load(_ position: Int) {
    guard crash == nil else { return }
    let page = pagesTaken[position] + 1
    let countAtStart = model.movies[position].count
    let number = timeline.lanes[position].loads.count
    timeline.lanes[position].loads.append(Timeline.Load(number: number, page: page, begun: time.milliseconds))
    requestsInFlight.send(requestsInFlight.value + 1)
    Task {
      defer { requestsInFlight.send(requestsInFlight.value - 1) }
      do {
        let answer = try await service.movies(in: MovieSection.allCases[position], page: page)
        guard crash == nil else { return }
        pagesTaken[position] = page
        record(.loaded, of: number, in: position)
        mistake.receive(
          Arrival(
            position: position, page: page, load: number, movies: answer.items, countAtStart: countAtStart),
          on: self)
        if !answer.isLast, page < pagesWanted { time.after(scroll) { self.load(position) } }
      } catch {
        record(.failed, of: number, in: position)
        if let patience = error.patience { time.after(patience) { self.load(position) } }
      }
    }
  }

  // MARK: - Steps of the mistakes

  /// Appends the new movies to the model.
  /// - Returns: Their index paths.
  func append(_ arrival: Arrival) -> [IndexPath] {
    let start = model.movies[arrival.position].count
    var known = Set(model.movies[arrival.position].map(\.id))
    model.movies[arrival.position] += arrival.movies.filter { known.insert($0.id).inserted }
    let end = model.movies[arrival.position].count
    record(arrival.position, "page \(arrival.page) is in the model: \(end) films, \(end - start) of them new")
    return (start..<end).map { IndexPath(item: $0, section: arrival.position) }
  }

  /// Inserts items into the list view, in a batch of their own.
  /// - Parameter change: Runs inside the batch.
  func insert(_ arrival: Arrival, at indexPaths: [IndexPath], change: @escaping @MainActor () -> Void = {}) {
    guard crash == nil, let first = indexPaths.first, let last = indexPaths.last else { return }
    let (position, now) = (arrival.position, time.milliseconds)
    timeline.changes.append(
      Timeline.Change(lane: position, page: arrival.page, made: now, completed: now + time.animationTime))
    list.performBatchUpdates { [self] in
      change()
      record(position, "the view is told: insert [\(position), \(first.item)...\(last.item)]")
      list.insertItems(at: indexPaths)
    } completion: { [mistake, unowned self] _ in
      if crash == nil { mistake.animationEnded(on: self) }
    }
    if crash == nil { timeline.lanes[position].loads[arrival.load].ended = now }
  }

  private func record(_ outcome: LoadOutcome, of load: Int, in position: Int) {
    guard crash == nil else { return }
    timeline.lanes[position].loads[load].answered = time.milliseconds
    timeline.lanes[position].loads[load].outcome = outcome
    if outcome == .failed { timeline.lanes[position].loads[load].ended = time.milliseconds }
  }

  private func record(_ position: Int, _ line: String) {
    story.append(TextPrinter.start(time.milliseconds, Self.titles[position]) + line)
  }
}

/// A page that has arrived.
struct Arrival {
  let position: Int
  let page: Int
  /// Its load's number in the section.
  let load: Int
  let movies: [Movie]
  /// The number of movies in the section when the load began.
  let countAtStart: Int
}
