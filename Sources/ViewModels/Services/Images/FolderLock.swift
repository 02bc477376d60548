import Foundation
import Reactive

/// A process's claim to a folder, for as long as the object lives. It ends with the process, however that ends.
///
/// Several stores of one process share the claim. They delete each other's files no more than one store does, because
/// each file is replaced as a whole, but two processes would together exceed the limit of each.
final class FolderLock: Sendable {
  private struct ID: Hashable {
    let device: UInt64
    let number: UInt64
  }
  private typealias Claim = (descriptor: Int32, users: Int)

  /// The claims of this process. `flock` would refuse a second descriptor of the same process too.
  private static let claims = Lock<[ID: Claim]>([:])

  private let id: ID

  private init(_ id: ID) { self.id = id }

  /// Claims a folder.
  ///
  /// - Returns: nil if there is no folder.
  /// - Throws: `inUse` if another process has it.
  static func take(_ path: String) throws(DiskProblem) -> FolderLock? {
    let folder = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    var status = stat()
    guard folder >= 0, fstat(folder, &status) == 0 else { return nil }
    let id = ID(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
    let problem = claims.withLock { claims -> DiskProblem? in
      if claims[id] != nil {
        claims[id]?.users += 1
        close(folder)
      } else if flock(folder, LOCK_EX | LOCK_NB) == 0 {
        claims[id] = (folder, 1)
      } else {
        defer { close(folder) }
        return errno == EWOULDBLOCK ? .inUse : DiskProblem(code: errno)
      }
      return nil
    }
    if let problem { throw problem }
    return FolderLock(id)
  }

  deinit {
    Self.claims.withLock { claims in
      guard let claim = claims[id] else { return }
      claims[id] = claim.users > 1 ? (claim.descriptor, claim.users - 1) : nil
      if claim.users == 1 { close(claim.descriptor) }
    }
  }
}
