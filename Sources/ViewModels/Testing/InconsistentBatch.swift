import ListEngine

/// A batch whose counts don't add up, in the words that iOS 16.4 and later mostly use: the counts and the updates in full.
struct InconsistentBatch {
  let before: [Int]
  let after: [Int]
  let record: RecordedBatch

  /// Whether these systems use these words. Where the totals are as before they use the older ones. That was inferred
  /// from public crash reports, and is not settled.
  var applies: Bool { before.count != after.count || before.reduce(0, +) != after.reduce(0, +) }

  /// The text. Of the updates, the lines of deleted items are to the letter; the others are made in their manner.
  func text(for view: StrictListView.Kind) -> String {
    let lines = lines(for: view).map { "\t\($0),\n" }.joined()
    return
      "Invalid batch updates detected: the number of sections and/or \(view.item)s returned by the data source before"
      + " and/or after performing the batch updates are inconsistent with the updates.\n"
      + "Data source before updates = \(Self.counts(before, view))\n"
      + "Data source after updates = \(Self.counts(after, view))\n"
      + "Updates = [\n\(lines)]\n"
      + (view == .collectionView ? "Collection view: " : "Table view: ") + "<StrictListView>"
  }

  private static func counts(_ counts: [Int], _ view: StrictListView.Kind) -> String {
    "{ \(counts.count) section\(counts.count == 1 ? "" : "s") with \(view.item) counts: \(counts) }"
  }

  private func lines(for view: StrictListView.Kind) -> [String] {
    var lines: [String] = []
    lines += record.deletedSections.map { "Delete section (\($0))" }
    lines += record.insertedSections.map { "Insert section (\($0))" }
    lines += record.movedSections.map { "Move section (\($0.from)) to (\($0.to))" }
    lines += record.reloadedSections.map { "Reload section (\($0))" }
    lines += record.deletedItems.map { "Delete \(view.item) (\($0.section) - \($0.item))" }
    lines += record.insertedItems.map { "Insert \(view.item) (\($0.section) - \($0.item))" }
    lines += record.movedItems.map {
      "Move \(view.item) (\($0.from.section) - \($0.from.item)) to (\($0.to.section) - \($0.to.item))"
    }
    lines += record.reloadedItems.map { "Reload \(view.item) (\($0.section) - \($0.item))" }
    return lines
  }
}
