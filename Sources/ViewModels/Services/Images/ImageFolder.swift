import Foundation

/// Reads, writes and lists the files of a folder of images. Its methods block.
///
/// A file is written under another name and renamed when it is complete, so no reader sees half of one. It is not
/// flushed to the disk. After a power failure the checksum detects damage.
struct ImageFolder: Sendable {
  /// Writes bytes to a descriptor, as `write(2)` does.
  typealias Write = @Sendable (Int32, UnsafeRawBufferPointer) -> Int
  /// The result of a read.
  enum Reading: Equatable {
    case image(Data)
    case absent
    case corrupt
  }
  /// A file in the folder.
  struct Entry {
    var name: ImageFileName
    var size: Int
    /// In nanoseconds since 1970.
    var lastUse: Int
  }

  private static let unfinished = ".unfinished"

  let url: URL
  var writeBytes: Write = { write($0, $1.baseAddress, $1.count) }

  private func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  // MARK: Reading

  /// Reads the image of a URL and records the use in the file's date.
  func image(of url: URL, in name: ImageFileName) -> Reading {
    guard let (file, status) = openFile(name.text) else { return .absent }
    defer { close(file) }
    guard let head = bytes(ImageFile.headSize, of: file),
      let (addressSize, imageSize, checksum) = ImageFile.read(head),
      // Checked before memory of that size is allocated.
      addressSize <= status.st_size, imageSize <= status.st_size,
      status.st_size == ImageFile.headSize + addressSize + imageSize,
      let address = bytes(addressSize, of: file), let image = bytes(imageSize, of: file),
      ImageFile.checksum(address, image) == checksum
    else { return .corrupt }
    // The file of another URL with the same hash.
    guard address.elementsEqual(url.absoluteString.utf8) else { return .absent }
    futimens(file, nil)
    return .image(image)
  }

  /// Opens a regular file. Anything else is not opened: a pipe would keep the reader waiting, a link leads elsewhere.
  private func openFile(_ name: String) -> (file: Int32, status: stat)? {
    let file = open(path(name), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    var status = stat()
    guard fstat(file, &status) == 0, status.isRegularFile else {
      close(file)
      return nil
    }
    return (file, status)
  }

  private func bytes(_ count: Int, of file: Int32) -> Data? {
    var data = Data(count: count)
    let isWhole = data.withUnsafeMutableBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = repeating { read(file, UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress, rest.count) }
        if count <= 0 { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
    return isWhole ? data : nil
  }

  // MARK: Writing

  /// Writes an image, replacing the file in one step.
  func put(_ image: Data, of url: URL, in name: ImageFileName) throws(DiskProblem) {
    let temporary = path("\(name.text).\(UInt64.random(in: 0 ... .max))\(Self.unfinished)")
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw DiskProblem(code: errno) }
    // Held until the file is closed, also by the end of the process. Files without a lock were left by killed writers.
    _ = flock(file, LOCK_EX | LOCK_NB)
    do throws(DiskProblem) {
      defer { close(file) }
      try writeAll(ImageFile.head(of: url, image), to: file)
      try writeAll(image, to: file)
      guard rename(temporary, path(name.text)) == 0 else { throw DiskProblem(code: errno) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private func writeAll(_ data: Data, to file: Int32) throws(DiskProblem) {
    let code = data.withUnsafeBytes { bytes -> Int32 in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = repeating { writeBytes(file, UnsafeRawBufferPointer(rebasing: rest)) }
        guard count > 0 else { return count < 0 ? errno : EIO }
        rest = rest.dropFirst(count)
      }
      return 0
    }
    if code != 0 { throw DiskProblem(code: code) }
  }

  /// Creates the folder, which only its owner can read, and its parents.
  func create() throws(DiskProblem) {
    do {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    } catch {
      switch (error as? CocoaError)?.code {
      case .fileWriteOutOfSpace: throw .full
      case .fileWriteNoPermission, .fileWriteVolumeReadOnly: throw .notWritable
      default: throw .folderMissing
      }
    }
    guard mkdir(url.path, 0o700) == 0 || errno == EEXIST else { throw DiskProblem(code: errno) }
  }

  /// Claims the folder for this process; see ``FolderLock``.
  func lock() throws(DiskProblem) -> FolderLock? { try FolderLock.take(url.path) }

  /// Removes a file if it exists.
  func remove(_ name: ImageFileName) { unlink(path(name.text)) }

  // MARK: Listing

  /// Returns the images in no particular order, or nil if there is no folder. Removes files that killed writers left.
  func entries() -> [Entry]? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: url.path) else { return nil }
    return names.compactMap { name in
      if name.hasSuffix(Self.unfinished) { removeIfLeftBehind(name) }
      var status = stat()
      guard let image = ImageFileName(name), lstat(path(name), &status) == 0, status.isRegularFile else { return nil }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      return Entry(
        name: image, size: Int(status.st_size), lastUse: Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec))
    }
  }

  private func removeIfLeftBehind(_ name: String) {
    guard let (file, _) = openFile(name) else { return }
    defer { close(file) }
    if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink(path(name)) }
  }
}

extension stat {
  fileprivate var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
}

/// Repeats a system call while signals interrupt it.
private func repeating(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
