import Foundation

extension ListUpdate: CustomStringConvertible {
  /// The update on one line, with runs of index paths shortened: `insert 1-0...1-19`, `reload section 2`.
  public var description: String {
    switch self {
    case .insert(let indexPaths): "insert \(indexPaths.runs)"
    case .reload(let section): "reload section \(section)"
    case .batch(let batch): "batch: \(batch)"
    }
  }
}

extension ListBatch: CustomStringConvertible {
  /// The batch on one line, without what is empty: `delete 0-1, 0-4...0-6; move 0-2 to 1-0; then reload 0-3`.
  public var description: String {
    var parts: [String] = []
    if !deletedSections.isEmpty { parts.append("delete sections \(deletedSections.runs)") }
    if !deletedItems.isEmpty { parts.append("delete \(deletedItems.runs)") }
    if !insertedSections.isEmpty { parts.append("insert sections \(insertedSections.runs)") }
    if !insertedItems.isEmpty { parts.append("insert \(insertedItems.runs)") }
    parts += movedSections.map { "move section \($0.from) to \($0.to)" }
    parts += movedItems.map { "move \($0.from.short) to \($0.to.short)" }
    if !reloadedSections.isEmpty { parts.append("then reload sections \(reloadedSections.runs)") }
    if !reloadedItems.isEmpty { parts.append("then reload \(reloadedItems.runs)") }
    if !reconfiguredItems.isEmpty { parts.append("then reconfigure \(reconfiguredItems.runs)") }
    return parts.isEmpty ? "nothing" : parts.joined(separator: "; ")
  }
}

extension IndexPath {
  /// Position and offset, as in two of UIKit's messages: `1-19`.
  package var short: String { map(String.init).joined(separator: "-") }
}

extension [IndexPath] {
  /// The index paths in the order given, with neighbours in one section as one entry.
  fileprivate var runs: String {
    var runs: [(first: IndexPath, last: IndexPath)] = []
    for path in self {
      if let last = runs.last?.last, last.section == path.section, last.item + 1 == path.item {
        runs[runs.count - 1].last = path
      } else {
        runs.append((path, path))
      }
    }
    return runs.map { $0 == $1 ? $0.short : "\($0.short)...\($1.short)" }.joined(separator: ", ")
  }
}

extension IndexSet {
  fileprivate var runs: String {
    rangeView.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)...\($0.upperBound - 1)" }
      .joined(separator: ", ")
  }
}
