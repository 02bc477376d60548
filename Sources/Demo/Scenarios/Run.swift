import Foundation
import Reactive
import ViewModels

/// One run of a screen: prints its events, checks each with a strict list view, retries what fails, and counts what the
/// summary says.
@MainActor
final class Run<ViewModel: PagedListViewModel> {
  private let viewModel: ViewModel
  private let world: any RunWorld
  private let printer: any EventPrinter
  private let name: (ViewModel.SectionID) -> String
  private let output: (String) -> Void
  private let list: StrictListView
  private var bag: Set<AnyCancellable> = []
  private var summary = Summary()
  private var isAnimating = false
  private var lastPhases: [ViewModel.SectionID: LoadState.Phase] = [:]

  /// How long the list's animations take, in milliseconds.
  private let animation = 250
  /// How long the user looks at a failure before retrying, in milliseconds.
  private let patience = 400
  /// How often the user retries a section.
  private let mostRetries = 5
  private var retries: [ViewModel.SectionID: Int] = [:]

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
    _ viewModel: ViewModel, in world: any RunWorld, printer: any EventPrinter,
    name: @escaping (ViewModel.SectionID) -> String, cell: @escaping (ViewModel.Item) -> String,
    output: @escaping (String) -> Void
  ) {
    self.viewModel = viewModel
    self.world = world
    self.printer = printer
    self.name = name
    self.output = output
    work = viewModel.pages.requestsInFlight
    list = StrictListView(dataSource: viewModel) { viewModel.item(at: $0).map(cell) ?? "placeholder" }
    list.animations = .manual
    list.onViolation = { [output] in output("violation: \($0)") }
    viewModel.bind(to: list).store(in: &bag)
    viewModel.updates
      .sink { [weak self] update in self?.report(update) }
      .store(in: &bag)
    viewModel.loadStates
      .sink { [weak self] section, state in self?.report(section, state) }
      .store(in: &bag)
  }

  /// Lets time pass until all is loaded that was asked for, and prints the summary.
  func finish() async -> Summary {
    await world.run(requests: work) {
      summary.mostLoadsInFlight = max(summary.mostLoadsInFlight, viewModel.loadsInFlight)
      summary.mostChangesWaiting = max(summary.mostChangesWaiting, viewModel.pages.gate.waiting)
      animate()
      onStep()
    }
    summary.sections = lastPhases.count
    summary.items = viewModel.sections.reduce(0) { $0 + viewModel.items(in: $1).count }
    summary.repeatsDropped = viewModel.sections.reduce(0) { $0 + viewModel.state(of: $1).repeats }
    summary.violations = list.violations.count
    summary.failedSections = viewModel.sections.count { viewModel.state(of: $0).error != nil }
    summary.time = world.milliseconds
    summary.isVirtual = world is VirtualWorld
    complete(&summary)
    printer.lines(for: summary).forEach(output)
    return summary
  }

  /// Ends the list's animation, if one has begun, when its time has come.
  private func animate() {
    guard list.runningAnimations > 0, !isAnimating else { return }
    isAnimating = true
    world.after(animation) { [self] in
      isAnimating = false
      list.finishNextAnimation()
    }
  }

  private func report(_ update: ListUpdate) {
    summary.events += 1
    switch update {
    case .insert(let indexPaths):
      if let position = indexPaths.first?.section { print(.insert(indexPaths), position) }
    case .reload(let position): print(.reload, position)
    case .batch(let batch):
      let total = viewModel.sections.reduce(0) { $0 + viewModel.numberOfItems(in: $1) }
      output(
        printer.line(
          for: RunEvent(kind: .batch(batch), total: total, time: world.milliseconds)))
    }
    for discrepancy in list.discrepancies { list.onViolation(discrepancy) }
  }

  private func report(_ section: ViewModel.SectionID, _ state: LoadState) {
    if case .loading? = lastPhases[section], state.phase == .idle || state.phase == .finished { summary.pages += 1 }
    lastPhases[section] = state.phase
    guard let position = viewModel.sections.firstIndex(of: section) else { return }
    switch state.phase {
    case .idle:
      print(.state(name: "idle", page: nil, reason: nil), position)
      whenIdle(section)
    case .loading(let page): print(.state(name: "loading", page: page, reason: nil), position)
    case .failed(let page, let error):
      print(.state(name: "failed", page: page, reason: error.description), position)
      retries[section, default: 0] += 1
      guard retries[section, default: 0] <= mostRetries, wantsRetries() else { return }
      world.after(patience) { [viewModel] in viewModel.retry(section) }
    case .finished: print(.state(name: "finished", page: nil, reason: nil), position)
    }
  }

  private func print(_ kind: RunEvent.Kind, _ position: Int) {
    let section = viewModel.sections[position]
    output(
      printer.line(
        for: RunEvent(
          kind: kind, section: name(section), sectionIndex: position, total: viewModel.numberOfItems(in: section),
          time: world.milliseconds)))
  }
}
