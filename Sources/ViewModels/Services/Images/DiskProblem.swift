import Foundation

/// A reason why images are not stored on disk. They are still loaded from the network.
public enum DiskProblem: Error, Hashable, Sendable {
  /// There is no space left for this user.
  case full
  /// The folder is not writable.
  case notWritable
  /// The folder was deleted, or can't be created.
  case folderMissing
  /// Another process keeps its images in the folder.
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
    case .full: "the disk is full; images are not kept"
    case .notWritable: "the image folder cannot be written to; images are not kept"
    case .folderMissing: "the image folder is missing"
    case .inUse: "the image folder is used by another process; images are not kept"
    case .failing(let code): "the image folder fails: \(String(cString: strerror(code)))"
    }
  }
}
