import DemoServer
import Foundation
import ListTesting
import Reactive
import ViewModels

/// What pages that go through client and gate leave in memory: many pages of few new items, and as many of many.
///
/// If memory grows with the items alone, a page costs next to nothing in the first list, and four times as many items
/// explain the second.
@MainActor
enum PageMemory {
  /// - Throws: ``Incomplete`` if a list has not become whole.
  static func measure(pages: Int, demo: String?) async throws {
    let server = try DemoServer(["--pages", "\(pages)"], demo: demo)
    defer { server.stop() }
    // The list with few items first: what is measured is the peak, and that only grows.
    let few = try await load(pages: pages, times: 4, from: server)
    let many = try await load(pages: pages, times: 1, from: server)
    withExtendedLifetime((few, many)) {}
  }

  /// Each of the service's pages several times in a row, so that all but the first hold nothing new.
  private struct Repeated: PhotoService {
    let service: LivePhotoService
    let times: Int

    func photos(page: Int) async throws -> Page<Photo> {
      let answer = try await service.photos(page: (page - 1) / times + 1)
      return Page(items: answer.items, number: page, isLast: answer.isLast)
    }
  }

  private static func load(pages: Int, times: Int, from server: DemoServer) async throws -> PhotosViewModel {
    let service = try LivePhotoService(
      ServiceAddress(server.address), token: AccessToken("figures", scheme: .clientID))
    let viewModel = PhotosViewModel(service: Repeated(service: service, times: times))
    let view = StrictListView(dataSource: viewModel)
    view.isOnScreen = false
    var bag: Set<AnyCancellable> = []
    viewModel.bind(to: view).store(in: &bag)
    var loaded = 0
    var last = peak
    print("\(pages) pages, each photo on \(times == 1 ? "one of them" : "\(times) in a row"):")
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
        if loaded < pages { viewModel.loadNextPage(in: .photos) }
      }
      .store(in: &bag)
    viewModel.loadNextPage(in: .photos)
    await viewModel.settled()
    print("  \(String(format: "%.1f", start.duration(to: .now) / .seconds(1))) s")
    guard loaded >= pages else {
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
