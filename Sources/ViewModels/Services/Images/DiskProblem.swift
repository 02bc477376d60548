#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why images are not being kept on disk. They are served all the same, from the network.
public enum DiskProblem: Error, Hashable, Sendable {
  /// There is no space left, or none that this user may have.
  case full
  /// Nothing may be written there.
  case notWritable
  /// The folder was there and is gone, or cannot be made.
  case folderMissing
  /// The system says so, with this `errno`.
  case failing(code: Int32)

  /// What the number of a failed system call means.
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
  /// One sentence for people.
  public var description: String {
    switch self {
    case .full: "the disk is full; images are not kept"
    case .notWritable: "the image folder cannot be written to; images are not kept"
    case .folderMissing: "the image folder is missing"
    case .failing(let code): "the image folder fails: \(String(cString: strerror(code)))"
    }
  }
}
