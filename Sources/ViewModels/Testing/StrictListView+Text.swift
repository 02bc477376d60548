import Foundation
import ListEngine

extension StrictListView {
  /// The content as text: a line for each section, with its cells below it; as the view believes it to be, without
  /// asking the data source.
  ///
  /// ```
  /// section 0: 2 items
  ///   0 Alien
  ///   1 Brazil
  /// section 1: 0 items
  /// ```
  public var text: String {
    guard let counts else { return "not counted yet" }
    let item = kind == .collectionView ? "item" : "row"
    return counts.enumerated().map { section, count in
      let title = "section \(section): \(count) \(item)\(count == 1 ? "" : "s")"
      let cells = (shown?.sections[section] ?? []).enumerated().map { "\n  \($0.offset) \($0.element)" }
      return title + cells.joined()
    }
    .joined(separator: "\n")
  }

  /// The cells of each section as the view shows them; empty if it was not laid out, is off screen, or has nothing to
  /// draw cells from.
  public var cells: [[String]] { shown?.sections ?? [] }

  /// Where the view and the model have parted, a line for each place; empty if the view shows what the model holds.
  ///
  /// Counts that are right by accident (an index path too low, another one too high) come to light here. A view that
  /// has yet to count has nothing to be wrong about.
  /// - Complexity: O(number of items); asks for every cell.
  public var discrepancies: [String] {
    guard let counts else { return [] }
    let model = modelCounts()
    var lines: [String] = []
    if counts.count != model.count { lines.append("\(counts.count) sections shown, \(model.count) in the model") }
    for (section, (shownCount, modelCount)) in zip(counts, model).enumerated() {
      if shownCount != modelCount {
        lines.append("section \(section): \(shownCount) shown, \(modelCount) in the model")
      }
      guard let cell, let shown else { continue }
      for (item, content) in shown.sections[section].prefix(modelCount).enumerated() {
        let inModel = cell(IndexPath(item: item, section: section))
        if content != inModel { lines.append("\(section)-\(item): \(content) shown, \(inModel) in the model") }
      }
    }
    return lines
  }
}
