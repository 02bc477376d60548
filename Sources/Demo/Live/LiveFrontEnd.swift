import Foundation
import Reactive
import ViewModels

/// A list of any paged view model, drawn as lines from its events alone: cells come in where the updates say, and a
/// strict list view keeps them and objects where UIKit would.
///
/// Draws at most 30 times a second, and only when something has changed or loads.
@MainActor
final class LiveFrontEnd<ViewModel: PagedListViewModel> {
  private let viewModel: ViewModel
  private let world: any World
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
  /// Orders what stands at a place, on screens where one can.
  private var order: ((IndexPath) -> Void)?

  /// Between two frames, between two of the loading mark, and for an animation, in milliseconds.
  private let frameTime = 34, markTime = 120, animation = 250

  /// - Parameters:
  ///   - cell: an item as text.
  ///   - draw: takes the screen's lines.
  init(
    _ viewModel: ViewModel, name: String, in world: any World, title: (ViewModel.SectionID) -> String,
    cell: @escaping (ViewModel.Item) -> String, draw: @escaping ([LiveLine]) -> Void
  ) {
    self.viewModel = viewModel
    self.world = world
    self.draw = draw
    sections = viewModel.sections
    screen = LiveScreen(name: name, sections: sections.map { LiveScreen.Section(title: title($0)) })
    list = StrictListView(dataSource: viewModel) { viewModel.item(at: $0).map(cell) ?? LiveScreen.placeholder }
    list.animations = .manual
    list.onViolation = { [weak self] in self?.screen.violation = $0 }
    viewModel.bind(to: self).store(in: &bag)
    viewModel.updates.sink { [weak self] update in self?.note(update) }.store(in: &bag)
    viewModel.loadStates.sink { [weak self] section, state in self?.note(section, state) }.store(in: &bag)
  }

  // MARK: - What the user does

  /// The terminal has this size.
  func resize(width: Int, height: Int) {
    size = (width, height)
    needsDrawing()
  }

  /// A key was pressed; those that end the screen are for somebody else.
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

  // MARK: - What a screen adds to its list

  /// Lets the user order with a key.
  /// - Parameter hint: what the key does, for the line of keys.
  func takeOrders(hint: String, _ order: @escaping (IndexPath) -> Void) {
    self.order = order
    screen.orderHint = hint
    needsDrawing()
  }

  /// Shows more in the bar.
  func show(status: String) {
    screen.status = status
    needsDrawing()
  }

  /// Shows a line between the bar and the list.
  func show(banner: LiveLine) {
    screen.banner = banner
    needsDrawing()
  }

  /// Shows a line between the list and the keys.
  func show(note: LiveLine) {
    screen.note = note
    needsDrawing()
  }

  // MARK: - What the view model says

  private func note(_ update: ListUpdate) {
    if case .insert(let indexPaths) = update, let first = indexPaths.first, let last = indexPaths.last {
      screen.sections[first.section].fresh = first.item..<(last.item + 1)
    }
    needsDrawing()
  }

  private func note(_ section: ViewModel.SectionID, _ state: LoadState) {
    guard let position = sections.firstIndex(of: section) else { return }
    screen.sections[position].phase = state.phase
    needsDrawing()
  }

  /// Ends the list's animation, if one has begun, when its time has come.
  private func animate() {
    guard list.runningAnimations > 0, !isAnimating else { return }
    isAnimating = true
    world.after(animation) { [weak self] in
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
    let now = world.milliseconds
    let time = max(now + delay, (lastFrame ?? now - frameTime) + frameTime)
    guard nextFrame.map({ time < $0 }) ?? true else { return }
    nextFrame = time
    world.after(time - now) { [weak self] in
      guard let self, nextFrame == time else { return }  // another frame came before
      drawNow()
    }
  }

  private func drawNow() {
    nextFrame = nil
    lastFrame = world.milliseconds
    frames += 1
    for (position, cells) in list.cells.enumerated() { screen.sections[position].cells = cells }
    screen.waiting = viewModel.pages.gate.waiting
    screen.frame = world.milliseconds / markTime
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

  /// Also an update that turns out to be nothing is a batch of the list view, with an animation to end.
  func performUpdate(
    animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
  ) {
    list.performUpdate(animated: animated, commit, completion: completion)
    animate()
  }
}
