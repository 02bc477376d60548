import Reactive
import ViewModels

/// Prints a screen's updates and load states as they happen, and checks each update with a strict list view.
@MainActor
final class ListReport<ViewModel: PagedListViewModel> {
  let list: StrictListView
  /// How many updates there were.
  private(set) var events = 0
  private var bag: Set<AnyCancellable> = []

  /// - Parameter cell: an item as text.
  init(
    _ viewModel: ViewModel, log: EventLog, name: @escaping (ViewModel.SectionID) -> String,
    cell: @escaping (ViewModel.Element) -> String
  ) {
    let list = StrictListView(dataSource: viewModel) { viewModel.item(at: $0).map(cell) ?? "placeholder" }
    self.list = list
    list.onViolation = { log.output("violation: \($0)") }
    func print(_ kind: RunEvent.Kind, at position: Int) {
      let section = viewModel.sections[position]
      log.print(kind, section: name(section), index: position, total: viewModel.numberOfItems(in: section))
    }
    viewModel.bind(to: list).store(in: &bag)
    viewModel.updates.sink { [weak self] update in
      self?.events += 1
      switch update {
      case .insert(let indexPaths): if let first = indexPaths.first { print(.insert(indexPaths), at: first.section) }
      case .reload(let position): print(.reload, at: position)
      case .batch(let batch):
        log.print(.batch(batch), total: viewModel.sections.reduce(0) { $0 + viewModel.numberOfItems(in: $1) })
      }
      for discrepancy in list.discrepancies { list.onViolation(discrepancy) }
    }.store(in: &bag)
    viewModel.loadStates.sink { section, state in
      if let position = viewModel.sections.firstIndex(of: section) { print(.state(state.phase), at: position) }
    }.store(in: &bag)
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
