import Foundation
import LoopbackServer
import Reactive
import ViewModels

/// How many requests a thousand waiters for one image make.
enum Waiters {
  private static let waiters = 1_000

  /// - Returns: whether it is one.
  static func measure() async throws -> Bool {
    let requests = Lock(0)
    let server = try LoopbackServer { _ in
      requests.withLock { $0 += 1 }
      try? await Task.sleep(for: .milliseconds(200))  // so that all come while it is under way
      return Answer(StoreFigures.image(size: 50_000), headers: ["Content-Type": "image/png"])
    }
    defer { server.stop() }
    let store = ImageStore(folder: nil, client: URLSessionClient())
    let url = try StoreFigures.url(server.address, 1)
    let start = ContinuousClock.now
    let images = try await withThrowingTaskGroup(of: Data.self) { group in
      for _ in 0..<waiters { group.addTask { try await store.data(for: url) } }
      return try await group.reduce(into: 0) { count, image in count += image.count == 50_000 ? 1 : 0 }
    }
    let time = start.duration(to: .now) / .milliseconds(1)
    let count = requests.withLock { $0 }
    print("\(waiters) waiters for one image: \(images) answers, requests: \(count)")
    print("  \(String(format: "%.0f", time)) ms, of which the server takes 200")
    return count == 1 && images == waiters
  }
}
