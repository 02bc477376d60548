import ViewModels

extension Scenario {
  /// A series whose seasons load at once, at most four at a time, and come out in season order.
  func series() async throws -> Summary {
    let id = arguments.services.series ?? SampleSeries.id
    if let live { return try await series(id, from: live.series(), in: RealTime()) }
    let time = VirtualTime()
    return try await series(id, from: SampleSeriesService(service: sample(in: time)), in: time)
  }

  private func series(
    _ id: Series.ID, from service: some SeriesService, in time: any DemoTime
  ) async throws -> Summary {
    let viewModel = SeriesViewModel(service: service)
    return try await run(viewModel, in: time, name: \.description, cell: \.name) { _ in
      let (shown, continuation) = AsyncStream.makeStream(of: Void.self)
      let token = viewModel.seriesStates.sink { if !$0.isLoading { continuation.yield() } }
      viewModel.load(id)
      for await _ in shown { break }
      token.cancel()
      if case .service(let error)? = viewModel.seriesState.error { throw error }
    }
  }
}
