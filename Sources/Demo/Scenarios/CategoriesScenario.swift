import ViewModels

/// Three lists of dishes behind placeholders, each loading on its own.
@MainActor
struct CategoriesScenario {
  let arguments: Arguments
  var live: LiveServices?
  let output: (String) -> Void

  func run(printer: any EventPrinter) async throws -> Summary {
    if let live { return try await run(live.dishes(), in: ServiceWorld(), printer) }
    let world = VirtualWorld()
    let service = SampleDishService(service: SampleService(world: world, seed: arguments.seed))
    return try await run(service, in: world, printer)
  }

  private func run(
    _ service: some DishService, in world: any RunWorld, _ printer: any EventPrinter
  ) async throws -> Summary {
    let viewModel = CategoriesViewModel(service: service)
    let run = Run(viewModel, in: world, printer: printer, name: \.rawValue, cell: \.title, output: output)
    let recorder = TimelineRecorder(viewModel, in: world, name: \.rawValue)
    run.onStep = recorder.step
    viewModel.showPlaceholders(3)
    viewModel.load()
    let summary = await run.finish()
    if let path = arguments.timeline { try recorder.timeline.write(to: path) }
    return summary
  }
}
