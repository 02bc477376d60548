import Foundation
import LoopbackServer
import Reactive
import ViewModels

/// What pages that go through client and gate leave in memory: many pages of few new items, and as many of many.
///
/// If memory grows with the items alone, a page costs next to nothing in the first list, and twenty times as many
/// items explain the second.
@MainActor
enum PageMemory {
  /// - Returns: true; a list that has not become whole is thrown.
  static func measure(pages: Int) async throws -> Bool {
    // The list with few items first: what is measured is the peak, and that only grows.
    let few = try await load(pages: pages, newOnEachPage: 1)
    let many = try await load(pages: pages, newOnEachPage: 20)
    withExtendedLifetime((few, many)) {}
    return true
  }

  private static func load(pages: Int, newOnEachPage new: Int) async throws -> PhotosViewModel {
    var routes = ServiceRoutes()
    routes.photos = { page, _ in
      guard page <= pages else { return Data("[]".utf8) }
      // The newest first; what follows has been on the pages before.
      let newest = page * new
      let photos = (0..<20).map { #"{"id": "\#(new)-\#(max(1, newest - $0))", "likes": 3}"# }
      return Data("[\(photos.joined(separator: ","))]".utf8)
    }
    let server = try LoopbackServer(handler: routes.answer)
    defer { server.stop() }
    let service = try LivePhotoService(
      ServiceAddress(server.address), token: AccessToken("figures", scheme: .clientID), perPage: 20)
    let viewModel = PhotosViewModel(service: service)
    let view = StrictListView(dataSource: viewModel)
    view.isOnScreen = false
    var bag: Set<AnyCancellable> = []
    viewModel.bind(to: view).store(in: &bag)
    var loaded = 0
    var last = peak
    print("\(pages) pages of 20 photos, \(new) of them new:")
    let start = ContinuousClock.now
    viewModel.loadStates
      .sink { _, state in
        guard state.phase == .idle else { return }
        loaded += 1
        if loaded % (pages / 4) == 0 {
          let now = peak
          let megabytes = [now, now - last].map { String(format: "%.1f MB", Double($0) / 1_048_576) }
          print(
            "  \(loaded) pages, \(viewModel.numberOfItems(in: .photos)) photos: peak \(megabytes[0]), +\(megabytes[1])")
          last = now
        }
        viewModel.loadNextPage(in: .photos)
      }
      .store(in: &bag)
    viewModel.loadNextPage(in: .photos)
    await viewModel.settled()
    print("  \(String(format: "%.1f", start.duration(to: .now) / .seconds(1))) s")
    guard viewModel.numberOfItems(in: .photos) == pages * new else {
      throw Incomplete(section: "photos", state: viewModel.state(of: .photos))
    }
    return viewModel
  }

  /// The most memory that this process has had, in bytes.
  private static var peak: Int {
    var usage = rusage()
    #if os(Linux)
      getrusage(__rusage_who_t(Int32(RUSAGE_SELF.rawValue)), &usage)
      return usage.ru_maxrss * 1_024
    #else
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }
}
