// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// The counts of a list view of the stubs, which are none of Apple's: those it believes in, and what a batch is told.
///
/// It stops where UIKit would throw for a count, by plain arithmetic. So the tests of real list views have run once,
/// and the adapters are seen to tell a view what the model does.
@MainActor
public final class StubListCounter {
  private struct Batch {
    var deleted: IndexSet = []
    var inserted: IndexSet = []
    var reloaded: IndexSet = []
    var moved: [Int: Int] = [:]
    var leaving: [Int: Int] = [:]
    var coming: [Int: Int] = [:]
  }

  /// Asks the data source; nil if there is none.
  public var read: () -> [Int]? = { nil }
  private var believed: [Int]?
  private var batch: Batch?

  public init() {}

  public var counts: [Int] {
    if believed == nil { believed = read() }
    return believed ?? []
  }

  public func reload() { believed = nil }

  /// Runs the updates of a batch, and looks at the counts when the outermost one closes.
  public func perform(_ updates: () -> Void) {
    guard batch == nil else { return updates() }
    let before = counts
    batch = Batch()
    updates()
    defer { batch = nil }
    guard let batch, let after = read() else { return }
    guard before.count - batch.deleted.count + batch.inserted.count == after.count else {
      fatalError("invalid number of sections: \(before), \(after), \(batch)")
    }
    let moved = Dictionary(uniqueKeysWithValues: batch.moved.map { ($0.value, $0.key) })
    var rest = before.indices.filter { !batch.deleted.contains($0) && batch.moved[$0] == nil }.makeIterator()
    for position in after.indices where !batch.inserted.contains(position) {
      guard let old = moved[position] ?? rest.next(), !batch.reloaded.contains(old) else { continue }
      guard before[old] - (batch.leaving[old] ?? 0) + (batch.coming[position] ?? 0) == after[position] else {
        fatalError("invalid number of items in section \(position): \(before), \(after), \(batch)")
      }
    }
    believed = after
  }

  public func delete(_ sections: IndexSet) { batch?.deleted.formUnion(sections) }
  public func insert(_ sections: IndexSet) { batch?.inserted.formUnion(sections) }
  public func reload(_ sections: IndexSet) { batch?.reloaded.formUnion(sections) }
  public func move(_ section: Int, _ newSection: Int) { batch?.moved[section] = newSection }
  public func delete(_ paths: some Sequence<IndexPath>) {
    for path in paths { batch?.leaving[path[0], default: 0] += 1 }
  }
  public func insert(_ paths: some Sequence<IndexPath>) {
    for path in paths { batch?.coming[path[0], default: 0] += 1 }
  }
}
