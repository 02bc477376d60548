import Foundation
import Reactive

/// The images on disk: kept below a size limit, the least recently used given up first.
///
/// All file work happens on queues of its own, reading and writing apart, so that nobody who reads waits for a write.
/// Reading asks the folder and nothing else: what stands there is found out in the background, once, and only to know
/// what to give up.
final class ImageDiskCache: Sendable {
  private struct State {
    var files = LeastRecentlyUsed<ImageFileName, Void>()
    var problems: Set<DiskProblem> = []
    /// Whether the folder has ever been seen: only what was there can be gone.
    var hasFolder = false
  }

  private let folder: ImageFolder
  private let limit: Int
  private let state = Lock(State())
  private let reading = DispatchQueue(label: "ImageDiskCache.reading", qos: .userInitiated)
  private let writing = DispatchQueue(label: "ImageDiskCache.writing", qos: .utility)

  /// Each kind of problem once, in the order in which they came up; sent from any thread.
  let problems = CurrentValueSubject<[DiskProblem], Never>([])

  /// Images in a folder, which is made when it is needed. Does no work.
  ///
  /// - Parameter inBackground: runs the work of finding out what stands in the folder.
  init(
    _ folder: ImageFolder, limit: Int,
    inBackground: (@escaping @Sendable () -> Void) -> Void = DispatchQueue.global(qos: .utility).later
  ) {
    self.folder = folder
    self.limit = limit
    inBackground { [weak self] in self?.takeStock() }
  }

  /// What the files are known to take together, in bytes.
  var size: Int { state.withLock { $0.files.cost } }

  // MARK: Reading

  /// The image of a URL; nil if it is not there, or not whole.
  func image(for url: URL) async -> Data? {
    await reading.run { [self] in
      let name = ImageFileName(url)
      switch folder.image(of: url, in: name) {
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

  /// Keeps an image, if that is possible, and returns when the attempt has been made.
  func keep(_ image: Data, of url: URL) async {
    let size = ImageFile.size(of: url, image)
    guard size <= limit else { return }
    await writing.run { [self] in
      let name = ImageFileName(url)
      // Room is made first, so that the limit holds at every moment.
      let given = state.withLock { state in
        state.files.insert((), for: name, cost: size)
        return state.files.trim(to: limit)
      }
      for file in given { folder.remove(file.key) }
      do throws(DiskProblem) {
        try write(image, of: url, to: name)
      } catch {
        state.withLock { _ = $0.files.remove(name) }
        folder.remove(name)
        say(error)
      }
    }
  }

  private func write(_ image: Data, of url: URL, to name: ImageFileName) throws(DiskProblem) {
    do {
      try folder.put(image, of: url, in: name)
    } catch .folderMissing {
      let wasThere = state.withLock { state in
        defer { state.files = LeastRecentlyUsed() }
        return state.hasFolder
      }
      if wasThere { say(.folderMissing) }
      try folder.create()
      state.withLock { $0.files.insert((), for: name, cost: ImageFile.size(of: url, image)) }
      try folder.put(image, of: url, in: name)
    }
    state.withLock { $0.hasFolder = true }
  }

  private func say(_ problem: DiskProblem) {
    let isNew = state.withLock { $0.problems.insert(problem).inserted }
    // Only the writing queue comes here, one at a time.
    if isNew { problems.value.append(problem) }
  }

  // MARK: Taking stock

  /// Finds out what stands in the folder; what has been used since the start counts as used later than all of it.
  private func takeStock() {
    guard let entries = folder.entries() else { return }
    var rest = entries.sorted { $0.lastUse > $1.lastUse }[...]
    // Some at a time, so that nobody waits long for the lock.
    while !rest.isEmpty {
      let some = rest.prefix(1_000)
      state.withLock { state in
        for entry in some { state.files.insertOldest((), for: entry.name, cost: entry.size) }
      }
      rest = rest.dropFirst(1_000)
    }
    let given = state.withLock { state in
      state.hasFolder = true
      return state.files.trim(to: limit)
    }
    for file in given { folder.remove(file.key) }
  }
}

extension DispatchQueue {
  /// Runs work in a later turn of this queue.
  @Sendable
  fileprivate func later(_ work: @escaping @Sendable () -> Void) { async(execute: work) }

  /// Runs work in this queue and waits for its result, without blocking a thread.
  fileprivate func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      async { continuation.resume(returning: work()) }
    }
  }
}
