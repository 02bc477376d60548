import Foundation

/// One call that tells a list view of a change; the names are UICollectionView's.
///
/// The table of what a batch may hold: code that goes through all kinds of changes goes through these, so that a new kind
/// is a case here, an array of ``ListBatch``, and a call in each adapter.
package enum ListOperation: Hashable, Sendable {
  case deleteSections(IndexSet)
  case insertSections(IndexSet)
  case moveSection(from: Int, to: Int)
  case reloadSections(IndexSet)
  case deleteItems([IndexPath])
  case insertItems([IndexPath])
  case moveItem(from: IndexPath, to: IndexPath)
  case reloadItems([IndexPath])
  case reconfigureItems([IndexPath])

  /// The same call for a list view that has `offset` sections of its own before the list's.
  func offset(bySections offset: Int) -> ListOperation {
    switch self {
    case .deleteSections(let sections): .deleteSections(sections.offset(by: offset))
    case .insertSections(let sections): .insertSections(sections.offset(by: offset))
    case .moveSection(let from, let to): .moveSection(from: from + offset, to: to + offset)
    case .reloadSections(let sections): .reloadSections(sections.offset(by: offset))
    case .deleteItems(let items): .deleteItems(items.map { $0.offset(bySections: offset) })
    case .insertItems(let items): .insertItems(items.map { $0.offset(bySections: offset) })
    case .moveItem(let from, let to):
      .moveItem(from: from.offset(bySections: offset), to: to.offset(bySections: offset))
    case .reloadItems(let items): .reloadItems(items.map { $0.offset(bySections: offset) })
    case .reconfigureItems(let items): .reconfigureItems(items.map { $0.offset(bySections: offset) })
    }
  }
}

extension ListOperation: CustomStringConvertible {
  /// The call in words, with runs shortened: `delete 0-1, 0-4...0-6`.
  package var description: String {
    switch self {
    case .deleteSections(let sections): "delete sections \(sections.runs)"
    case .insertSections(let sections): "insert sections \(sections.runs)"
    case .moveSection(let from, let to): "move section \(from) to \(to)"
    case .reloadSections(let sections): "then reload sections \(sections.runs)"
    case .deleteItems(let items): "delete \(items.runs)"
    case .insertItems(let items): "insert \(items.runs)"
    case .moveItem(let from, let to): "move \(from.short) to \(to.short)"
    case .reloadItems(let items): "then reload \(items.runs)"
    case .reconfigureItems(let items): "then reconfigure \(items.runs)"
    }
  }
}

// MARK: - Between a batch and its calls

extension ListBatch {
  /// Creates the batch that these calls make.
  init(_ operations: [ListOperation]) {
    for operation in operations {
      switch operation {
      case .deleteSections(let sections): deletedSections.formUnion(sections)
      case .insertSections(let sections): insertedSections.formUnion(sections)
      case .moveSection(let from, let to): movedSections.append(Move(from: from, to: to))
      case .reloadSections(let sections): reloadedSections.formUnion(sections)
      case .deleteItems(let items): deletedItems += items
      case .insertItems(let items): insertedItems += items
      case .moveItem(let from, let to): movedItems.append(Move(from: from, to: to))
      case .reloadItems(let items): reloadedItems += items
      case .reconfigureItems(let items): reconfiguredItems += items
      }
    }
  }

  /// The calls that carry this batch out, in the order in which a list view is told.
  var operations: [ListOperation] {
    var calls: [ListOperation] = []
    if !deletedSections.isEmpty { calls.append(.deleteSections(deletedSections)) }
    if !deletedItems.isEmpty { calls.append(.deleteItems(deletedItems)) }
    if !insertedSections.isEmpty { calls.append(.insertSections(insertedSections)) }
    if !insertedItems.isEmpty { calls.append(.insertItems(insertedItems)) }
    calls += movedSections.map { .moveSection(from: $0.from, to: $0.to) }
    calls += movedItems.map { .moveItem(from: $0.from, to: $0.to) }
    if !reloadedSections.isEmpty { calls.append(.reloadSections(reloadedSections)) }
    if !reloadedItems.isEmpty { calls.append(.reloadItems(reloadedItems)) }
    if !reconfiguredItems.isEmpty { calls.append(.reconfigureItems(reconfiguredItems)) }
    return calls
  }
}

extension ListBatch: CustomStringConvertible {
  /// The batch on one line, without what is empty: `delete 0-1, 0-4...0-6; move 0-2 to 1-0; then reload 0-3`.
  public var description: String {
    let calls = operations
    return calls.isEmpty ? "nothing" : calls.map(\.description).joined(separator: "; ")
  }
}

// MARK: - Places

extension IndexPath {
  /// Position and offset, as in two of UIKit's messages: `1-19`.
  package var short: String { map(String.init).joined(separator: "-") }

  func offset(bySections offset: Int) -> IndexPath { IndexPath(item: item, section: section + offset) }
}

extension [IndexPath] {
  /// The index paths in the order given, with neighbours in one section as one entry.
  var runs: String {
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

  fileprivate func offset(by offset: Int) -> IndexSet {
    var result = self
    result.shift(startingAt: 0, by: offset)
    return result
  }
}
