import Foundation

/// Reads files, and writes them as a whole: under another name, which is changed when the file is complete, so that no
/// reader ever sees half of one. Its methods block.
struct WholeFile: Sendable {
  /// Writes bytes to a descriptor, as `write(2)` does.
  typealias Write = @Sendable (Int32, UnsafeRawBufferPointer) -> Int
  /// What has been done of a file.
  enum Step: CaseIterable, Codable, Sendable { case created, written, synced, renamed, kept }

  /// The end of the name of a file that is not complete.
  static let unfinished = ".unfinished"

  var writeBytes: Write = { write($0, $1.baseAddress, $1.count) }
  /// Called after each step, by tests that end the process there.
  var didStep: @Sendable (Step) -> Void = { _ in }

  // MARK: Reading

  /// Opens a regular file. Anything else is not opened: a pipe would keep the reader waiting, a link leads elsewhere.
  ///
  /// - Throws: `folderMissing` also if there is no file.
  static func open(_ path: String) throws(DiskProblem) -> (file: Int32, status: stat) {
    let file = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard file >= 0 else { throw DiskProblem(code: errno) }
    var status = stat()
    guard fstat(file, &status) == 0, status.isRegularFile else {
      close(file)
      throw DiskProblem(code: EINVAL)
    }
    return (file, status)
  }

  /// Reads so many bytes; nil if there are not as many.
  static func bytes(_ count: Int, of file: Int32) throws(DiskProblem) -> Data? {
    var (data, missing) = (Data(count: count), count)
    let code = data.withUnsafeMutableBytes { buffer -> Int32 in
      while missing > 0 {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer.suffix(missing))
        let count = repeating { read(file, rest.baseAddress, rest.count) }
        if count <= 0 { return count < 0 ? errno : 0 }
        missing -= count
      }
      return 0
    }
    if code != 0 { throw DiskProblem(code: code) }
    return missing == 0 ? data : nil
  }

  // MARK: Writing

  /// Puts parts, one after another, in the place of a file, which only its owner can read.
  ///
  /// - Parameters:
  ///   - temporary: The name until then, which nobody else uses.
  ///   - isDurable: Whether the bytes have to be there after a power failure, too, when the call has returned; the name is if
  ///     ``keepName(of:)`` has returned.
  func put(_ parts: [Data], in path: String, by temporary: String, isDurable: Bool) throws(DiskProblem) {
    let file = try Self.create(temporary)
    do throws(DiskProblem) {
      defer { close(file) }
      didStep(.created)
      for part in parts { try writeAll(part, to: file) }
      didStep(.written)
      if isDurable, !Self.flush(file) { throw DiskProblem(code: errno) }
      didStep(.synced)
      guard rename(temporary, path) == 0 else { throw DiskProblem(code: errno) }
    } catch {
      unlink(temporary)
      throw error
    }
    didStep(.renamed)
  }

  /// Creates a file, with a lock that is held until it is closed, also by the end of the process: files without one were left
  /// by killed writers.
  private static func create(_ path: String) throws(DiskProblem) -> Int32 {
    while true {
      unlink(path)  // a process may have ended before it had renamed it
      let file = Foundation.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw DiskProblem(code: errno) }
      _ = repeating { Int(flock(file, LOCK_EX)) }
      if hasName(file) { return file }
      close(file)  // before it had its lock it was taken for one of those
    }
  }

  /// Whether a file has not been removed.
  static func hasName(_ file: Int32) -> Bool {
    var status = stat()
    return fstat(file, &status) != 0 || status.st_nlink > 0
  }

  /// Keeps the name of a file that has been put: it is as safe as the folder that it stands in.
  func keepName(of path: String) throws(DiskProblem) {
    let folder = Foundation.open((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard folder >= 0 else { throw DiskProblem(code: errno) }
    defer { close(folder) }
    // Some file systems can't, and say EINVAL: there is nothing more to be done for it.
    if !Self.flush(folder), errno != EINVAL { throw DiskProblem(code: errno) }
    didStep(.kept)
  }

  /// Has the disk keep what has been written.
  private static func flush(_ file: Int32) -> Bool {
    #if canImport(Darwin)
      // There fsync leaves it in the memory of the drive (the manual page of fcntl); not every file system can do more.
      if fcntl(file, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(file) == 0
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

  /// Creates a folder, which only its owner can read, and its parents.
  static func createFolder(_ url: URL) throws(DiskProblem) {
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
}

extension stat {
  var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
}

/// Repeats a system call while signals interrupt it.
private func repeating(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
