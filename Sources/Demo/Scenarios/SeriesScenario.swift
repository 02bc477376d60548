import ViewModels

/// A series whose seasons load at once, at most four at a time, and come out in season order.
@MainActor
struct SeriesScenario {
  let arguments: Arguments
  let output: (String) -> Void

  func run(printer: any EventPrinter) async -> Summary {
    let world = VirtualWorld()
    let service = SampleSeriesService(service: SampleService(world: world, seed: arguments.seed))
    let viewModel = SeriesViewModel(service: service)
    let run = Run(viewModel, in: world, printer: printer, name: \.description, cell: \.name, output: output)
    let (shown, continuation) = AsyncStream.makeStream(of: Void.self)
    let token = viewModel.seriesStates.sink { if !$0.isLoading { continuation.yield() } }
    viewModel.load(SampleSeries.id)
    for await _ in shown { break }
    token.cancel()
    return await run.finish()
  }
}
