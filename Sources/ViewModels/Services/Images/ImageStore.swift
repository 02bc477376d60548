import Foundation
import Reactive

/// Images by URL: from memory, from disk, or from the network. It hands out data and knows nothing of how it is drawn.
///
/// An image is downloaded once for all who ask for it meanwhile, and given up when the last of them has been cancelled.
/// Nothing here waits on a thread, the main one included, and everything may be called from anywhere.
///
/// ```swift
/// let store = ImageStore(folder: caches.appendingPathComponent("images"), client: URLSessionClient())
///
/// // In a cell. Assigning the token of the next image cancels the one before, whose completion is then never called:
/// // a cell that is reused shows the image it asked for last.
/// token = store.load(url) { [weak self] result in self?.show(try? result.get()) }
/// ```
///
/// The key is the whole URL, with its query. On disk the address of each image stands in its file, readable by the
/// folder's owner alone.
///
/// - Note: A folder belongs to one store at a time. Images are taken for such by their first bytes: JPEG, PNG, GIF,
///   WebP, HEIC, AVIF, TIFF and JPEG XL are; SVG is not.
public final class ImageStore: Sendable {
  /// How much an image store may keep and fetch.
  public struct Limits: Hashable, Sendable {
    /// How many bytes of images are kept in memory.
    public var memory: Int
    /// How many bytes the files in the folder may have together.
    public var disk: Int
    /// How many bytes an image may have.
    public var image: Int
    /// How many downloads run at a time; prefetching gets half of them.
    public var downloads: Int

    /// Limits; those not given suit a list of pictures on a telephone.
    public init(memory: Int = 64 << 20, disk: Int = 256 << 20, image: Int = 16 << 20, downloads: Int = 6) {
      self.memory = memory
      self.disk = disk
      self.image = image
      self.downloads = downloads
    }
  }

  /// What an image is fetched for.
  public enum Priority: Hashable, Sendable {
    /// Somebody is looking at the place where it is to appear.
    case visible
    /// Somebody may look there soon. Waits behind all that is visible; becomes visible when that is asked for.
    case prefetch
  }

  private let memory: ImageMemoryCache
  private let disk: ImageDiskCache?
  private let fetcher: ImageFetcher

  /// A store that keeps images in memory and in a folder. Does no work: what stands in the folder is found out in the
  /// background.
  ///
  /// - Parameters:
  ///   - folder: made when the first image is kept; nil to keep none on disk.
  ///   - limits: how much is kept and fetched.
  ///   - client: downloads. One that tries again by itself suits; the limit of each answer is in its request.
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

  /// The image of a URL if it is in memory. Constant time; allocates nothing.
  public func cachedData(for url: URL) -> Data? { memory.image(for: url) }

  /// The image of a URL, from wherever it is had soonest. One in memory comes without leaving the caller's actor, and
  /// without an allocation.
  ///
  /// - Throws: ``ServiceError``, `unreadable` among others if what came is no image; `CancellationError` at once when
  ///   cancelled, while others who wait for the same image go on.
  public nonisolated(nonsending) func data(for url: URL, priority: Priority = .visible) async throws -> Data {
    if let image = cachedData(for: url) { return image }
    return try await fetcher.image(for: url, isPrefetch: priority == .prefetch)
  }

  /// Fetches an image for a cell, a row, or another place that may want another one before this one comes.
  ///
  /// An image in memory comes before this returns, so that nothing flickers.
  /// - Parameters:
  ///   - url: the whole URL, which is the image's key.
  ///   - priority: what the image is fetched for.
  ///   - completion: called once, on the main actor; never after the token has been cancelled there.
  /// - Returns: what stops it. Keep it: dropping it is cancelling.
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

  /// Fetches images that will be wanted soon, behind all that are wanted now. Failures are passed over.
  ///
  /// - Returns: what gives up those that have not come. Keep it: dropping it is cancelling.
  public func prefetch(_ urls: [URL]) -> AnyCancellable {
    let tasks = urls.map { url in
      Task(priority: .utility) { [self] in _ = try? await data(for: url, priority: .prefetch) }
    }
    return AnyCancellable { for task in tasks { task.cancel() } }
  }

  /// Gives up the images in memory, as an app does when the system runs short of it.
  public func removeAllFromMemory() { memory.removeAll() }

  /// Returns when nothing is being fetched or written any more. Tests await this instead of sleeping.
  package func settled() async { await fetcher.settled() }

  // MARK: - Problems

  /// Why images are not being kept on disk: each kind of problem once, in the order in which they came up.
  public var problems: [DiskProblem] { disk?.problems.value ?? [] }

  /// ``problems``, at once and whenever there is a new one, on any thread.
  public var problemsPublisher: AnyPublisher<[DiskProblem], Never> {
    (disk?.problems ?? CurrentValueSubject([])).eraseToAnyPublisher()
  }
}
