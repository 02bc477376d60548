import Foundation
import Reactive

/// A process's claim to a file or a folder, for as long as the object lives. It ends with the process, however that ends.
final class FileClaim: Sendable {
  private struct ID: Hashable {
    let device: UInt64
    let number: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }
  private typealias Claim = (descriptor: Int32, users: Int)

  /// The claims of this process. `flock` would refuse a second descriptor of the same process too.
  private static let claims = Lock<[ID: Claim]>([:])

  private let id: ID

  private init(_ id: ID) { self.id = id }

  /// Claims a folder, which others of this process may claim as well.
  ///
  /// - Returns: Nil if there is no folder.
  /// - Throws: `inUse` if another process has it.
  static func take(folder path: String) throws(DiskProblem) -> FileClaim? {
    let folder = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    return folder < 0 ? nil : try take(folder, isShared: true)
  }

  /// Claims a file, which is created if missing and never removed: a process that has it open would claim another one.
  ///
  /// - Throws: `inUse` if this process or another has claimed it.
  static func take(file path: String) throws(DiskProblem) -> FileClaim {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw DiskProblem(code: errno) }
    return try take(file, isShared: false)
  }

  private static func take(_ file: Int32, isShared: Bool) throws(DiskProblem) -> FileClaim {
    var status = stat()
    guard fstat(file, &status) == 0 else {
      defer { close(file) }
      throw DiskProblem(code: errno)
    }
    let id = ID(status)
    let problem = claims.withLock { claims -> DiskProblem? in
      if claims[id] != nil {
        close(file)
        guard isShared else { return .inUse }
        claims[id]?.users += 1
      } else if flock(file, LOCK_EX | LOCK_NB) == 0 {
        claims[id] = (file, 1)
      } else {
        defer { close(file) }
        return errno == EWOULDBLOCK ? .inUse : DiskProblem(code: errno)
      }
      return nil
    }
    if let problem { throw problem }
    return FileClaim(id)
  }

  /// Whether what stands at a path is what was claimed, and has not been removed since.
  func isHeld(at path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && ID(status) == id
  }

  deinit {
    Self.claims.withLock { claims in
      guard let claim = claims[id] else { return }
      claims[id] = claim.users > 1 ? (claim.descriptor, claim.users - 1) : nil
      if claim.users == 1 { close(claim.descriptor) }
    }
  }
}
