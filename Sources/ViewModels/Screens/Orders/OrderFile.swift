import Foundation
import Reactive

/// Keeps orders in one file, so that they outlive the process.
///
/// The file is JSON, belongs to its owner alone, and holds what the user ordered and what became of it: no web hook, no
/// token. It is replaced as a whole and flushed to the disk each time. Beside it stands an empty file whose name ends in
/// `.lock`: the process that has claimed it owns the orders.
///
/// One law keeps an order from being sent twice: **what the file has as waiting is sent only when the file has it as being
/// sent.** The next process sends what waits, and nothing else.
final class OrderFile: Sendable {
  /// What the file holds.
  struct Content: Codable, Equatable, Sendable {
    var version = 1
    /// The number of the newest order, which may have been dropped since.
    var lastID: Order.ID
    var orders: [Order]

    /// A file with a larger one was not written here, and would leave too few numbers for the orders to come.
    static let largestID = Int.max / 2
    /// A longer file was not written here: it would hold a million orders. In bytes.
    static let largestSize = 256 << 20
  }

  /// What came of a write.
  struct Outcome: Sendable {
    var isWritten = false
    var problem: OrderFileProblem?
    /// Whether an order may be sent: no later process finds it waiting.
    var maySend = true
  }

  private struct State {
    var claim: FileClaim?
    /// What the file was last known to hold.
    var content: Content?
    /// The orders that wait according to the file, or may.
    var waiting: Set<Order.ID> = []
  }

  private let url: URL
  private var claimPath: String { url.path + ".lock" }
  private let files: WholeFile
  private let state = Lock(State())
  private let writing = DispatchQueue(label: "OrderFile", qos: .userInitiated)

  /// Does no work itself.
  init(_ url: URL, files: WholeFile = WholeFile()) { (self.url, self.files) = (url, files) }

  // MARK: - Reading

  /// Claims the file and reads it; blocks.
  ///
  /// - Returns: What it holds, nil if there is none. Without it, and with a problem, the file may still be written to: what
  ///   can't be read has been put aside.
  func open() -> (content: Content?, problem: OrderFileProblem?) {
    do throws(DiskProblem) {
      try WholeFile.createFolder(url.deletingLastPathComponent())
      let claim = try FileClaim.take(file: claimPath)
      let content: Content?
      switch try read() {
      case .nothing: content = nil
      case .content(let found): content = found
      case .unreadable:
        let name = try putAside()
        state.withLock { $0.claim = claim }
        return (nil, .unreadable(putAsideAs: name))
      }
      state.withLock { state in
        state.claim = claim
        state.content = content
        state.waiting = Self.waiting(content?.orders ?? [])
      }
      return (content, nil)
    } catch {
      return (nil, .disk(error))
    }
  }

  /// What stands in the file's place.
  private enum Found {
    case nothing, unreadable
    case content(Content)
  }

  /// - Throws: If it can't be read for now, and may be another time.
  private func read() throws(DiskProblem) -> Found {
    var status = stat()
    guard lstat(url.path, &status) == 0 else {
      if errno == ENOENT { return .nothing }
      throw DiskProblem(code: errno)
    }
    guard status.isRegularFile else { return .unreadable }
    let file: Int32
    (file, status) = try WholeFile.open(url.path)
    defer { close(file) }
    guard status.st_size <= Content.largestSize, let data = try WholeFile.bytes(Int(status.st_size), of: file),
      let content = try? JSONDecoder().decode(Content.self, from: data), content.version == 1,
      Set(content.orders.map(\.id)).count == content.orders.count,
      content.orders.allSatisfy({ $0.id <= content.lastID }),
      0...Content.largestID ~= content.lastID  // there have to be numbers for the next ones
    else { return .unreadable }
    return .content(content)
  }

  /// Gives the file another name, the first that is free.
  private func putAside() throws(DiskProblem) -> String {
    for number in 1...1_000 {
      let name = "\(url.lastPathComponent).unreadable-\(number)"
      let path = url.deletingLastPathComponent().appendingPathComponent(name).path
      // A link, because renaming would replace what has this name.
      if link(url.path, path) == 0 {
        guard unlink(url.path) == 0 else { throw DiskProblem(code: errno) }
        return name
      }
      if errno != EEXIST { throw DiskProblem(code: errno) }
    }
    throw DiskProblem(code: EEXIST)
  }

  // MARK: - Writing

  /// Writes the orders as they are now, in the order of the calls.
  ///
  /// - Parameters:
  ///   - order: The one that is about to be sent, which the content has as being sent.
  ///   - done: Called on a queue of this object.
  func keep(_ content: Content, sending order: Order.ID?, done: @escaping @Sendable (Outcome) -> Void) {
    writing.async { [self] in done(write(content, order)) }
  }

  private func write(_ content: Content, _ order: Order.ID?) -> Outcome {
    guard state.withLock({ $0.claim != nil }) else { return Outcome() }
    do throws(DiskProblem) {
      try WholeFile.createFolder(url.deletingLastPathComponent())  // it may have been deleted
      try renewClaim()
      // Sorted, so that a person can read it.
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
      guard let data = try? encoder.encode(content) else { throw .failing(code: EINVAL) }
      let waiting = Self.waiting(content.orders)
      try files.put([data], in: url.path, by: url.path + WholeFile.unfinished, isDurable: true)
      // Until the name is kept, a power failure may bring the older file back.
      state.withLock { state in
        state.content = content
        state.waiting.formUnion(waiting)
      }
      try files.keepName(of: url.path)
      state.withLock { $0.waiting = waiting }
      return Outcome(isWritten: true)
    } catch {
      // A file that is away may come back, with the volume that it is on.
      let waiting = state.withLock { $0.waiting }
      return Outcome(problem: .disk(error), maySend: order.map { !waiting.contains($0) } ?? true)
    }
  }

  /// Takes the claim again if what was claimed has been removed.
  ///
  /// - Throws: `inUse` if another view model owns the file, or has meanwhile: it may have sent what waits here, and have left
  ///   orders of its own.
  private func renewClaim() throws(DiskProblem) {
    let (isHeld, known) = state.withLock { ($0.claim?.isHeld(at: claimPath), $0.content) }
    if isHeld == true { return }
    let claim = try FileClaim.take(file: claimPath)
    switch try read() {
    case .nothing: break
    case .content(let found) where found == known: break
    case .content, .unreadable: throw .inUse
    }
    state.withLock { $0.claim = claim }
  }

  private static func waiting(_ orders: [Order]) -> Set<Order.ID> {
    Set(orders.filter { if case .waiting = $0.state { true } else { false } }.map(\.id))
  }
}
