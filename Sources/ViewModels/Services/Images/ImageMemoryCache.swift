import Foundation
import Reactive

/// The images in memory. Removes the least recently used ones to stay below a limit in bytes.
final class ImageMemoryCache: Sendable {
  private let limit: Int
  private let images = Lock(LeastRecentlyUsed<URL, Data>())

  init(limit: Int) { self.limit = limit }

  /// Returns the image of a URL, without an allocation.
  /// - Complexity: O(1)
  func image(for url: URL) -> Data? { images.withLock { $0.use(url) } }

  /// Stores an image, unless it is larger than the limit.
  func store(_ image: Data, for url: URL) {
    guard image.count <= limit else { return }
    let released = images.withLock { images in
      (images.insert(image, for: url, cost: image.count), images.trim(to: limit))
    }
    withExtendedLifetime(released) {}  // images are released outside the lock
  }

  func removeAll() {
    let released = images.withLock { images in
      defer { images = LeastRecentlyUsed() }
      return images
    }
    withExtendedLifetime(released) {}
  }
}
