import Foundation
import ViewModels

/// Photos that are edited while their pages come in.
@MainActor
struct PhotosScenario {
  let arguments: Arguments
  var live: LiveServices?
  let output: (String) -> Void

  func run(printer: any EventPrinter) async throws -> Summary {
    if let live { return try await run(live.photos(), in: ServiceWorld(), pages: arguments.pages ?? 6, printer) }
    let world = VirtualWorld()
    let service = SamplePhotoService(service: SampleService(world: world, seed: arguments.seed))
    return await run(service, in: world, pages: .max, printer)
  }

  private func run(
    _ service: some PhotoService, in world: any RunWorld, pages limit: Int, _ printer: any EventPrinter
  ) async -> Summary {
    let viewModel = PhotosViewModel(service: service)
    let run = Run(viewModel, in: world, printer: printer, name: \.rawValue, cell: \.cell, output: output)
    var pages = 0
    run.whenIdle = { _ in
      pages += 1
      guard pages < limit else { return }
      world.after(100) { viewModel.loadNextPage(in: .photos) }
      world.after(150) { edit(viewModel, afterPage: pages) }
    }
    viewModel.loadNextPage(in: .photos)
    return await run.finish()
  }

  /// What a user does while the next page is on its way.
  private func edit(_ viewModel: PhotosViewModel, afterPage page: Int) {
    let photos = viewModel.items(in: .photos)
    guard photos.count > 5 else { return }  // a live service may have few
    switch page {
    case 1: viewModel.sortByDate(.reverse)
    case 2: viewModel.delete([photos[1].id, photos[4].id, photos[5].id])
    case 3: viewModel.move(photos[photos.count - 1].id, to: 0)
    case 4:
      var photo = photos[2]
      photo.likes = (photo.likes ?? 0) + 1
      viewModel.update(photo)
    default: viewModel.sortByDate()
    }
  }
}

extension Photo {
  fileprivate var cell: String { "\(id) \(likes ?? 0)" }
}
