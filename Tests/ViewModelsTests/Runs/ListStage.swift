import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive

@testable import ListEngine
@testable import ViewModels

/// What a service is asked for: pages of a section, from one of its loaders.
struct StageKey: Hashable {
  let section: Int
  let loader: Int?
}

/// A screen, or a list without one.
@MainActor
final class ListStage<ViewModel: PagedListViewModel>: Stage {
  typealias SectionID = ViewModel.SectionID

  let rules: ListRules
  let viewModel: ViewModel
  let pages: PagedList<ViewModel.SectionID, ViewModel.Element>
  let names: [SectionID]
  let desk: ScriptedPages<StageKey, ViewModel.Element>
  let sectionsDesk: ScriptedPages<Int, TestItem>
  let item: @Sendable (TestItem) -> ViewModel.Element
  let row: @Sendable (ViewModel.Element) -> TestItem
  /// What screens have a method of their own for; returns false to leave it to the list.
  var special: @MainActor (Wish) -> Bool = { _ in false }
  /// What a service answers with that fails.
  var failure: any Error = Refused()
  var loadSections: (@MainActor (Int) -> Void)?
  var reconnect: (@MainActor () -> Void)?
  var setQuery: (@MainActor (String) -> Void)?
  var time: VirtualTimeScheduler?
  var alarms: Alarms?
  var query: String? { didSet { if let query { setQuery?(query) } } }

  var endsCancelledRequests = false {
    didSet {
      desk.endsCancelledRequests = endsCancelledRequests
      sectionsDesk.endsCancelledRequests = endsCancelledRequests
    }
  }

  init(
    _ viewModel: ViewModel, _ names: [SectionID], _ rules: ListRules,
    _ desk: ScriptedPages<StageKey, ViewModel.Element>, sectionsDesk: ScriptedPages<Int, TestItem> = ScriptedPages(),
    item: @escaping @Sendable (TestItem) -> ViewModel.Element, row: @escaping @Sendable (ViewModel.Element) -> TestItem
  ) {
    (self.viewModel, pages, self.names, self.rules, self.desk) = (viewModel, viewModel.pages, names, rules, desk)
    (self.item, self.row, self.sectionsDesk) = (item, row, sectionsDesk)
  }

  var gate: SerialGate { pages.gate }
  var loadsInFlight: Int { viewModel.loadsInFlight }
  var changesMade: Int { pages.changesMade.value }
  var numberOfSections: Int { viewModel.numberOfSections }
  func numberOfItems(inSection section: Int) -> Int { viewModel.numberOfItems(inSection: section) }
  func settled() async { await viewModel.settled() }
  func passTime(_ milliseconds: Int) { time?.advance(by: .milliseconds(milliseconds)) }

  func text(at position: Int, _ offset: Int) -> String {
    switch viewModel.row(at: [position, offset]) {
    case .item(let item):
      let row = row(item)
      return "\(row.id) \(row.text)"
    case .placeholder: return "…"
    case .loading, .failed, .empty, .finished:
      return ModelRow(viewModel.row(at: [position, offset])).map { "\($0)" } ?? ""
    }
  }

  // MARK: - What a front end can ask

  func ask(_ wish: Wish) {
    if special(wish) { return }
    switch wish {
    case .first(let sections, let order): viewModel.loadFirstPages(in: sections?.map { names[$0] }, order: order)
    case .next(let section): viewModel.loadNextPage(in: names[section])
    case .previous(let section): viewModel.loadPreviousPage(in: names[section])
    case .fill(let section, let count): viewModel.fill(names[section], with: count)
    case .refresh(.section(let section), nil, let page, let joins):
      viewModel.refresh(names[section], at: PageKey(number: page), joiningOn: joins)
    case .refresh(.section(let section), let loader?, _, _):
      let key = StageKey(section: section, loader: loader)
      pages.refresh(names[section]) { [desk, rules] page in
        try await desk.load(key, rules.knowsCursors ? page : PageKey(number: page.number))
      }
    case .retry(.section(let section)): viewModel.retry(names[section])
    case .retry(.sections): pages.retrySections()
    case .cancel(.section(let section)): viewModel.cancel(names[section])
    case .placeholders(let count): viewModel.showPlaceholders(count)
    case .cancel(.sections), .refresh(.sections, _, _, _): break  // nothing that an app can ask for
    }
  }

