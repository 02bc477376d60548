import ViewModels

/// What a live screen shows: counts and cells as the list view keeps them, and where the user is. A pure value; see
/// ``lines(width:height:)``.
struct LiveScreen {
  /// What stands where an item will be.
  static let placeholder = "\u{2591}\u{2591}\u{2591}\u{2591}\u{2591}\u{2591}\u{2591}\u{2591}\u{2591}\u{2591}"

  struct Section {
    var title: String
    var phase = LoadState.Phase.idle
    var cells: [String] = []
    /// Cells that are just coming in.
    var fresh: Range<Int>?
  }

  /// A row is a section's title or one of its cells.
  enum Row: Equatable {
    case title(section: Int)
    case cell(section: Int, item: Int)

    var section: Int {
      switch self {
      case .title(let section), .cell(let section, _): section
      }
    }
  }

  var name: String
  var sections: [Section]
  /// The row that the user is at.
  var cursor = 0
  /// The first row on the screen.
  var top = 0
  /// Changes that wait for the gate.
  var waiting = 0
  /// What the list view objected to.
  var violation: String?
  /// Moves while something loads.
  var frame = 0
  /// What the bar says besides.
  var status = ""
  /// A line between the bar and the list, for screens that have one.
  var banner: LiveLine?
  /// A line between the list and the keys, likewise.
  var note: LiveLine?
  /// What the key that orders does; empty where there is nothing to order.
  var orderHint = ""

  var rowCount: Int { sections.reduce(0) { $0 + 1 + $1.cells.count } }
  var isLoading: Bool { sections.contains { if case .loading = $0.phase { true } else { false } } }

  /// - Complexity: O(number of sections).
  func row(_ index: Int) -> Row? {
    var rest = index
    guard rest >= 0 else { return nil }
    for (position, section) in sections.enumerated() {
      if rest == 0 { return .title(section: position) }
      if rest <= section.cells.count { return .cell(section: position, item: rest - 1) }
      rest -= 1 + section.cells.count
    }
    return nil
  }

  /// How many rows of the list a screen of this height has room for.
  func listHeight(_ height: Int) -> Int {
    let (hasBanner, hasNote) = extraLines(height: height)
    return max(0, height - 2 - (hasBanner ? 1 : 0) - (hasNote ? 1 : 0))
  }

  /// Which of the banner and the note have room: the list keeps a row, and the note is what is news.
  func extraLines(height: Int) -> (banner: Bool, note: Bool) {
    let hasNote = note != nil && height > 3
    return (banner != nil && height > (hasNote ? 4 : 3), hasNote)
  }

  /// Brings the cursor's row into a screen of this height.
  mutating func scroll(height: Int) {
    let room = max(1, listHeight(height))
    cursor = min(max(0, cursor), max(0, rowCount - 1))
    top = min(max(top, cursor - room + 1), cursor)
    top = max(0, min(top, rowCount - room))
  }

  /// The rows on a screen of this height.
  func visibleRows(height: Int) -> Range<Int> { top..<max(top, min(rowCount, top + listHeight(height))) }
}
