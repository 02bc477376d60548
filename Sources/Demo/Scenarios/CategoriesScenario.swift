import ViewModels

extension Scenario {
  /// Three lists of dishes, each loading on its own.
  func categories() async throws -> Summary {
    let service: any DishService = live?.dishes() ?? sample
    let viewModel = CategoriesViewModel(service: service)
    return try await show(viewModel, Look(name: \.rawValue, title: CategoriesViewModel.Wording().title, cell: \.title))
    {
      viewModel.loadFirstPages(order: arguments.order)
    }
  }
}
