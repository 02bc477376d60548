import Foundation

/// Reads, writes and lists the files of a folder of images. Its methods block.
///
/// Files are not flushed to the disk. After a power failure the checksum detects damage.
struct ImageFolder: Sendable {
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
    /// Since 1970.
    var lastUse: Duration
  }

  let url: URL
  var files = WholeFile()

  private func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  // MARK: Reading

  /// Reads the image of a URL and records the use in the file's date. A file that is longer than all may be together is corrupt.
  func image(of url: URL, in name: ImageFileName, atMost limit: Int) -> Reading {
    guard let (file, status) = try? WholeFile.open(path(name.text)) else { return .absent }
    defer { close(file) }
    guard let head = try? WholeFile.bytes(ImageFile.headSize, of: file),
      let (addressSize, imageSize, checksum) = ImageFile.read(head),
      // Checked before memory of that size is allocated.
      status.st_size <= limit, addressSize <= status.st_size, imageSize <= status.st_size,
      status.st_size == ImageFile.headSize + addressSize + imageSize,
      let address = try? WholeFile.bytes(addressSize, of: file), let image = try? WholeFile.bytes(imageSize, of: file),
      ImageFile.checksum(address, image) == checksum
    else { return .corrupt }
    // The file of another URL with the same hash.
    guard address.elementsEqual(url.absoluteString.utf8) else { return .absent }
    futimens(file, nil)
    return .image(image)
  }

  // MARK: Writing

  /// Writes an image, replacing the file in one step.
  func put(_ image: Data, of url: URL, in name: ImageFileName) throws(DiskProblem) {
    let temporary = path("\(name.text).\(UInt64.random(in: 0 ... .max))\(WholeFile.unfinished)")
    try files.put([ImageFile.head(of: url, image), image], in: path(name.text), by: temporary, isDurable: false)
  }

  /// Creates the folder, which only its owner can read, and its parents.
  func create() throws(DiskProblem) { try WholeFile.createFolder(url) }

  /// Claims the folder for this process. Several stores of one process share the claim: they delete each other's files no
  /// more than one store does, because each file is replaced as a whole, but two processes would together exceed the limit
  /// of each.
  func lock() throws(DiskProblem) -> FileClaim? { try FileClaim.take(folder: url.path) }

  /// Removes a file if it exists.
  func remove(_ name: ImageFileName) { unlink(path(name.text)) }

  // MARK: Listing

  /// Returns the images in no particular order, or nil if there is no folder. Removes files that killed writers left.
  func entries() -> [Entry]? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: url.path) else { return nil }
    return names.compactMap { name in
      if name.hasSuffix(WholeFile.unfinished) { removeIfLeftBehind(name) }
      var status = stat()
      guard let image = ImageFileName(name), lstat(path(name), &status) == 0, status.isRegularFile else { return nil }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      return Entry(
        name: image, size: Int(status.st_size), lastUse: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
    }
  }

  private func removeIfLeftBehind(_ name: String) {
    guard let (file, _) = try? WholeFile.open(path(name)) else { return }
    defer { close(file) }
    // It may have been removed since it was opened: then the name is another file's.
    if flock(file, LOCK_EX | LOCK_NB) == 0, WholeFile.hasName(file) { unlink(path(name)) }
  }
}
