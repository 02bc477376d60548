import Foundation
import ViewModels

extension Scenario {
  /// Photos that are edited while their pages come in.
  func photos() async throws -> Summary {
    let service: any PhotoService = if let live { try live.photos() } else { sample }
    let viewModel = PhotosViewModel(service: service)
    let look = Look<PhotosViewModel>(
      name: \.rawValue, title: { _ in "Photos" }, cell: { "\($0.altDescription ?? $0.id), \($0.likes ?? 0) likes" })
    let limit = arguments.isLive ? 1 : arguments.pages ?? 6
    var pages = 0
    return try await show(
      viewModel, look,
      script: { run in
        run.whenIdle = { _ in
          pages += 1
          guard pages < limit else { return }
          time.after(100) { viewModel.loadNextPage(in: .photos) }
          time.after(150) { edit(viewModel, afterPage: pages) }
        }
      }, start: { viewModel.loadFirstPages() })
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
