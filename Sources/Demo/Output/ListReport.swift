import ListTesting
import Reactive
import ViewModels

/// How a screen's sections and items are printed.
struct Look<ViewModel: PagedListViewModel> {
  /// A section's name for programs, and for people.
  let name: @MainActor (ViewModel.SectionID) -> String, title: @MainActor (ViewModel.SectionID) -> String
  let cell: @MainActor (ViewModel.Element) -> String
}

extension StrictListView {
  /// The cell of a placeholder.
  nonisolated static let placeholder = String(repeating: "\u{2591}", count: 10)

  /// Creates a list view that shows a screen, with animations by the time of a run.
  convenience init<ViewModel: PagedListViewModel>(
    _ viewModel: ViewModel, _ look: Look<ViewModel>, in time: any DemoTime
  ) {
    self.init(dataSource: viewModel) { viewModel.item(at: $0).map(look.cell) ?? Self.placeholder }
    animation = time.animation
  }
}

/// Prints a screen's updates and load states as they happen, and checks each update with a strict list view.
@MainActor
final class ListReport<ViewModel: PagedListViewModel> {
  let list: StrictListView
  /// How many updates there were.
  private(set) var events = 0
  private let viewModel: ViewModel
  private let log: EventLog
  private let look: Look<ViewModel>
  private var bag: Set<AnyCancellable> = []

  init(_ viewModel: ViewModel, log: EventLog, look: Look<ViewModel>) {
    (self.viewModel, self.log, self.look) = (viewModel, log, look)
    list = StrictListView(viewModel, look, in: log.time)
    list.onViolation = { log.output("violation: \($0)") }
    viewModel.bind(to: list).store(in: &bag)
    viewModel.updates.sink { [weak self] in self?.print($0) }.store(in: &bag)
    viewModel.loadStates.sink { [weak self] in self?.print(.state($1.phase), of: $0) }.store(in: &bag)
    viewModel.pages.trace.sink { [weak self] load in
      guard case .ended(.cancelled) = load.step else { return }
      self?.print(.state(name: "cancelled", page: load.page, reason: nil), of: load.section)
    }.store(in: &bag)
    viewModel.allEnded.sink { summary in
      log.print(
        .allEnded(
          loaded: summary.loaded.map { look.name($0) }, failed: summary.failed.map { look.name($0) },
          cancelled: summary.cancelled.map { look.name($0) }))
    }.store(in: &bag)
  }

  private func print(_ update: ListUpdate) {
    events += 1
    switch update {
    case .insert(let paths):
      if let first = paths.first {
        print(
          .insert(paths), of: viewModel.sections[first.section], ids: paths.compactMap { viewModel.item(at: $0)?.id })
      }
    case .reload(let position):
      let section = viewModel.sections[position]
      print(.reload, of: section, ids: viewModel.items(in: section).map(\.id))
    case .batch(let batch):
      let ids = batch.insertedItems.compactMap { viewModel.item(at: $0).map { RawJSON(id: $0.id) } }
      let total = viewModel.sections.reduce(0) { $0 + viewModel.numberOfItems(in: $1) }
      log.print { RunEvent(kind: .batch(batch), ids: ids, total: total, time: $0) }
    }
    for discrepancy in list.discrepancies { list.onViolation(discrepancy) }
  }

  private func print(_ kind: RunEvent.Kind, of section: ViewModel.SectionID, ids: [ViewModel.Element.ID] = []) {
    guard let position = viewModel.sections.firstIndex(of: section) else { return }
    log.print {
      RunEvent(
        kind: kind, section: look.name(section), title: look.title(section), sectionIndex: position,
        ids: ids.map { RawJSON(id: $0) }, total: viewModel.numberOfItems(in: section), time: $0)
    }
  }
}

extension RunEvent.Kind {
  fileprivate static func state(_ phase: LoadState.Phase) -> RunEvent.Kind {
    switch phase {
    case .idle: .state(name: "idle", page: nil, reason: nil)
    case .loading(let page): .state(name: "loading", page: page, reason: nil)
    case .failed(let page, let error): .state(name: "failed", page: page, reason: error.description)
    case .finished: .state(name: "finished", page: nil, reason: nil)
    }
  }
}