  func willDisplay(_ position: Int, offset: Int) { viewModel.willDisplay([position, offset]) }

  func edit(_ edit: Edit, made: @escaping @MainActor ([EditCall]) -> Void) { pages.edit(closure(of: edit, made)) }

  func send(
    _ edit: Edit, made: @escaping @MainActor ([EditCall]) -> Void
  ) -> @MainActor (_ takesBack: Bool) -> Void {
    let pending = pages.pendingEdit(closure(of: edit, made))
    return { takesBack in if takesBack { pending.takeBack() } else { pending.confirm() } }
  }

  private func closure(
    of edit: Edit, _ made: @escaping @MainActor ([EditCall]) -> Void
  ) -> @MainActor (inout SectionedList<SectionID, ViewModel.Element>) -> Void {
    { [names, item, row, rules] list in
      var editable = NamedList(list: list, names: names, item: item, row: row)
      edit.apply(to: &editable, pool: rules.pool)
      list = editable.list
      made(editable.calls)
    }
  }

  func move(from source: IndexPath, to destination: IndexPath, madeBy view: WorldView) {
    pages.moveItem(at: source, to: destination, madeBy: view)
  }
  var editsMade: Int { pages.shown.lastEdit }

  func showRows(_ rows: Row<Never>.Kinds) { viewModel.showStateRows(.init(rawValue: rows.rawValue)) }

  func seed(_ section: Int, _ rows: [TestItem], next: PageKey?) {
    viewModel.seed(names[section], rows.map(item), next: next)
  }

  func arrange(_ section: Int, _ lens: Lens) {
    let row = row
    var filter: (@Sendable (ViewModel.Element) -> Bool)?
    if let shows = lens.filter { filter = { shows(row($0)) } }
    var order: (@Sendable (ViewModel.Element, ViewModel.Element) -> Bool)?
    if let isBefore = lens.order { order = { isBefore(row($0), row($1)) } }
    viewModel.arrange(names[section], filter: filter, order: order)
  }

  // MARK: - What can be seen

  func number(of section: SectionID) -> Int { names.firstIndex(of: section) ?? -1 }

  var shown: [Moment.Shown] {
    viewModel.sections.map { section in
      let count = viewModel.numberOfItems(in: section)
      var shown = Moment.Shown(
        section: number(of: section), placeholders: pages.showsPlaceholders(in: section) ? count : nil,
        rows: viewModel.items(in: section).map(row))
      let position = pages.items.position(of: section) ?? 0
      if count > 0 { shown.state = ModelRow(viewModel.row(at: [position, count - 1])) }
      return shown
    }
  }

  func state(of target: ModelTarget) -> ModelState {
    switch target {
    case .section(let section): ModelState(viewModel.state(of: names[section]))
    case .sections: ModelState(pages.sectionsState)
    }
  }

  func observe(_ channel: Step.Channel, _ hear: @escaping @MainActor (Heard) -> Void) -> AnyCancellable {
    switch channel {
    case .updates: viewModel.updates.sink { hear(Heard($0)) }
    case .insertions:
      viewModel.insertions.sink { [weak self] in
        hear(.insertion(section: self?.number(of: $0) ?? -1, $1.map { [$0.section, $0.item] }))
      }
    case .loadStates:
      viewModel.loadStates.sink { [weak self] in hear(.state(.section(self?.number(of: $0) ?? -1), ModelState($1))) }
    case .sectionsStates: pages.sectionsStates.sink { hear(.state(.sections, ModelState($0))) }
    case .summaries:
      viewModel.allEnded.sink { [weak self] summary in
        guard let self else { return }
        hear(
          .summary(
            loaded: summary.loaded.map(number), failed: summary.failed.map(number),
            cancelled: summary.cancelled.map(number), gone: summary.gone.map(number)))
      }
    }
  }

  func observe(
    loads: @escaping @MainActor (LoadStep) -> Void, edits: @escaping @MainActor (Int, _ takesBack: Bool) -> Void
  ) -> [AnyCancellable] {
    [
      pages.trace.sink { [weak self] in loads(LoadStep($0, section: self?.number(of: $0.section) ?? -1)) },
      pages.edits.sink { event in
        switch event.step {
        case .made: break
        case .confirmed: edits(event.edit, false)
        case .takenBack: edits(event.edit, true)
        }
      },
    ]
  }
}
