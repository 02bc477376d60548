import Foundation
import Reactive

/// Images by URL, from memory, from disk, or from the network. They are returned as data.
///
/// An image is downloaded once for all callers that wait for it. The download is cancelled when the last of them is
/// cancelled. Nothing blocks a thread, and every method may be called on any thread.
///
/// ```swift
/// let store = ImageStore(folder: caches.appendingPathComponent("images"), client: URLSessionClient())
///
/// // In a cell. Assigning the next token cancels the previous load, whose completion is then never called. So a reused
/// // cell shows the image that it loaded last.
/// token = store.load(url) { [weak self] result in self?.show(try? result.get()) }
/// ```
///
/// The key is the whole URL with its query. On disk, the file of an image contains its URL and is readable only by its
/// owner.
///
/// - Note: Use a folder for one store at a time. The format is detected from the first bytes: JPEG, PNG, GIF, WebP, HEIC,
///   AVIF, TIFF and JPEG XL are accepted. SVG is not.
public final class ImageStore: Sendable {
  /// The limits of an image store.
  public struct Limits: Hashable, Sendable {
    /// The maximum size of all images in memory, in bytes.
    public var memory: Int
    /// The maximum size of all files in the folder, in bytes.
    public var disk: Int
    /// The maximum size of an image that is downloaded, in bytes.
    public var image: Int
    /// The maximum number of downloads at a time. Prefetching gets half of them.
    public var downloads: Int

    /// Creates limits. The defaults suit a list of images on a phone.
    /// - Precondition: `downloads` is greater than 0.
    public init(memory: Int = 64 << 20, disk: Int = 256 << 20, image: Int = 16 << 20, downloads: Int = 6) {
      self.memory = memory
      self.disk = disk
      self.image = image
      self.downloads = downloads
    }
  }

  /// The priority of a load.
  public enum Priority: Hashable, Sendable {
    /// The image is on screen.
    case visible
    /// The image may soon be on screen. It waits for visible images, and becomes one when it is loaded as visible.
    case prefetch
  }

  private let memory: ImageMemoryCache
  private let disk: ImageDiskCache?
  private let fetcher: ImageFetcher

  /// Creates a store. The folder is read later, in the background.
  ///
  /// - Parameters:
  ///   - folder: Created when the first image is stored. Nil to store no images on disk.
  ///   - limits: The limits in memory, on disk and for downloads.
  ///   - client: Downloads images, for instance a ``RetryingClient``. Each request carries its size limit.
  public convenience init(folder: URL?, limits: Limits = Limits(), client: any HTTPClient) {
    self.init(
      disk: folder.map { ImageDiskCache(ImageFolder(url: $0), limit: limits.disk) }, limits: limits, client: client)
  }

  init(disk: ImageDiskCache?, limits: Limits, client: any HTTPClient) {
    memory = ImageMemoryCache(limit: limits.memory)
    self.disk = disk
    fetcher = ImageFetcher(memory: memory, disk: disk, client: client, limits: limits)
  }

  // MARK: - Images

  /// Returns the image of a URL if it is in memory, without an allocation.
  /// - Complexity: O(1)
  public func cachedData(for url: URL) -> Data? { memory.image(for: url) }

  /// Returns the image of a URL, from memory, from disk, or from the network. An image in memory is returned without
  /// leaving the caller's actor and without an allocation.
  ///
  /// - Throws: ``ServiceError``, `unreadable` for instance if the answer is not an image; `CancellationError` at once when
  ///   the task is cancelled. Other callers that wait for the same image are not affected.
  public nonisolated(nonsending) func data(for url: URL, priority: Priority = .visible) async throws -> Data {
    if let image = cachedData(for: url) { return image }
    return try await fetcher.image(for: url, isPrefetch: priority == .prefetch)
  }

  /// Loads an image for a cell, a row, or another view that may be reused before the image arrives.
  ///
  /// For an image in memory, `completion` is called before this returns, so that nothing flickers.
  /// - Parameters:
  ///   - url: The whole URL, which is the image's key.
  ///   - priority: The priority of the load.
  ///   - completion: Called once, on the main actor, but not after the token was cancelled there.
  /// - Returns: A token that cancels the load, also when it is released.
  @MainActor
  public func load(
    _ url: URL, priority: Priority = .visible, completion: @escaping @MainActor (Result<Data, any Error>) -> Void
  ) -> AnyCancellable {
    if let image = cachedData(for: url) {
      completion(.success(image))
      return AnyCancellable {}
    }
    let task = Task { [self] in
      let result: Result<Data, any Error>
      do {
        result = .success(try await data(for: url, priority: priority))
      } catch {
        result = .failure(error)
      }
      if !Task.isCancelled { completion(result) }
    }
    return AnyCancellable { task.cancel() }
  }

  /// Fetches images that will soon be on screen. They wait for visible images. Failures are ignored.
  ///
  /// - Returns: A token that cancels the unfinished loads, also when it is released.
  public func prefetch(_ urls: [URL]) -> AnyCancellable {
    let tasks = urls.map { url in
      Task(priority: .utility) { [self] in _ = try? await data(for: url, priority: .prefetch) }
    }
    return AnyCancellable { for task in tasks { task.cancel() } }
  }

  /// Removes all images from memory. Call this on a memory warning.
  public func removeAllFromMemory() { memory.removeAll() }

  /// Returns when no image is being fetched or written. Tests await this instead of sleeping.
  package func settled() async { await fetcher.settled() }

  // MARK: - Problems

  /// The reasons why images are not stored on disk, each once, in the order of their first occurrence.
  public var problems: [DiskProblem] { disk?.problems.value ?? [] }

  /// Publishes ``problems`` on subscription and after each new problem, on any thread.
  public var problemsPublisher: AnyPublisher<[DiskProblem], Never> {
    (disk?.problems ?? CurrentValueSubject([])).eraseToAnyPublisher()
  }
}
