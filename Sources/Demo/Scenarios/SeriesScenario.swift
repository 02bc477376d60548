import ViewModels

/// A series whose seasons load at once, at most four at a time, and come out in season order.
@MainActor
struct SeriesScenario {
  let arguments: Arguments
  var live: LiveServices?
  let output: (String) -> Void

  func run(printer: any EventPrinter) async throws -> Summary {
    let id = arguments.services.series ?? SampleSeries.id
    if let live { return try await run(live.series(), id, in: ServiceWorld(), printer) }
    let world = VirtualWorld()
    let service = SampleSeriesService(service: SampleService(world: world, seed: arguments.seed))
    return try await run(service, id, in: world, printer)
  }

  private func run(
    _ service: some SeriesService, _ id: Series.ID, in world: any RunWorld, _ printer: any EventPrinter
  ) async throws -> Summary {
    let viewModel = SeriesViewModel(service: service)
    let run = Run(viewModel, in: world, printer: printer, name: \.description, cell: \.name, output: output)
    let (shown, continuation) = AsyncStream.makeStream(of: Void.self)
    let token = viewModel.seriesStates.sink { if !$0.isLoading { continuation.yield() } }
    viewModel.load(id)
    for await _ in shown { break }
    token.cancel()
    if case .service(let error)? = viewModel.seriesState.error { throw error }
    return await run.finish()
  }
}
