import Foundation
import ViewModels

/// A file that can't be used, and why.
struct FileError: Error, CustomStringConvertible {
  let description: String

  /// - Parameter option: for the file of a secret: named instead of the path if there is no such file, because the word
  ///   may be the secret, typed where the file's name belongs.
  init(_ path: String, ofSecret option: String? = nil, _ problem: String) {
    let name = FileManager.default.fileExists(atPath: path) ? path : option ?? path
    description = "\(name.presentable()): \(problem.presentable())"
  }
}
