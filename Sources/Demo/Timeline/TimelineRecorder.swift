import Reactive
import ViewModels

/// Writes a screen's timeline from what its front end is told, and from the number of its requests.
@MainActor
final class TimelineRecorder<ViewModel: PagedListViewModel> {
  private let viewModel: ViewModel
  private let world: any World
  private let sections: [ViewModel.SectionID]
  private var recorded = Timeline()
  private var bag: Set<AnyCancellable> = []

  init(_ viewModel: ViewModel, in world: any World, name: (ViewModel.SectionID) -> String) {
    self.viewModel = viewModel
    self.world = world
    sections = viewModel.sections
    recorded.lanes = sections.map { Timeline.Lane(name: name($0)) }
    viewModel.loadStates.sink { [weak self] section, state in self?.note(section, state) }.store(in: &bag)
    viewModel.updates.sink { [weak self] update in self?.note(update) }.store(in: &bag)
    viewModel.pages.requestsInFlight
      .receive(on: .main)  // it changes on the main actor; this says so, and delivers inline
      .sink { [weak self] _ in self?.noteAnswers() }
      .store(in: &bag)
  }

  /// The run so far.
  var timeline: Timeline {
    var timeline = recorded
    timeline.end = world.milliseconds
    return timeline
  }

  /// To be called before each jump in time.
  func step() {
    if viewModel.pages.gate.isIdle { completeLastChange() }
  }

  private func note(_ section: ViewModel.SectionID, _ state: LoadState) {
    guard let lane = sections.firstIndex(of: section) else { return }
    if let last = recorded.lanes[lane].loads.indices.last, recorded.lanes[lane].loads[last].ended == nil {
      var load = recorded.lanes[lane].loads[last]
      load.ended = world.milliseconds
      load.outcome =
        if load.generation != state.generation { .cancelled } else if state.error != nil { .failed } else { .loaded }
      load.reason = state.error?.description
      if load.answered == nil, load.outcome == .failed { load.answered = world.milliseconds }
      recorded.lanes[lane].loads[last] = load
      if load.outcome == .loaded { noteChange(of: load, in: lane) }
    }
    if case .loading(let page) = state.phase {
      recorded.lanes[lane].loads.append(
        Timeline.Load(page: page, generation: state.generation, begun: world.milliseconds))
    }
  }

  /// The change that brought a load's items in came just before, in this turn; none did if nothing was new.
  private func noteChange(of load: Timeline.Load, in lane: Int) {
    let now = world.milliseconds
    let last = recorded.changes.indices.last
    let isTold = last.map { recorded.changes[$0].lane == lane && recorded.changes[$0].made == now } ?? false
    if isTold {
      recorded.changes.removeLast()
    } else {
      completeLastChange()
    }
    recorded.changes.append(
      Timeline.Change(lane: lane, page: load.page, asked: load.answered ?? now, made: now, isEmpty: !isTold))
  }

  private func noteAnswers() {
    for (lane, section) in sections.enumerated() {
      guard let last = recorded.lanes[lane].loads.indices.last, recorded.lanes[lane].loads[last].ended == nil,
        recorded.lanes[lane].loads[last].answered == nil, !viewModel.pages.awaitsAnswer(in: section),
        viewModel.state(of: section).isLoading, isBegun[section] == true
      else {
        isBegun[section] = viewModel.pages.awaitsAnswer(in: section)
        continue
      }
      recorded.lanes[lane].loads[last].answered = world.milliseconds
      isBegun[section] = false
    }
  }

  /// Sections whose request was under way when last looked at: one that waits for a place is not answered.
  private var isBegun: [ViewModel.SectionID: Bool] = [:]

  private func note(_ update: ListUpdate) {
    completeLastChange()
    let position: Int? =
      switch update {
      case .insert(let indexPaths): indexPaths.first?.section
      case .reload(let section): section
      case .batch: nil  // about several sections, or none
      }
    guard let lane = position, recorded.lanes.indices.contains(lane) else { return }
    recorded.changes.append(
      Timeline.Change(lane: lane, page: nil, asked: world.milliseconds, made: world.milliseconds, isEmpty: false))
  }

  private func completeLastChange() {
    guard let last = recorded.changes.indices.last, recorded.changes[last].completed == nil else { return }
    recorded.changes[last].completed = world.milliseconds
  }
}
