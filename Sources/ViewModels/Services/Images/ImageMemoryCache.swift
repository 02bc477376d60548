import Foundation
import Reactive

/// The images in memory: below a limit in bytes, the least recently used given up first.
final class ImageMemoryCache: Sendable {
  private let limit: Int
  private let images = Lock(LeastRecentlyUsed<URL, Data>())

  init(limit: Int) { self.limit = limit }

  /// The image of a URL. Constant time; allocates nothing.
  func image(for url: URL) -> Data? { images.withLock { $0.use(url) } }

  /// Keeps an image, unless it alone is above the limit.
  func keep(_ image: Data, for url: URL) {
    guard image.count <= limit else { return }
    let released = images.withLock { images in
      (images.insert(image, for: url, cost: image.count), images.trim(to: limit))
    }
    withExtendedLifetime(released) {}  // until here, outside the lock
  }

  func removeAll() {
    let released = images.withLock { images in
      defer { images = LeastRecentlyUsed() }
      return images
    }
    withExtendedLifetime(released) {}
  }
}
