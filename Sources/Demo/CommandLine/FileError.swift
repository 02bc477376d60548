import Foundation

/// A file that can't be used, and why.
struct FileError: Error, CustomStringConvertible {
  let description: String

  init(_ path: String, _ problem: String) {
    description = "\(path.withoutControlCharacters): \(problem.withoutControlCharacters)"
  }

  /// Opens a file for a moment, so that one that can't be used is refused before anything is done.
  static func check(_ path: String, forWriting: Bool) throws(FileError) {
    let descriptor = open(path, forWriting ? O_WRONLY | O_CREAT : O_RDONLY, 0o644)
    guard descriptor >= 0 else {
      throw FileError(path, "cannot be \(forWriting ? "written" : "read"): \(String(cString: strerror(errno)))")
    }
    close(descriptor)
  }
}
