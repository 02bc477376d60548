import Foundation
import Synchronization
import ViewModels

/// How large a folder of images grows while more go through it than it may keep. Another thread counts it all the time.
enum DiskLimit {
  private static let images = 10_000
  private static let limit = 50_000_000
  private static let most = 1.05

  private struct Made: HTTPClient {
    func send(_ request: HTTPRequest) async throws -> HTTPAnswer {
      // From 1 to 40 kB, as thumbnails are.
      let number = Int(request.url.deletingPathExtension().lastPathComponent) ?? 0
      return HTTPAnswer(status: 200, body: StoreFigures.image(size: 1_000 + number &* 7_919 % 39_000))
    }
  }

  /// - Returns: whether the folder stays within 5 % of its limit.
  static func measure() async throws -> Bool {
    let folder = try TemporaryFolder()
    let store = ImageStore(folder: folder.url, limits: ImageStore.Limits(memory: 0, disk: limit), client: Made())
    let isOver = Mutex(false)
    let counts = Mutex((peak: 0, looks: 0))
    let watching = DispatchGroup()
    Thread.detachNewThread(in: watching) {
      while !isOver.withLock({ $0 }) {
        // A file that is removed while others are counted may count beside the one that replaces it.
        let size = folder.names.reduce(0) { $0 + (folder.size(of: $1) ?? 0) }
        counts.withLock { $0 = (max($0.peak, size), $0.looks + 1) }
      }
    }
    let start = ContinuousClock.now
    var bytes = 0
    for first in stride(from: 0, to: images, by: 8) {
      bytes += try await withThrowingTaskGroup(of: Int.self) { group in
        for number in first..<(first + 8) {
          group.addTask { try await store.data(for: StoreFigures.url("https://images.example", number)).count }
        }
        return try await group.reduce(0, +)
      }
    }
    // The store tidies up in the background: it has finished when nothing comes or goes any more.
    var left = -1
    while left != folder.names.count {
      left = folder.names.count
      try await Task.sleep(for: .milliseconds(50))
    }
    let time = start.duration(to: .now) / .seconds(1)
    isOver.withLock { $0 = true }
    watching.wait()
    let (peak, looks) = counts.withLock { $0 }
    let share = Double(peak) / Double(limit)
    print("\(images) images of \(bytes) bytes through a folder of at most \(limit):")
    print("  peak \(peak) bytes, \(String(format: "%.2f", share * 100)) % of the limit, counted \(looks) times")
    print("  \(String(format: "%.1f", time)) s; \(left) files are left; problems: \(store.problems)")
    return share <= most && share > 0.9 && store.problems.isEmpty
  }
}

extension Thread {
  fileprivate static func detachNewThread(in group: DispatchGroup, _ work: @escaping @Sendable () -> Void) {
    group.enter()
    detachNewThread {
      work()
      group.leave()
    }
  }
}
