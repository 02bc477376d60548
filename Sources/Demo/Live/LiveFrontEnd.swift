import Foundation
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
  private let sections: [ViewModel.SectionID]
  private let draw: ([LiveLine]) -> Void
  private let list: StrictListView
  private var bag: Set<AnyCancellable> = []
  private(set) var screen: LiveScreen
  private var size = (width: 80, height: 24)
  private var lastFrame: Int?
  private var nextFrame: Int?
  private var isAnimating = false
  private(set) var frames = 0
  /// Orders an item, on screens where that is possible.
  var order: ((IndexPath) -> Void)?

  /// The time between two frames, between two frames of the loading mark, and of an animation, in milliseconds.
  private let frameTime = 34, markTime = 120, animation = 250

  /// - Parameters:
  ///   - cell: an item as text.
  ///   - draw: draws the lines of the screen.
  init(
    _ viewModel: ViewModel, name: String, in time: any DemoTime, title: (ViewModel.SectionID) -> String,
    cell: @escaping (ViewModel.Element) -> String, draw: @escaping ([LiveLine]) -> Void
  ) {
    self.viewModel = viewModel
    self.time = time
    self.draw = draw
    sections = viewModel.sections
    screen = LiveScreen(name: name, sections: sections.map { LiveScreen.Section(title: title($0)) })
    list = StrictListView(dataSource: viewModel) { viewModel.item(at: $0).map(cell) ?? LiveScreen.placeholder }
    list.animations = .manual
    list.onViolation = { [weak self] in self?.screen.violation = $0 }
    viewModel.bind(to: self).store(in: &bag)
    viewModel.updates.sink { [weak self] update in self?.receive(update) }.store(in: &bag)
    viewModel.loadStates.sink { [weak self] section, state in self?.receive(section, state) }.store(in: &bag)
  }

  // MARK: - Input

  /// Sets the size of the screen.
  func resize(width: Int, height: Int) {
    size = (width, height)
    needsDrawing()
  }

  /// Handles a key. Keys that end the screen are handled by the scenario.
  func press(_ key: LiveKey) {
    let page = max(1, screen.listHeight(size.height) - 1)
    switch key {
    case .up: screen.cursor -= 1
    case .down: screen.cursor += 1
    case .pageUp: screen.cursor -= page
    case .pageDown: screen.cursor += page
    case .top: screen.cursor = 0
    case .bottom: screen.cursor = screen.rowCount - 1
    case .retry: for section in sections { viewModel.retry(section) }
    case .refresh: if let row = screen.row(screen.cursor) { viewModel.refresh(sections[row.section]) }
    case .order:
      if case .cell(let section, let item)? = screen.row(screen.cursor) {
        order?(IndexPath(item: item, section: section))
      }
    case .redraw, .quit, .interrupt: break
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
    if case .insert(let indexPaths) = update, let first = indexPaths.first, let last = indexPaths.last {
      screen.sections[first.section].fresh = first.item..<(last.item + 1)
    }
    needsDrawing()
  }

  private func receive(_ section: ViewModel.SectionID, _ state: LoadState) {
    guard let position = sections.firstIndex(of: section) else { return }
    screen.sections[position].phase = state.phase
    needsDrawing()
  }

  /// Ends the list's animation after its time, if one has begun.
  private func animate() {
    guard list.runningAnimations > 0, !isAnimating else { return }
    isAnimating = true
    time.after(animation) { [weak self] in
      guard let self else { return }
      isAnimating = false
      for position in screen.sections.indices { screen.sections[position].fresh = nil }
      list.finishNextAnimation()
      needsDrawing()
      animate()
    }
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
    for (position, cells) in list.cells.enumerated() { screen.sections[position].cells = cells }
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

extension LiveFrontEnd: ListView {
  func reloadAndCount() {
    list.reloadAndCount()
    needsDrawing()
  }

  /// An empty update is a batch of the list view too, with an animation to end.
  func performUpdate(
    animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
  ) {
    list.performUpdate(animated: animated, commit, completion: completion)
    animate()
  }
}
