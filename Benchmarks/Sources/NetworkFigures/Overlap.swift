import DemoServer
import Foundation
import ViewModels

/// How long four sections of eight pages take side by side, compared with one of them alone.
@MainActor
enum Overlap {
  nonisolated private static let latency = 100
  /// More than 6: a sample list has a page without anything new among its first 6, after which it goes on by itself.
  nonisolated private static let pages = 8
  nonisolated private static let most = 1.3

  /// - Returns: whether four sections take at most 1.3 times as long as one.
  static func measure(demo: String?) async throws -> Bool {
    let server = try DemoServer(["--fault", "latency:\(latency)", "--every", "1"], demo: demo)
    defer { server.stop() }
    _ = try await time(of: [.popular], from: server)  // the first requests of a process take longer
    var rounds: [(one: Duration, four: Duration)] = []
    for _ in 1...5 {
      rounds.append(
        (try await time(of: [.popular], from: server), try await time(of: MovieSection.allCases, from: server)))
    }
    let middle = rounds.sorted { $0.four / $0.one < $1.four / $1.one }[2]
    let ratio = middle.four / middle.one
    let times = [middle.one, middle.four].map { String(format: "%.0f ms", $0 / .milliseconds(1)) }
    print("\(pages) pages, \(latency) ms an answer: one section \(times[0]), four sections \(times[1]),")
    print("  \(String(format: "%.2f", ratio)) times as long (at most \(most); the middle one of 5 rounds)")
    return ratio <= most
  }

  private static func time(of sections: [MovieSection], from server: DemoServer) async throws -> Duration {
    let service = try LiveMovieService(ServiceAddress(server.address), token: AccessToken("figures"))
    let viewModel = MoviesViewModel(service: service)
    var loaded: [MovieSection: Int] = [:]
    let token = viewModel.loadStates.sink { section, state in
      guard state.phase == .idle else { return }
      loaded[section, default: 0] += 1
      if loaded[section, default: 0] < pages { viewModel.loadNextPage(in: section) }
    }
    let start = ContinuousClock.now
    for section in sections { viewModel.loadNextPage(in: section) }
    await viewModel.settled()
    let time = start.duration(to: .now)
    token.cancel()
    for section in sections where loaded[section, default: 0] != pages {
      throw Incomplete(section: section.rawValue, state: viewModel.state(of: section))
    }
    return time
  }
}

/// A list that should be whole, and is not.
struct Incomplete: Error {
  let section: String
  let state: LoadState
}
