import ViewModels

/// What a scenario runs on. Each screen has a method that runs it, in a file of its own.
@MainActor
struct Scenario {
  let arguments: Arguments
  /// Nil for the sample data, in virtual time.
  let live: LiveServices?
  let printer: any EventPrinter
  let output: (String) -> Void
  let warn: @MainActor (String) -> Void

  init(
    _ arguments: Arguments, live: LiveServices? = nil, output: @escaping (String) -> Void,
    warn: @escaping @MainActor (String) -> Void = { _ in }
  ) {
    self.arguments = arguments
    self.live = live
    printer = arguments.format.printer
    self.output = output
    self.warn = warn
  }

  /// Prints a screen's events in this time.
  func log(in time: any DemoTime) -> EventLog { EventLog(time: time, printer: printer, output: output) }

  /// Requests that are answered from the sample data, some late and some not at all.
  func sample(in time: VirtualTime) -> SampleService { SampleService(time: time, seed: arguments.seed) }

  /// Runs a screen to its end, and draws the run if the arguments ask for that.
  /// - Parameter start: asks the screen for its first pages.
  func run<ViewModel: PagedListViewModel>(
    _ viewModel: ViewModel, in time: any DemoTime, name: @escaping (ViewModel.SectionID) -> String,
    cell: @escaping (ViewModel.Element) -> String, start: (Run<ViewModel>) async throws -> Void
  ) async throws -> Summary {
    let run = Run(viewModel, log: log(in: time), name: name, cell: cell)
    let recorder = arguments.timeline.map { _ in TimelineRecorder(viewModel, in: time, name: name) }
    if let recorder { run.onStep = recorder.step }
    try await start(run)
    let summary = await run.finish()
    if let recorder, let path = arguments.timeline { try recorder.timeline.write(to: path) }
    return summary
  }
}
