import ViewModels

extension Scenario {
  /// Three lists of dishes behind placeholders, each loading on its own.
  func categories() async throws -> Summary {
    if let live { return try await categories(live.dishes(), in: RealTime()) }
    let time = VirtualTime()
    return try await categories(SampleDishService(service: sample(in: time)), in: time)
  }

  private func categories(_ service: some DishService, in time: any DemoTime) async throws -> Summary {
    let viewModel = CategoriesViewModel(service: service)
    return try await run(viewModel, in: time, name: \.rawValue, cell: \.title) { _ in
      viewModel.showPlaceholders(3)
      viewModel.load()
    }
  }
}
