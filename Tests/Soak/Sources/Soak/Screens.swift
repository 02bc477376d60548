import Foundation
import Reactive
import ViewModels

/// All screens of the package, and a list of an app's own with cursors.
@MainActor
final class Screens {
  private let tally: Tally
  private let services: () throws -> Services
  private let ledger: () -> BadDay.Ledger
  private let folder: URL
  /// The queue of all lists of posts, between which views wander.
  private weak var lastPosts: PagedList<String, Post>?
  /// Orders whose process has ended.
  private var interrupted: [Orders] = []

  init(
    _ tally: Tally, in folder: URL, _ services: @escaping () throws -> Services, _ ledger: @escaping () -> BadDay.Ledger
  ) {
    (self.tally, self.folder, self.services, self.ledger) = (tally, folder, services, ledger)
  }

  private func screen<ViewModel: PagedListViewModel>(
    _ viewModel: ViewModel, of services: Services, parts: [AnyObject] = [],
    act: @escaping (inout SeededGenerator) -> Void = { _ in }
  ) -> Screen<ViewModel> {
    let taken = { [ledger] token in ledger().edits[token] ?? 0 }
    let edits = Edits(tally, Edits<ViewModel>.Service(send: services.send, taken: taken), of: viewModel)
    return Screen(viewModel, parts: services.parts + parts, edits, act: act)
  }

  func movies() throws -> Screen<MoviesViewModel> {
    let services = try services()
    return screen(MoviesViewModel(service: try services.movies()), of: services)
  }

  func search() throws -> Screen<MovieSearchViewModel> {
    let services = try services()
    let viewModel = MovieSearchViewModel(service: try services.movies(), pause: .milliseconds(50))
    return screen(viewModel, of: services) { [weak viewModel] random in
      viewModel?.query = ["", "t", "te", "tea", "tea t", "tea tr"].randomElement(using: &random) ?? ""
    }
  }

  func categories() throws -> Screen<CategoriesViewModel> {
    let services = try services()
    return screen(CategoriesViewModel(service: services.dishes()), of: services)
  }

  func series() throws -> Screen<SeriesViewModel> {
    let services = try services()
    let viewModel = SeriesViewModel(service: try services.series())
    return screen(viewModel, of: services) { [weak viewModel] random in
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
    return screen(viewModel, of: services, parts: parts) { [tally, weak viewModel] random in
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
    return screen(viewModel, of: services, parts: [images]) { [weak viewModel] random in
      images.removeAllFromMemory()
      if Bool.random(using: &random) { viewModel?.load() } else { viewModel?.retry() }
    }
  }

  func posts() throws -> Screen<PagedList<String, Post>> {
    let services = try services()
    let viewModel = services.posts(sharing: lastPosts)
    lastPosts = viewModel
    let taken = { [ledger] token in ledger().edits[token] ?? 0 }
    let service = Edits<PagedList<String, Post>>.Service(
      send: services.send, taken: taken, keeps: true,
      marked: { post, token in
        var post = post
        post.text += " \(token)"
        return post
      }, marks: { post in post.text.split(separator: " ").filter { $0.hasPrefix("e") } })
    let edits = Edits(tally, service, of: viewModel)
    return Screen(viewModel, parts: services.parts, edits) { [weak viewModel, weak edits] random in
      // Deletes and marks, often beside a refresh that was asked for before.
      guard let viewModel, let section = viewModel.sections.randomElement(using: &random) else { return }
      if Bool.random(using: &random) { viewModel.refresh(section) }
      let (place, offset) = (Int.random(in: 0..<6, using: &random), Int.random(in: 0..<12, using: &random))
      let edit = Bool.random(using: &random) ? Edit.remove(place, at: offset, count: 2) : .update(place, at: offset)
      edits?.make(edit, isSent: true, in: viewModel)
      if Int.random(in: 0..<4, using: &random) == 0 { edits?.undo(.random(in: 0..<4, using: &random)) }
    }
  }

  func store() throws -> Screen<StoreViewModel> {
    let services = try services()
    let connection = Connection()
    let orders = interrupted.popLast() ?? Orders(tally, in: folder) { [ledger] in ledger().orders[$0] ?? 0 }
    let viewModel = StoreViewModel(
      categories: CategoriesViewModel(service: services.dishes()),
      orders: try services.orders(in: orders.file, by: orders.process),
      connectivity: ConnectivityViewModel(monitor: connection, settling: .milliseconds(20)), images: services.images())
    let parts: [AnyObject] = [viewModel.orders, viewModel.connectivity, viewModel.images, viewModel.categories]
    let new = screen(viewModel, of: services, parts: parts) { [weak viewModel] random in
      guard let viewModel else { return }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: orders.place(in: viewModel.orders, using: &random)
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
    new.leaves = { [weak self] in
      guard orders.mayRestart else { return }
      orders.restart()
      self?.interrupted.append(orders)
    }
    return new
  }
}
