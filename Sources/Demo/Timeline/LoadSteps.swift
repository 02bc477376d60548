import Reactive
import ViewModels

/// Reports each step in the life of a screen's loads, for what counts or draws them.
///
/// The one place that knows where the steps come from. It works them out from the states and from which sections await
/// an answer.
@MainActor
final class LoadSteps<ViewModel: PagedListViewModel> {
  typealias Step = LoadTrace<ViewModel.SectionID>.Step

  /// How many requests have been started and not been answered.
  let requests: CurrentValueSubject<Int, Never>
  /// Called for each step, with the load's number and page.
  var receive: (ViewModel.SectionID, _ load: Int, _ page: Int, Step) -> Void = { _, _, _, _ in }

  private struct Load {
    let number: Int
    let page: Int
    let generation: Int
    var isStarted = false
    var isAnswered = false
  }

  private let viewModel: ViewModel
  private var loads: [ViewModel.SectionID: Load] = [:]
  private var lastNumber = 0
  private var bag: Set<AnyCancellable> = []

  init(_ viewModel: ViewModel) {
    self.viewModel = viewModel
    requests = viewModel.pages.requestsInFlight
    viewModel.loadStates.sink { [weak self] section, state in self?.compare(state, of: section) }.store(in: &bag)
    requests.receive(on: .main).sink { [weak self] _ in self?.findAnswers() }.store(in: &bag)
  }

  private func compare(_ state: LoadState, of section: ViewModel.SectionID) {
    if let load = loads.removeValue(forKey: section) {
      let outcome: LoadOutcome =
        if load.generation != state.generation { .cancelled } else if state.error != nil { .failed } else { .loaded }
      if outcome == .loaded { receive(section, load.number, load.page, .applied) }
      receive(section, load.number, load.page, .ended(outcome))
    }
    if case .loading(let page) = state.phase {
      lastNumber += 1
      loads[section] = Load(number: lastNumber, page: page, generation: state.generation)
      receive(section, lastNumber, page, .asked)
      findAnswers()
    }
  }

  private func findAnswers() {
    for (section, load) in loads where !load.isAnswered && viewModel.state(of: section).isLoading {
      let isAwaited = viewModel.pages.awaitsAnswer(in: section)
      guard isAwaited != load.isStarted else { continue }
      loads[section]?.isStarted = true
      loads[section]?.isAnswered = load.isStarted
      receive(section, load.number, load.page, isAwaited ? .started : .answered)
    }
  }
}
