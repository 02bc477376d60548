import Foundation
import ListViewModelsServer
import Reactive
import SampleService
import ViewModels

/// Serves the sample data on this machine, for `--base-url` in another terminal.
@MainActor
struct ServeScenario {
  let arguments: Arguments
  let output: (String) -> Void

  /// Serves until the task is cancelled.
  func run() async throws {
    let address = Lock("")
    let (orders, continuation) = AsyncStream.makeStream(of: String.self)
    let server = try LoopbackServer(
      port: arguments.port,
      handler: routes(order: { continuation.yield($0) }, address: { address.withLock { $0 } }).answer)
    defer { server.stop() }
    address.withLock { $0 = server.address }
    output("serving the sample data at \(server.address)")
    output("in another terminal: TMDB_TOKEN=any swift run Demo --base-url \(server.address)")
    for await order in orders { output(order) }
    continuation.finish()
  }

  /// - Parameters:
  ///   - order: Called with the text of each order, and never with its path, which is the secret.
  ///   - address: Returns the base URL, once the server is running.
  private func routes(
    order: @escaping @Sendable (String) -> Void, address: @escaping @Sendable () -> String
  ) -> ServiceRoutes {
    let seed = arguments.seed
    let crawls = MovieCrawl.samples(seed: seed)
    var routes = ServiceRoutes()
    routes.movies = { list, page in try? MovieSection(rawValue: list).flatMap { crawls[$0] }?.answer(page: page) }
    routes.search = { try? SampleMoviePage.answer(matching: $0, page: $1, seed: seed) }
    routes.series = { id in id == SampleSeries.id ? try? SampleSeries.answer(seed: seed) : nil }
    routes.season = { id, number in
      guard id == SampleSeries.id, SampleSeries.seasons.contains(number) else { return nil }
      return try? SampleSeries.answer(forSeason: number, seed: seed)
    }
    routes.dishes = { name in
      DishCategory(rawValue: name).flatMap {
        try? SampleDishes.answer(for: $0, seed: seed, images: address() + "/images")
      }
    }
    routes.detail = { try? SampleDishes.answer(forPageOf: $0, seed: seed, images: address() + "/images") }
    routes.image = { SampleImage.data(named: $0, seed: seed) }
    let photoPages = arguments.pages ?? SamplePhotos.pageCount
    routes.photos = { page, _ in try? SamplePhotos.answer(page: page, of: photoPages, seed: seed) }
    routes.order = { text, fault in
      order("order \(text.printable)\(fault.map { ", answered with the fault \($0)" } ?? "")")
    }
    // Orders are counted by themselves: how many other requests come between them depends on the client's timing.
    let counts = Lock((orders: 0, others: 0))
    routes.fault = { [faults = arguments.faults, every = arguments.every] request in
      let number = counts.withLock { counts in
        if request.isOrder { counts.orders += 1 } else { counts.others += 1 }
        return request.isOrder ? counts.orders : counts.others
      }
      guard !faults.isEmpty, number.isMultiple(of: every) else { return nil }
      return faults[(number / every - 1) % faults.count]
    }
    return routes
  }
}
