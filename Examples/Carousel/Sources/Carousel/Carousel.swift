import Foundation
import ListEngine
import ListTesting
import Reactive

/// The items of a shelf.
nonisolated struct Film: Identifiable, Equatable, Sendable {
  let id: Int
  var likes = 0
}

/// A row of the home screen, whose cell is a list view of its own.
nonisolated struct Shelf: Identifiable, Equatable, Sendable { let id: Int }

/// A cell of the home screen. It shows one shelf, then another, in the same list view.
@MainActor
final class CarouselCell: ListDataSource {
  typealias Source = PagedDataSource<String, Film, StrictListView, String>

  private(set) var shelf: Int?
  private(set) var counts = 0
  /// The older one lives on for a while, as it may in an app. Its binding drives nothing any more.
  private var (source, older): (Source?, Source?)
  private(set) lazy var view: StrictListView = StrictListView(dataSource: self) { [unowned self] indexPath in
    source?.cell(in: view, at: indexPath) ?? ""
  }

  func show(_ films: PagedList<String, Film>, of shelf: Int) {
    let next = Source(films) { _, _, row in
      if case .item(let film) = row { "film \(film.id), \(film.likes) likes" } else { "…" }
    }
    (older, source, self.shelf) = (source, next, shelf)
    next.bind(to: view)
  }

  var numberOfSections: Int {
    counts += 1
    return source?.numberOfSections ?? 0
  }
  func numberOfItems(inSection section: Int) -> Int { source?.numberOfItems(inSection: section) ?? 0 }
}

/// A home screen of fifty shelves in a few cells, scrolled while films come and go in all of them.
@MainActor
final class HomeScreen {
  let time = VirtualTimeScheduler()
  let shelves = PagedList<String, Shelf>(sections: ["home"]) { _, _ in Page(items: [], isLast: true) }
  let films: [PagedList<String, Film>]
  let cells = (0..<12).map { _ in CarouselCell() }
  private(set) lazy var view = StrictListView(dataSource: shelves)
  private(set) var cellsShown = 0
  /// How many cells have been checked.
  private(set) var checks = 0
  private(set) var violations: [String] = []
  private var token: AnyCancellable?
  private var newest = 1_000_000
  private var random: UInt64 = 1

  var views: [StrictListView] { [view] + cells.map(\.view) }

  init() {
    films = (0..<50).map { shelf in
      PagedList(sections: ["films"]) { _, page in
        let first = shelf * 1_000 + (page.number - 1) * 10
        return Page(items: (first..<first + 10).map { Film(id: $0) }, isLast: page.number == 5)
      }
    }
    shelves.edit { [films] list in list.append(films.indices.map { Shelf(id: $0) }, to: "home") }
    for view in views {
      view.animation = .after(.milliseconds(300), on: time)
      view.onViolation = { [weak self] in self?.violations.append($0) }
    }
    view.itemsOnScreen = 6
    view.willDisplay = { [weak self] in self?.show(at: $0) }
    token = shelves.bind(to: view)
  }

  private func number(below limit: Int) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(random >> 33) % limit
  }

  /// Shows a shelf in the cell that has been out of use for longest, as list views do.
  private func show(at indexPath: IndexPath) {
    guard let shelf = shelves.item(at: indexPath)?.id else { return }
    let cell = cells.first { $0.shelf == shelf } ?? cells[cellsShown % cells.count]
    cellsShown += 1
    cell.show(films[shelf], of: shelf)
  }

  /// A film comes, goes or is liked on every third shelf. All of them wait for what is animated in their cells.
  private func traffic() {
    for list in films where number(below: 3) == 0 {
      newest += 1
      let ids = list.items(in: "films").map(\.id)
      let (kind, film) = (number(below: 3), ids.isEmpty ? 0 : ids[number(below: ids.count)])
      list.edit { [newest] list in
        switch kind {
        case 0: list.insert([Film(id: newest)], at: 0, in: "films")
        case 1: list.remove([film], from: "films")
        default: list.update(Film(id: film, likes: newest), in: "films")
        }
      }
    }
    if number(below: 10) == 0 { shelves.edit { [row = number(below: 50)] in $0.move(row, .first, in: "home") } }
  }

  /// Scrolls to and fro until so many cells have been shown.
  func scroll(cells limit: Int) async {
    var row = 0
    while cellsShown < limit {
      row = min(max(0, row + number(below: 13) - 6), 44)
      view.scroll(to: [0, row])
      traffic()
      for _ in 0..<20 { await Task.yield() }  // pages are asked for, and come
      time.advance(by: .milliseconds(20 + number(below: 200)))
      check()
    }
    while !films.allSatisfy({ $0.loadsInFlight == 0 && $0.gate.isIdle }) {
      await Task.yield()
      time.advance(by: .milliseconds(20))
    }
    check()
  }

  /// Each view shows what its model holds.
  private func check() {
    checks += cells.count { $0.shelf != nil }
    for view in views { violations += view.discrepancies }
  }
}

@main
struct Carousel {
  @MainActor
  static func main() async {
    let home = HomeScreen()
    await home.scroll(cells: 1_000)
    let (cells, views) = (home.cells, home.views)
    let (batches, counts) = cells.reduce((0, 0)) { ($0.0 + $1.view.batches, $0.1 + $1.counts) }
    // A batch counts once, when it closes; so do each reload and each check.
    let reloads = counts - home.checks - batches
    let overlaps = views.reduce(0) { $0 + $1.overlappingBatches }
    print("\(home.films.count) models in \(cells.count) cells, shown \(home.cellsShown) times in \(home.time.now)")
    print("\(batches) batches in cells, \(home.view.batches) around them, \(overlaps) inside another's animation")
    print("\(reloads) reloads: \(home.cellsShown) to begin with, the others beside the animation of the model before")
    print("\(home.violations.count) violations")
    if overlaps > 0 || !home.violations.isEmpty { exit(1) }
  }
}
