import Reactive
import ViewModels

/// Reports each step in the life of a screen's loads, for what counts or draws them.
@MainActor
final class LoadSteps<ViewModel: PagedListViewModel> {
  typealias Step = LoadTrace<ViewModel.SectionID>.Step

  /// How many requests have been started and not been answered.
  let requests: CurrentValueSubject<Int, Never>
  /// Called for each step, with the load's number and page.
  var receive: (ViewModel.SectionID, _ load: Int, _ page: Int, Step) -> Void = { _, _, _, _ in }
  private var bag: Set<AnyCancellable> = []

  init(_ viewModel: ViewModel) {
    requests = viewModel.pages.requestsInFlight
    viewModel.pages.trace
      .sink { [weak self] in self?.receive($0.section, $0.load, $0.page, $0.step) }
      .store(in: &bag)
  }
}
