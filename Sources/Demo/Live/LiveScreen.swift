import Foundation
import ViewModels

/// The state of a live screen: the cells as the list view has them, and the position of the user. A pure value; see
/// ``lines(width:height:)``.
struct LiveScreen {
  struct Section {
    var title: String
    var phase = LoadState.Phase.idle
    var cells: [String] = []
    /// The cells that are being inserted.
    var fresh: Range<Int>?
  }

  /// A section's title, one of its cells, or the row at its end, which says how its loading goes.
  enum Row: Equatable {
    case title(section: Int)
    case cell(section: Int, item: Int)
    case end(section: Int)

    var section: Int {
      switch self {
      case .title(let section), .cell(let section, _), .end(let section): section
      }
    }
  }

  var name: String
  var sections: [Section]
  /// The selected row.
  var cursor = 0
  /// The first row on the screen.
  var top = 0
  /// The number of changes that wait for the gate.
  var waiting = 0
  /// The list view's first violation.
  var violation: String?
  /// The frame of the loading mark.
  var frame = 0
  /// An additional text in the bar.
  var status = ""
  /// A line between the bar and the list, for screens that have one.
  var banner: LiveLine?
  /// A line between the list and the keys, for screens that have one.
  var note: LiveLine?
  /// The hint for the key that orders. Empty on screens without orders.
  var orderHint = ""

  var rowCount: Int { sections.reduce(0) { $0 + 2 + $1.cells.count } }
  var isLoading: Bool { sections.contains { $0.phase.isLoading } }

  /// - Complexity: O(number of sections).
  func row(_ index: Int) -> Row? {
    var rest = index
    guard rest >= 0 else { return nil }
    for (position, section) in sections.enumerated() {
      if rest == 0 { return .title(section: position) }
      if rest <= section.cells.count { return .cell(section: position, item: rest - 1) }
      if rest == section.cells.count + 1 { return .end(section: position) }
      rest -= 2 + section.cells.count
    }
    return nil
  }

  /// Returns the row and the place of the first cell on a screen of this height.
  func firstCell(height: Int) -> (row: Int, cell: IndexPath)? {
    for index in visibleRows(height: height) {
      if case .cell(let section, let item)? = row(index) { return (index, IndexPath(item: item, section: section)) }
    }
    return nil
  }

  /// Returns the index of a cell's row.
  /// - Complexity: O(number of sections).
  func index(of cell: IndexPath) -> Int {
    sections[..<cell.section].reduce(cell.item + 1) { $0 + 2 + $1.cells.count }
  }

  /// Returns the number of rows for the list on a screen of this height.
  func listHeight(_ height: Int) -> Int {
    let (hasBanner, hasNote) = extraLines(height: height)
    return max(0, height - 2 - (hasBanner ? 1 : 0) - (hasNote ? 1 : 0))
  }

  /// Returns whether there is room for the banner and the note. The list always has a row, and the note comes before the
  /// banner.
  func extraLines(height: Int) -> (banner: Bool, note: Bool) {
    let hasNote = note != nil && height > 3
    return (banner != nil && height > (hasNote ? 4 : 3), hasNote)
  }

  /// Scrolls until the selected row is on a screen of this height.
  mutating func scroll(height: Int) {
    let room = max(1, listHeight(height))
    cursor = min(max(0, cursor), max(0, rowCount - 1))
    top = min(max(top, cursor - room + 1), cursor)
    top = max(0, min(top, rowCount - room))
  }

  /// Returns the rows on a screen of this height.
  func visibleRows(height: Int) -> Range<Int> { top..<max(top, min(rowCount, top + listHeight(height))) }
}
