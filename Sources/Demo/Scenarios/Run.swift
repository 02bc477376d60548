import Reactive
import ViewModels

/// One run of a screen: prints its events, checks each with a strict list view, retries what fails, and counts what the
/// summary says.
@MainActor
final class Run<ViewModel: PagedListViewModel> {
  private let viewModel: ViewModel
  private let log: EventLog
  private let report: ListReport<ViewModel>
  private var summary = Summary()
  private var isAnimating = false
  private var sections: Set<ViewModel.SectionID> = []
  private var answers: [Int: Int] = [:]
  private var waits: [Int] = []
  private var retries: [ViewModel.SectionID: Int] = [:]

  /// How long the list's animations take, and how long the user looks at a failure before a retry, in milliseconds.
  private let animation = 250, patience = 400
  /// How often the user retries a section.
  private let mostRetries = 5

  /// What lives as long as the run.
  var bag: Set<AnyCancellable> = [], kept: [AnyObject] = []
  /// Called when a section has taken in a page and waits for more.
  var whenIdle: (ViewModel.SectionID) -> Void = { _ in }
  /// Called before each jump in time.
  var onStep: () -> Void = {}
  /// Whether the user retries what has failed.
  var wantsRetries: () -> Bool = { true }
  /// How much is under way that the run waits for.
  var work: CurrentValueSubject<Int, Never>
  /// Called before the summary is printed.
  var complete: (inout Summary) -> Void = { _ in }

  init(
    _ viewModel: ViewModel, log: EventLog, name: @escaping (ViewModel.SectionID) -> String,
    cell: @escaping (ViewModel.Element) -> String
  ) {
    self.viewModel = viewModel
    self.log = log
    report = ListReport(viewModel, log: log, name: name, cell: cell)
    report.list.animations = .manual
    let loads = LoadSteps(viewModel)
    work = loads.requests
    loads.receive = { [weak self] section, load, _, step in self?.count(step, of: load, in: section) }
    kept.append(loads)
    viewModel.loadStates.sink { [weak self] section, state in self?.react(to: state, of: section) }.store(in: &bag)
  }

  /// Lets time pass until everything that was asked for is loaded, and prints the summary.
  func finish() async -> Summary {
    await log.time.run(while: work) {
      summary.mostLoadsInFlight = max(summary.mostLoadsInFlight, viewModel.loadsInFlight)
      summary.mostChangesWaiting = max(summary.mostChangesWaiting, viewModel.pages.gate.waiting)
      animate()
      onStep()
    }
    summary.sections = sections.count
    summary.items = viewModel.sections.reduce(0) { $0 + viewModel.items(in: $1).count }
    summary.repeatsDropped = viewModel.sections.reduce(0) { $0 + viewModel.state(of: $1).repeats }
    summary.events = report.events
    summary.violations = report.list.violations.count
    summary.failedSections = viewModel.sections.count { viewModel.state(of: $0).error != nil }
    summary.time = log.time.milliseconds
    summary.isVirtual = log.time.isVirtual
    complete(&summary)
    log.printer.lines(for: summary).forEach(log.output)
    return summary
  }

  /// The mean time from an answer to the moment its page was in the list, in milliseconds. Nil if there was none.
  var answerWait: Int? { waits.isEmpty ? nil : (waits.reduce(0, +) + waits.count / 2) / waits.count }

  /// Ends the list's animation after its time, if one has begun.
  private func animate() {
    guard report.list.runningAnimations > 0, !isAnimating else { return }
    isAnimating = true
    log.time.after(animation) { [self] in
      isAnimating = false
      report.list.finishNextAnimation()
    }
  }

  private func count(_ step: LoadSteps<ViewModel>.Step, of load: Int, in section: ViewModel.SectionID) {
    switch step {
    case .asked: sections.insert(section)
    case .started: break
    case .answered: answers[load] = log.time.milliseconds
    case .applied: if let answer = answers[load] { waits.append(log.time.milliseconds - answer) }
    case .ended(let outcome): if outcome == .loaded { summary.pages += 1 }
    }
  }

  private func react(to state: LoadState, of section: ViewModel.SectionID) {
    if state.phase == .idle { return whenIdle(section) }
    guard state.error != nil else { return }
    retries[section, default: 0] += 1
    guard retries[section, default: 0] <= mostRetries, wantsRetries() else { return }
    log.time.after(patience) { [viewModel] in viewModel.retry(section) }
  }
}
