import Foundation
import ListTesting
import Reactive
import ViewModels

/// One run of a screen: prints its events, checks each with a strict list view, retries what fails, and counts what the
/// summary says.
@MainActor
final class Run<ViewModel: PagedListViewModel> {
  private let viewModel: ViewModel
  private let log: EventLog
  private let look: Look<ViewModel>
  private let report: ListReport<ViewModel>
  /// The view that shows the screen.
  var list: StrictListView { report.list }
  private var summary = Summary()
  private let recorder: TimelineRecorder<ViewModel>
  /// How often each section has failed in a row. Nil is the list of sections.
  private var failures: [ViewModel.SectionID?: Int] = [:]

  /// How often in a row the user retries a section.
  private let mostRetries = 5

  /// What lives as long as the run.
  var bag: Set<AnyCancellable> = [], kept: [AnyObject] = []
  /// Called when a section has taken in a page and waits for more.
  var whenIdle: (ViewModel.SectionID) -> Void = { _ in }
  /// Whether the user retries what has failed.
  var wantsRetries: () -> Bool = { true }
  /// How much is under way that the run waits for.
  var work: CurrentValueSubject<Int, Never>
  /// Called when all is over, to complete the summary.
  var complete: (inout Summary) -> Void = { _ in }

  init(_ viewModel: ViewModel, log: EventLog, look: Look<ViewModel>) {
    (self.viewModel, self.log, self.look) = (viewModel, log, look)
    log.time.limitLoads(of: viewModel.pages)
    report = ListReport(viewModel, log: log, look: look)
    work = viewModel.pages.requestsInFlight
    recorder = TimelineRecorder(viewModel, in: log.time, title: look.title)
    viewModel.loadStates.sink { [weak self] in self?.react(to: $1, of: $0) }.store(in: &bag)
    viewModel.pages.sectionsStates.sink { [weak self] in self?.react(to: $0, of: nil) }.store(in: &bag)
  }

  /// Scrolls to the end of each section again and again, until it has this many pages.
  func scroll(pages limit: Int) {
    var taken: [ViewModel.SectionID: [Int]] = [:]
    whenIdle = { [log, viewModel] section in
      // The generations of its pages: another query begins again with page 1.
      let generation = viewModel.state(of: section).generation
      let pages = (taken[section] ?? []).filter { $0 == generation } + [generation]
      taken[section] = pages
      guard pages.count < limit else { return }
      log.time.after(120) {
        // A page with nothing new has led to the next one already.
        guard taken[section] == pages, let position = viewModel.sections.firstIndex(of: section) else { return }
        viewModel.willDisplay(IndexPath(item: viewModel.items(in: section).count - 1, section: position))
      }
    }
  }

  /// Lets time pass until everything that was asked for is loaded or given up.
  func finish() async -> Summary {
    await log.time.run(while: work) {
      summary.mostChangesWaiting = max(summary.mostChangesWaiting, viewModel.pages.gate.waiting)
      recorder.step()
    }
    summary.timeline = recorder.timeline
    summary.items = viewModel.sections.reduce(0) { $0 + viewModel.items(in: $1).count }
    summary.repeatsDropped = viewModel.sections.reduce(0) { $0 + viewModel.state(of: $1).repeats }
    summary.events = report.events
    summary.violations = report.list.violations.count
    let ends = viewModel.sections.map { failure(viewModel.state(of: $0), look.name($0), look.title($0)) }
    summary.failed = (ends + [failure(viewModel.pages.sectionsState, "sections", "sections")]).compactMap { $0 }
    summary.isVirtual = log.time.isVirtual
    complete(&summary)
    return summary
  }

  private func failure(_ state: LoadState, _ name: String, _ title: String) -> Summary.Failure? {
    guard case .failed(let page, let error) = state.phase else { return nil }
    return Summary.Failure(section: name, title: title, reason: "page \(page): \(error)")
  }

  /// - Parameter section: Nil for the list of sections.
  private func react(to state: LoadState, of section: ViewModel.SectionID?) {
    switch state.phase {
    case .loading: break
    case .idle, .finished:
      failures[section] = nil
      if let section, state.phase == .idle { whenIdle(section) }
    case .failed(_, let error):
      failures[section, default: 0] += 1
      guard failures[section, default: 0] <= mostRetries, wantsRetries(), let patience = error.patience else { return }
      log.time.after(patience) { [viewModel] in
        if let section { viewModel.retry(section) } else { viewModel.pages.retrySections() }
      }
    }
  }
}

extension Error {
  /// How long the user waits before a retry, in milliseconds: as long as the service asks for, but at least a moment.
  /// Nil if that is longer than a minute.
  var patience: Int? {
    let cause = if case .service(let error)? = self as? LoadError { error } else { self as any Error }
    guard case .refused(_, _, _, let named?)? = (cause as? ServiceError)?.kind else { return 400 }
    return named > .seconds(60) ? nil : max(400, Int((named / .milliseconds(1)).rounded(.up)))
  }
}
