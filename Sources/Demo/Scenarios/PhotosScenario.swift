import Foundation
import ViewModels

/// Photos that are edited while their pages come in.
@MainActor
struct PhotosScenario {
  let arguments: Arguments
  let output: (String) -> Void

  func run(printer: any EventPrinter) async -> Summary {
    let world = VirtualWorld()
    let service = SamplePhotoService(service: SampleService(world: world, seed: arguments.seed))
    let viewModel = PhotosViewModel(service: service)
    let run = Run(viewModel, in: world, printer: printer, name: \.rawValue, cell: \.cell, output: output)
    var pages = 0
    run.whenIdle = { _ in
      pages += 1
      world.after(100) { viewModel.loadNextPage(in: .photos) }
      world.after(150) { edit(viewModel, afterPage: pages) }
    }
    viewModel.loadNextPage(in: .photos)
    return await run.finish()
  }

  /// What a user does while the next page is on its way.
  private func edit(_ viewModel: PhotosViewModel, afterPage page: Int) {
    let photos = viewModel.items(in: .photos)
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
