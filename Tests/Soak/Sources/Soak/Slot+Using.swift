import Foundation
import ViewModels

extension Slot {
  /// Does with the screen that is shown what a user does.
  func use(_ step: UserStep) {
    let viewModel = shown.viewModel
    let sections = viewModel.sections
    func section(_ number: Int) -> ViewModel.SectionID? {
      sections.isEmpty ? nil : sections[number % sections.count]
    }
    switch step {
    case .loadFirst(_, let order): expect(viewModel.loadFirstPages(order: order))
    case .loadFirstIn(let numbers, let order):
      expect(viewModel.loadFirstPages(in: numbers.compactMap(section), order: order))
    case .loadNext(let number): if let section = section(number) { loadNext(section) }
    case .loadPrevious(let number): if let section = section(number) { viewModel.loadPreviousPage(in: section) }
    case .fill(let number, let count): if let section = section(number) { viewModel.fill(section, with: count * 6) }
    case .willDisplay: view.scroll()
    case .refresh(let number): if let section = section(number) { expect(viewModel.refresh(section), section) }
    case .refreshAt(let number, let page, let joins):
      guard let section = section(number) else { return }
      // Services with numbers look at the number, the others at the cursor.
      let key = PageKey(number: page, cursor: page == 1 ? nil : "\(page * 25)")
      expect(viewModel.refresh(section, at: key, joiningOn: joins), section)
    case .refreshFrom(let number, _):
      if let section = section(number) { expect(viewModel.refresh(section, configuringAll: true), section) }
    case .retry(let number):
      if number == 0 { viewModel.retryFailed() } else if let section = section(number) { viewModel.retry(section) }
    case .cancel(let number): if let section = section(number) { viewModel.cancel(section) }
    case .showPlaceholders(_, let count): viewModel.showPlaceholders(count)
    case .showRows(_, let bits): viewModel.showStateRows(.init(rawValue: bits))
    case .arrange(let number, let lens): if let section = section(number) { arrange(section, lens) }
    case .type: shown.act(&random)
    case .edit(_, let edit): shown.edits.make(edit, isSent: false, in: viewModel)
    case .send(_, let edit): shown.edits.make(edit, isSent: true, in: viewModel)
    case .undo(let number): shown.edits.undo(number)
    case .drag(let section, let from, let to, let isSent): drag(section, from, to, isSent)
    case .bind: bind()
    case .unbind: swap()
    case .pause: pause()
    case .goOn(let number): if !shown.pauses.isEmpty { shown.pauses.remove(at: number % shown.pauses.count).release() }
    }
  }

  /// Opens a menu, for a second at most: other lists of the queue wait, too.
  private func pause() {
    let (screen, pause) = (shown, shown.viewModel.gate.pause())
    let time = Duration.milliseconds(.random(in: 0...1_000, using: &random))
    screen.pauses.append(pause)
    Task { [weak screen] in
      try? await Task.sleep(for: time)
      screen?.pauses.removeAll { $0 === pause }
      pause.release()
    }
  }

  /// A load that is asked for ends, and says how, and names its section.
  private func expect(_ begun: BegunLoads<ViewModel.SectionID>, _ section: ViewModel.SectionID? = nil) {
    shown.wishes.append {
      guard let summary = begun.result else { return "loads were asked for, and have not ended" }
      guard let section else { return nil }
      let named = summary.loaded + summary.failed + summary.cancelled + summary.gone
      return named.contains(section) ? nil : "a refresh of \(section) ended as nothing: \(summary)"
    }
  }

  private func loadNext(_ section: ViewModel.SectionID) {
    let viewModel = shown.viewModel
    viewModel.loadNextPage(in: section)
    let state = viewModel.state(of: section)
    let isHeard = state.isLoading || state.append != .idle || state.refresh.error != nil
    tally.check(.wishes, isHeard, "\(name): the next page of \(section) was asked for, and is not loaded: \(state)")
  }

  private func drag(_ section: Int, _ from: Int, _ to: Int, _ isSent: Bool) {
    let screen = shown
    guard screen.binding != nil else { return }
    view.drag(section, from: from, to: to) {
      screen.viewModel.item(at: $0) != nil
    } _: {
      tally.drags += 1
      screen.edits.drag($0, to: $1, in: screen.viewModel, by: view, isSent: isSent)
    }
  }

  private func arrange(_ section: ViewModel.SectionID, _ number: Int) {
    let lens = Lens(rawValue: number % Lens.allCases.count) ?? .none
    var filter: (@Sendable (ViewModel.Element) -> Bool)?
    if let shows = lens.filter { filter = { shows(TestItem(of: $0)) } }
    var order: (@Sendable (ViewModel.Element, ViewModel.Element) -> Bool)?
    if let isBefore = lens.order { order = { isBefore(TestItem(of: $0), TestItem(of: $1)) } }
    shown.edits.lenses[section] = lens
    shown.viewModel.arrange(section, filter: filter, order: order)
  }

  /// What was asked for has been done, and what is shown is what has come of it.
  func checkAtRest() async {
    for wish in shown.wishes {
      let lost = wish()
      tally.check(.wishes, lost == nil, "\(name): \(lost ?? "")")
    }
    shown.wishes = []
    await shown.edits.check(shown.viewModel, name)
    for (section, lens) in shown.edits.lenses where !shown.viewModel.showsPlaceholders(in: section) {
      let items = shown.viewModel.items(in: section).map { TestItem(of: $0) }
      let all = shown.viewModel.saved(section).items.map { TestItem(of: $0) }
      tally.check(.arranged, items == lens(all), "\(name): \(section) is not arranged as \(lens): \(items) of \(all)")
    }
  }
}
