import SampleService
import ViewModels

extension Scenario {
  /// A series whose seasons load at once, at most four at a time.
  func series() async throws -> Summary {
    let service: any SeriesService = if let live { try live.series() } else { sample }
    let viewModel = SeriesViewModel(service: service, order: arguments.order)
    let look = Look<SeriesViewModel>(
      name: \.description, title: { id in viewModel.series?.seasons.first { $0.number == id.number }?.name ?? "\(id)" },
      cell: \.name)
    return try await show(viewModel, look) { viewModel.load(arguments.series ?? SampleSeries.id) }
  }
}
