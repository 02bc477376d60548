import Reactive
import ViewModels

/// Writes a screen's timeline from its updates and the steps of its loads.
@MainActor
final class TimelineRecorder<ViewModel: PagedListViewModel> {
  private let viewModel: ViewModel
  private let time: any DemoTime
  private let loads: LoadSteps<ViewModel>
  private var recorded = Timeline()
  private var bag: Set<AnyCancellable> = []

  init(_ viewModel: ViewModel, in time: any DemoTime, name: (ViewModel.SectionID) -> String) {
    self.viewModel = viewModel
    self.time = time
    let sections = viewModel.sections
    recorded.lanes = sections.map { Timeline.Lane(name: name($0)) }
    loads = LoadSteps(viewModel)
    loads.receive = { [weak self] section, load, page, step in
      if let lane = sections.firstIndex(of: section) { self?.record(step, of: load, page: page, in: lane) }
    }
    viewModel.updates.sink { [weak self] update in self?.record(update) }.store(in: &bag)
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

  private func record(_ step: LoadSteps<ViewModel>.Step, of number: Int, page: Int, in lane: Int) {
    let now = time.milliseconds
    if case .asked = step { recorded.lanes[lane].loads.append(Timeline.Load(number: number, page: page, begun: now)) }
    guard let index = recorded.lanes[lane].loads.lastIndex(where: { $0.number == number }) else { return }
    var load = recorded.lanes[lane].loads[index]
    switch step {
    case .asked, .started, .applied: break
    case .answered: load.answered = now
    case .ended(let outcome):
      load.ended = now
      load.outcome = outcome
      if outcome == .loaded { recordChange(page: page, asked: load.answered ?? now, in: lane) }
      if outcome == .failed {
        load.answered = load.answered ?? now
        load.reason = viewModel.state(of: viewModel.sections[lane]).error?.description
      }
    }
    recorded.lanes[lane].loads[index] = load
  }

  /// Records the change of a load that has ended. Its update came before, in the same turn, if anything was new.
  private func recordChange(page: Int, asked: Int, in lane: Int) {
    let now = time.milliseconds
    let isEmpty = recorded.changes.last.map { $0.lane != lane || $0.made != now || $0.page != nil } ?? true
    if isEmpty { completeLastChange() } else { recorded.changes.removeLast() }
    recorded.changes.append(Timeline.Change(lane: lane, page: page, asked: asked, made: now, isEmpty: isEmpty))
  }

  private func record(_ update: ListUpdate) {
    completeLastChange()
    let position: Int? =
      switch update {
      case .insert(let indexPaths): indexPaths.first?.section
      case .reload(let section): section
      case .batch: nil  // about several sections, or none
      }
    guard let lane = position, recorded.lanes.indices.contains(lane) else { return }
    let now = time.milliseconds
    recorded.changes.append(Timeline.Change(lane: lane, page: nil, asked: now, made: now, isEmpty: false))
  }

  private func completeLastChange() {
    guard let last = recorded.changes.indices.last, recorded.changes[last].completed == nil else { return }
    recorded.changes[last].completed = time.milliseconds
  }
}
