import Foundation
import Reactive

/// The images on disk. Deletes the least recently used ones to stay below a size limit.
///
/// All file work happens on two queues of its own, so that reads don't wait for writes. Reads use only the folder. The
/// index of its files is made once, in the background, and only decides which files to delete. One process at a time
/// writes to a folder: two would exceed the limit. Another one reads what is there, and reports `inUse`.
final class ImageDiskCache: Sendable {
  private struct State {
    var files = LeastRecentlyUsed<ImageFileName, Void>()
    var problems: Set<DiskProblem> = []
    /// Whether the folder has ever been seen. Only then is its absence a problem.
    var hasFolder = false
    /// Held while this process is the one that writes to the folder.
    var lock: FileClaim?
    /// Whether the folder could not be indexed: it was not there, or another process had it.
    var isIndexMissing = false
  }

  private let folder: ImageFolder
  private let limit: Int
  private let state = Lock(State())
  private let reading = DispatchQueue(label: "ImageDiskCache.reading", qos: .userInitiated)
  private let writing = DispatchQueue(label: "ImageDiskCache.writing", qos: .utility)

  /// Each kind of problem once, in the order of their first occurrence. Sent on any thread.
  let problems = CurrentValueSubject<[DiskProblem], Never>([])

  /// Creates a cache in a folder, which is created when the first image is stored. Does no work itself.
  ///
  /// - Parameter inBackground: Runs the indexing of the folder.
  init(
    _ folder: ImageFolder, limit: Int,
    inBackground: (@escaping @Sendable () -> Void) -> Void = DispatchQueue.global(qos: .utility).later
  ) {
    self.folder = folder
    self.limit = limit
    inBackground { [weak self] in self?.index() }
  }

  /// The total size of the indexed files, in bytes.
  var size: Int { state.withLock { $0.files.cost } }

  // MARK: Reading

  /// Returns the image of a URL. Nil if it is absent or damaged.
  ///
  /// - Parameter isWanted: Called before the file is read, which may have to wait for others; nothing is read if it returns false.
  func image(for url: URL, isWanted: @escaping @Sendable () -> Bool = { true }) async -> Data? {
    await reading.run { [self] in
      guard isWanted() else { return nil }
      let name = ImageFileName(url)
      switch folder.image(of: url, in: name, atMost: limit) {
      case .image(let image):
        state.withLock { _ = $0.files.use(name) }
        return image
      case .corrupt:
        folder.remove(name)
        state.withLock { _ = $0.files.remove(name) }
        return nil
      case .absent:
        return nil
      }
    }
  }

  // MARK: Writing

  /// Stores an image if possible, and returns after the attempt.
  func store(_ image: Data, of url: URL) async {
    let size = ImageFile.size(of: url, image)
    guard size <= limit else { return }
    await writing.run { [self] in
      do throws(DiskProblem) {
        try takeFolder()
      } catch {
        return report(error)
      }
      let name = ImageFileName(url)
      // Files are deleted first, so that the limit holds at every moment.
      let removed = state.withLock { state in
        state.files.insert((), for: name, cost: size)
        return state.files.trim(to: limit)
      }
      for file in removed { folder.remove(file.key) }
      do throws(DiskProblem) {
        try write(image, of: url, to: name)
      } catch {
        state.withLock { _ = $0.files.remove(name) }
        folder.remove(name)
        report(error)
      }
    }
  }

  private func write(_ image: Data, of url: URL, to name: ImageFileName) throws(DiskProblem) {
    do {
      try folder.put(image, of: url, in: name)
    } catch .folderMissing {
      let wasThere = state.withLock { state in
        defer {
          state.files = LeastRecentlyUsed()
          state.lock = nil
        }
        return state.hasFolder
      }
      if wasThere { report(.folderMissing) }
      try folder.create()
      try takeFolder()
      state.withLock { $0.files.insert((), for: name, cost: ImageFile.size(of: url, image)) }
      try folder.put(image, of: url, in: name)
    }
    state.withLock { $0.hasFolder = true }
  }

  private func report(_ problem: DiskProblem) {
    let isNew = state.withLock { $0.problems.insert(problem).inserted }
    // Only called on the writing queue, so no append is lost.
    if isNew { problems.value.append(problem) }
  }

  // MARK: Owning

  /// Claims the folder for this process, if there is one. Called for each image, so that it succeeds when another process
  /// has ended.
  ///
  /// - Throws: `inUse` while another process has the folder.
  private func takeFolder() throws(DiskProblem) {
    let result = state.withLock { state -> Result<Bool, DiskProblem> in
      guard state.lock == nil else { return .success(false) }
      do throws(DiskProblem) {
        state.lock = try folder.lock()
      } catch {
        return .failure(error)
      }
      defer { state.isIndexMissing = false }
      return .success(state.isIndexMissing)
    }
    if try result.get() { addFiles() }
  }

  // MARK: Indexing

  private func index() {
    do throws(DiskProblem) {
      try takeFolder()
      addFiles()
    } catch {
      state.withLock { $0.isIndexMissing = true }
    }
  }

  /// Adds the folder's files to the index, as used before the images that were used since the start.
  private func addFiles() {
    guard let entries = folder.entries() else { return state.withLock { $0.isIndexMissing = true } }
    var rest = entries.sorted { $0.lastUse > $1.lastUse }[...]
    // In portions, so that a reader waits for the lock for less than a millisecond.
    while !rest.isEmpty {
      let some = rest.prefix(1_000)
      state.withLock { state in
        for entry in some { state.files.insertOldest((), for: entry.name, cost: entry.size) }
      }
      rest = rest.dropFirst(1_000)
    }
    let removed = state.withLock { state in
      state.hasFolder = true
      return state.files.trim(to: limit)
    }
    for file in removed { folder.remove(file.key) }
  }
}

extension DispatchQueue {
  /// Runs work on this queue after the call has returned.
  @Sendable
  fileprivate func later(_ work: @escaping @Sendable () -> Void) { async(execute: work) }

  /// Runs work on this queue and waits for its result without blocking a thread.
  fileprivate func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      async { continuation.resume(returning: work()) }
    }
  }
}
