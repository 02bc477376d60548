import Foundation

/// A reason why nothing is kept on disk: images are still loaded from the network, orders are kept in memory.
public enum DiskProblem: Error, Hashable, Sendable {
  /// There is no space left for this user.
  case full
  /// The folder is not writable.
  case notWritable
  /// The folder was deleted, or can't be created.
  case folderMissing
  /// Another process uses the folder, or the file.
  case inUse
  /// Another error of the system, with its `errno`.
  case failing(code: Int32)

  /// Creates the problem for the `errno` of a failed system call.
  init(code: Int32) {
    self =
      switch code {
      case ENOSPC, EDQUOT: .full
      case EROFS, EACCES, EPERM: .notWritable
      case ENOENT, ENOTDIR: .folderMissing
      default: .failing(code: code)
      }
  }
}

extension DiskProblem: CustomStringConvertible {
  /// A sentence in English.
  public var description: String {
    switch self {
    case .full: "the disk is full"
    case .notWritable: "the folder cannot be written to"
    case .folderMissing: "the folder is missing"
    case .inUse: "another process uses it"
    case .failing(let code): "the disk fails: \(String(cString: strerror(code)))"
    }
  }
}
