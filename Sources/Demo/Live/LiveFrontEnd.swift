import Foundation
import ListTesting
import Reactive
import ViewModels

/// A front end in a terminal for any paged view model. A strict list view holds the cells and reports what UIKit would
/// throw.
///
/// Draws at most 30 times a second, and only while something changes or loads.
@MainActor
final class LiveFrontEnd<ViewModel: PagedListViewModel> {
  private let viewModel: ViewModel
  private let time: any DemoTime
  private let look: Look<ViewModel>
  private let draw: ([LiveLine]) -> Void
  private let list: StrictListView
  private var bag: Set<AnyCancellable> = []
  private(set) var screen: LiveScreen
  /// The items that are being inserted.
  private var fresh: [Int: Range<Int>] = [:]
  /// Where the first cell on the screen stood when it was drawn last, and stands by now; nil if nothing has changed since.
  private var place: (row: Int, cell: IndexPath)?
  private var size = (width: 80, height: 24)
  private var lastFrame: Int?
  private var nextFrame: Int?
  private(set) var frames = 0
  /// Orders an item, on screens where that is possible.
  var order: ((IndexPath) -> Void)?

  /// The time between two frames, and between two frames of the loading mark, in milliseconds.
  private let frameTime = 34, markTime = 120

  /// - Parameter draw: Draws the lines of the screen.
  init(
    _ viewModel: ViewModel, name: String, in time: any DemoTime, look: Look<ViewModel>,
    draw: @escaping ([LiveLine]) -> Void
  ) {
    (self.viewModel, self.time, self.look, self.draw) = (viewModel, time, look, draw)
    screen = LiveScreen(name: name, sections: [])
    list = StrictListView(viewModel, look, in: time)
    list.onViolation = { [weak self] in self?.screen.violation = $0 }
    viewModel.bind(to: list).store(in: &bag)
    viewModel.updates.sink { [weak self] update in self?.receive(update) }.store(in: &bag)
    viewModel.loadStates.sink { [weak self] _ in self?.needsDrawing() }.store(in: &bag)
    viewModel.pages.sectionsStates.sink { [weak self] _ in self?.needsDrawing() }.store(in: &bag)
  }

  /// Handles keys, changes of the size and signals, until one of them ends the screen.
  func run(in terminal: Terminal) async -> Summary {
    defer { terminal.restore() }
    func redraw() {
      terminal.clear()
      resize(width: terminal.size.width, height: terminal.size.height)
    }
    func continued() {
      terminal.takeControl()
      redraw()
    }
    redraw()
    var summary = Summary()
    var bytes: [UInt8] = []
    input: for await event in terminal.events {
      switch event {
      case .resized: redraw()
      case .continued: continued()
      case .ended(let signal): summary.signal = signal
      case .bytes(let new):
        bytes += new
        for key in LiveKey.read(&bytes) {
          switch key {
          case .quit: break input
          case .interrupt: summary.signal = SIGINT
          case .suspend:
            terminal.suspend()
            time.after(100) { continued() }  // where nothing can stop it; else it goes on with a signal
          case .redraw: redraw()
          default: press(key)
          }
        }
      }
      if summary.signal != nil { break }
    }
    summary.violations = screen.violation == nil ? 0 : 1
    return summary
  }

  // MARK: - Input

  /// Sets the size of the screen.
  func resize(width: Int, height: Int) {
    size = (width, height)
    needsDrawing()
  }

  /// Handles a key. Keys that end the screen are handled by ``run(in:)``.
  func press(_ key: LiveKey) {
    let page = max(1, screen.listHeight(size.height) - 1)
    let row = screen.row(screen.cursor)
    let section = row.flatMap { viewModel.sections.indices.contains($0.section) ? viewModel.sections[$0.section] : nil }
    switch key {
    case .up: screen.cursor -= 1
    case .down: screen.cursor += 1
    case .pageUp: screen.cursor -= page
    case .pageDown: screen.cursor += page
    case .top: screen.cursor = 0
    case .bottom: screen.cursor = screen.rowCount - 1
    case .retry: if let section { viewModel.retry(section) } else { viewModel.pages.retrySections() }
    case .refresh: if let section { viewModel.refresh(section) }
    case .order: if case .cell(let section, let item)? = row { order?(IndexPath(item: item, section: section)) }
    case .redraw, .quit, .interrupt, .suspend: break
    }
    screen.scroll(height: size.height)
    needsDrawing()
  }

  /// Changes what the screen shows besides its list.
  func update(_ change: (inout LiveScreen) -> Void) {
    change(&screen)
    needsDrawing()
  }

  // MARK: - Events

  private func receive(_ update: ListUpdate) {
    place = place ?? screen.firstCell(height: size.height)
    place = place.flatMap { old in update.place(of: old.cell).map { (old.row, $0) } }
    if case .insert(let indexPaths) = update, let first = indexPaths.first, let last = indexPaths.last {
      fresh[first.section] = first.item..<(last.item + 1)
      time.after(time.animationTime) { [weak self] in
        self?.fresh = [:]
        self?.needsDrawing()
      }
    }
    needsDrawing()
  }

  // MARK: - Drawing

  private func needsDrawing(in delay: Int = 0) {
    let now = time.milliseconds
    let due = max(now + delay, (lastFrame ?? now - frameTime) + frameTime)
    guard nextFrame.map({ due < $0 }) ?? true else { return }
    nextFrame = due
    time.after(due - now) { [weak self] in
      guard let self, nextFrame == due else { return }  // another frame came before
      drawNow()
    }
  }

  private func drawNow() {
    nextFrame = nil
    lastFrame = time.milliseconds
    frames += 1
    screen.sections = zip(viewModel.sections, list.cells).enumerated().map { position, section in
      LiveScreen.Section(
        title: look.title(section.0), phase: viewModel.state(of: section.0).phase, cells: section.1,
        fresh: fresh[position])
    }
    if screen.sections.isEmpty {  // a series that is not there yet
      screen.sections = [LiveScreen.Section(title: screen.name, phase: viewModel.pages.sectionsState.phase)]
    }
    // What the user looks at stays where it is, whatever has come in above it.
    if let place {
      let moved = screen.index(of: place.cell) - place.row
      (screen.top, screen.cursor) = (screen.top + moved, screen.cursor + moved)
    }
    place = nil
    screen.waiting = viewModel.pages.gate.waiting
    screen.frame = time.milliseconds / markTime
    screen.scroll(height: size.height)
    draw(screen.lines(width: size.width, height: size.height))
    for index in screen.visibleRows(height: size.height) {
      if case .cell(let section, let item)? = screen.row(index) {
        viewModel.willDisplay(IndexPath(item: item, section: section))
      }
    }
    if screen.isLoading { needsDrawing(in: markTime) }
  }
}
