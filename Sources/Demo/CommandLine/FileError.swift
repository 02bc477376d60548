import Foundation
import ViewModels

/// A file that can't be used, and why.
struct FileError: Error, CustomStringConvertible {
  let description: String

  /// - Parameter option: For the file of a secret: named instead of the path if there is no such file, because the word
  ///   may be the secret, typed where the file's name belongs.
  init(_ path: String, ofSecret option: String? = nil, _ problem: String) {
    let name = FileManager.default.fileExists(atPath: path) ? path : option ?? path
    description = "\(name.presentable()): \(problem.presentable())"
  }

  /// Opens a file for a moment, so that one that can't be used is refused before anything is done.
  static func check(_ path: String, forWriting: Bool) throws(FileError) {
    let descriptor = open(path, forWriting ? O_WRONLY | O_CREAT : O_RDONLY, 0o644)
    guard descriptor >= 0 else {
      throw FileError(path, "cannot be \(forWriting ? "written" : "read"): \(String(cString: strerror(errno)))")
    }
    close(descriptor)
  }

  /// Uses a file, and names it if that fails.
  static func naming<Value>(_ path: String, _ verb: String, _ use: () throws -> Value) throws(FileError) -> Value {
    do { return try use() } catch {
      throw FileError(path, "cannot be \(verb): \((error as NSError).localizedDescription)")
    }
  }
}
