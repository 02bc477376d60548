import Foundation
import Reactive
import ViewModels

/// All screens of the package, and a list of an app's own with cursors.
@MainActor
struct Screens {
  let tally: Tally
  let services: () throws -> Services
  let taken: (String) -> Int

  func movies() throws -> Screen<MoviesViewModel> {
    let services = try services()
    return Screen(MoviesViewModel(service: try services.movies()), parts: services.parts) { _ in }
  }

  func search() throws -> Screen<MovieSearchViewModel> {
    let services = try services()
    let viewModel = MovieSearchViewModel(service: try services.movies(), pause: .milliseconds(50))
    return Screen(viewModel, parts: services.parts) { [weak viewModel] random in
      viewModel?.query = ["", "t", "te", "tea", "tea t", "tea tr"].randomElement(using: &random) ?? ""
    }
  }

  func categories() throws -> Screen<CategoriesViewModel> {
    let services = try services()
    return Screen(CategoriesViewModel(service: services.dishes()), parts: services.parts) { _ in }
  }

  func series() throws -> Screen<SeriesViewModel> {
    let services = try services()
    let viewModel = SeriesViewModel(service: try services.series())
    return Screen(viewModel, parts: services.parts) { [weak viewModel] random in
      if Bool.random(using: &random) { viewModel?.load(.random(in: 1...3, using: &random)) } else { viewModel?.retry() }
    }
  }

  /// Beside the list, its ids in a snapshot data source with a view of its own.
  func photos() throws -> Screen<PhotosViewModel> {
    let services = try services()
    let viewModel = PhotosViewModel(service: try services.photos())
    let snapshots = SnapshotDataSource<Int, Photo.ID>()
    let view = SoakView(tally, seed: 1)
    view.show(snapshots, willDisplay: { _ in }) { [weak snapshots] in snapshots?.itemIdentifier(for: $0) ?? "" }
    let token = snapshots.bind(to: view)
    let parts: [AnyObject] = [snapshots, snapshots.gate, view, token]
    return Screen(viewModel, parts: services.parts + parts) { [tally, weak viewModel] random in
      guard let viewModel else { return }
      let photos = Array(viewModel.items(in: .photos))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: viewModel.sortByDate([.forward, .reverse].randomElement(using: &random) ?? .forward)
      case 1: viewModel.delete(photos.shuffled(using: &random).prefix(3).map(\.id))
      case 2: if let photo = photos.randomElement(using: &random) { viewModel.move(photo.id, to: 5) }
      case 3:
        guard var photo = photos.randomElement(using: &random) else { return }
        photo.likes = .random(in: 0...99, using: &random)
        viewModel.update(photo)
      default:
        view.checkCounts("snapshots")
        let ids = photos.map(\.id).shuffled(using: &random)
        let cut = Int.random(in: 0...ids.count, using: &random)
        do {
          var snapshot = try ListSnapshot<Int, Photo.ID>(sections: [0, 1, 2].shuffled(using: &random))
          try snapshot.appendItems(Array(ids[..<cut]), toSection: 1)
          try snapshot.appendItems(Array(ids[cut...]), toSection: 2)
          withExtendedLifetime(token) { snapshots.apply(snapshot) }
        } catch { tally.check(.counts, false, "a snapshot of different ids was refused: \(error)") }
      }
    }
  }

  func detail() throws -> Screen<DishDetailViewModel> {
    let services = try services()
    let images = services.images()
    let viewModel = DishDetailViewModel(of: "soup18", service: services.dishes(), images: images)
    return Screen(viewModel, parts: services.parts + [images]) { [weak viewModel] random in
      images.removeAllFromMemory()
      if Bool.random(using: &random) { viewModel?.load() } else { viewModel?.retry() }
    }
  }

  func posts() throws -> Screen<PagedList<String, Post>> {
    let services = try services()
    return Screen(services.posts(), parts: services.parts) { _ in }
  }

  func store() throws -> Screen<StoreViewModel> {
    let services = try services()
    let connection = Connection()
    let viewModel = StoreViewModel(
      categories: CategoriesViewModel(service: services.dishes()), orders: try services.orders(),
      connectivity: ConnectivityViewModel(monitor: connection, settling: .milliseconds(20)), images: services.images())
    let parts: [AnyObject] = [viewModel.orders, viewModel.connectivity, viewModel.images, viewModel.categories]
    let ledger = Orders(tally, taken)
    return Screen(viewModel, parts: services.parts + parts) { [weak viewModel] random in
      guard let viewModel else { return }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: ledger.place(in: viewModel.orders, using: &random)
      case 1: connection.subject.value = [.wifi, .cellular, .lost, .unknown].randomElement(using: &random) ?? .wifi
      default:
        let dish = viewModel.sections.randomElement(using: &random)
          .flatMap { viewModel.items(in: $0).randomElement(using: &random) }
        guard let url = dish?.image else { return }
        if Bool.random(using: &random) { viewModel.images.removeAllFromMemory() }
        let load = viewModel.images.load(url) { _ in }
        if Bool.random(using: &random) { return load.cancel() }
        Task {
          try? await Task.sleep(for: .milliseconds(300))
          load.cancel()
        }
      }
    }
  }
}
