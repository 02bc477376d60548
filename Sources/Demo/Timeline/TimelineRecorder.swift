import Reactive
import ViewModels

/// Writes a screen's timeline from its updates and the steps of its loads.
@MainActor
final class TimelineRecorder<ViewModel: PagedListViewModel> {
  private let viewModel: ViewModel
  private let time: any DemoTime
  private let title: @MainActor (ViewModel.SectionID) -> String
  private var lanes: [ViewModel.SectionID: Int] = [:]
  private var recorded = Timeline()
  private var bag: Set<AnyCancellable> = []

  init(_ viewModel: ViewModel, in time: any DemoTime, title: @escaping @MainActor (ViewModel.SectionID) -> String) {
    (self.viewModel, self.time, self.title) = (viewModel, time, title)
    viewModel.pages.trace.sink { [weak self] in self?.record($0) }.store(in: &bag)
    viewModel.updates.sink { [weak self] in self?.record($0) }.store(in: &bag)
  }

  /// The run so far.
  var timeline: Timeline {
    var timeline = recorded
    timeline.end = time.milliseconds
    return timeline
  }

  /// Call this before each jump in time.
  func step() {
    if viewModel.pages.gate.isIdle { completeLastChange() }
  }

  /// Sections have their lanes in the order in which they begin.
  private func lane(of section: ViewModel.SectionID) -> Int {
    if let lane = lanes[section] { return lane }
    lanes[section] = recorded.lanes.count
    recorded.lanes.append(Timeline.Lane(name: title(section).presentable()))
    return recorded.lanes.count - 1
  }

  private func record(_ trace: LoadTrace<ViewModel.SectionID>) {
    let now = time.milliseconds
    let lane = lane(of: trace.section)
    if case .started = trace.step {
      recorded.mostRequests = max(recorded.mostRequests, viewModel.pages.requestsInFlight.value)
      recorded.lanes[lane].loads.append(Timeline.Load(number: trace.load, page: trace.page, begun: now))
    }
    guard let index = recorded.lanes[lane].loads.lastIndex(where: { $0.number == trace.load }) else { return }
    var load = recorded.lanes[lane].loads[index]
    switch trace.step {
    case .asked, .started, .applied: break
    case .answered: load.answered = now
    case .ended(let outcome):
      load.ended = now
      load.outcome = outcome
      // Its update came before, in the same turn, if anything was new.
      if outcome == .loaded, let last = recorded.changes.last, last.lane == lane, last.made == now {
        recorded.changes[recorded.changes.count - 1].page = trace.page
      }
      if outcome == .failed { load.answered = load.answered ?? now }
    }
    recorded.lanes[lane].loads[index] = load
  }

  private func record(_ update: ListUpdate) {
    completeLastChange()
    let position: Int? =
      switch update {
      case .insert(let indexPaths): indexPaths.first?.section
      case .reload(let section): section
      case .batch: nil  // about several sections, or none
      }
    let now = time.milliseconds
    let lane = position.map { self.lane(of: viewModel.sections[$0]) }
    recorded.changes.append(Timeline.Change(lane: lane, made: now))
  }

  private func completeLastChange() {
    guard let last = recorded.changes.indices.last, recorded.changes[last].completed == nil else { return }
    recorded.changes[last].completed = time.milliseconds
  }
}
