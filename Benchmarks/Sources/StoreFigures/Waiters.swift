import DemoServer
import Foundation
import Synchronization
import ViewModels

/// How many requests a thousand waiters for one image make.
enum Waiters {
  private static let waiters = 1_000
  /// Long enough for all of them to come while the image is under way.
  private static let latency = 200

  private final class Counting: HTTPClient {
    let requests = Atomic(0)
    private let client = URLSessionClient()

    func send(_ request: HTTPRequest) async throws -> HTTPAnswer {
      requests.add(1, ordering: .relaxed)
      return try await client.send(request)
    }
  }

  /// - Returns: whether it is one.
  static func measure(demo: String?) async throws -> Bool {
    let server = try DemoServer(["--fault", "latency:\(latency)", "--every", "1"], demo: demo)
    defer { server.stop() }
    let client = Counting()
    let store = ImageStore(folder: nil, client: client)
    let url = try StoreFigures.url(server.address, 1)
    let start = ContinuousClock.now
    let images = try await withThrowingTaskGroup(of: Data.self) { group in
      for _ in 0..<waiters { group.addTask { try await store.data(for: url) } }
      return try await group.reduce(into: 0) { count, image in count += image.isEmpty ? 0 : 1 }
    }
    let time = start.duration(to: .now) / .milliseconds(1)
    let count = client.requests.load(ordering: .relaxed)
    print("\(waiters) waiters for one image: \(images) answers, requests: \(count)")
    print("  \(String(format: "%.0f", time)) ms, of which the server takes \(latency)")
    return count == 1 && images == waiters
  }
}
