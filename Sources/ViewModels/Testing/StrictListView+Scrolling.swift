import Foundation
import ListEngine

extension StrictListView {
  /// Scrolls until an item is the first on the screen, or the last item the last, and calls ``willDisplay`` for each item
  /// that has come into sight, in order.
  ///
  /// ```swift
  /// list.willDisplay = { viewModel.willDisplay($0) }
  /// list.scroll(to: [0, 19])  // items 19 to 28 of section 0, with 10 items on the screen
  /// ```
  /// An item was in sight if it stood at one of the index paths that the last scroll showed; a reload shows all again. What
  /// an update brings in is told by the next scroll, not by the update.
  /// - Precondition: There is such an item.
  /// - Complexity: O(number of items)
  public func scroll(to indexPath: IndexPath) { scroll(to: indexPath, above: 0) }

  /// Scrolls until the last item of a section is the last on the screen; see ``scroll(to:)``. Does nothing if the section
  /// is empty.
  public func scrollToEnd(ofSection section: Int) {
    let count = numberOfItems(inSection: section)
    if count > 0 { scroll(to: IndexPath(item: count - 1, section: section), above: itemsOnScreen - 1) }
  }

  /// - Parameter above: How many items are to be on the screen above this one.
  private func scroll(to indexPath: IndexPath, above: Int) {
    layoutIfNeeded()
    let counts = countsReadIfStale()
    precondition(
      counts.indices.contains(indexPath.section) && (0..<counts[indexPath.section]).contains(indexPath.item),
      "no item stands at \(indexPath)")
    stand(below: counts[..<indexPath.section].reduce(indexPath.item, +) - above, of: counts)
    let (new, old) = (indexPathsInSight, itemsInSight)
    itemsInSight = Set(new)
    for indexPath in new where !old.contains(indexPath) {
      // What the call before brought about may have taken it away.
      let counts = countsReadIfStale()
      guard indexPath.section < counts.count, indexPath.item < counts[indexPath.section] else { continue }
      willDisplay(indexPath)
    }
  }

  /// What is on the screen, in order: as many items as the screen shows, below the ones that it has been scrolled past.
  ///
  /// ```swift
  /// list.keepsPlace = true
  /// list.scroll(to: [0, 3])
  /// let first = list.cellsInSight.first
  /// viewModel.loadPreviousPage(in: .conversation)
  /// await viewModel.settled()
  /// #expect(list.cellsInSight.first == first)
  /// ```
  /// - Complexity: O(number of items)
  public var cellsInSight: [String] {
    layoutIfNeeded()
    return indexPathsInSight.compactMap { shown?.sections[$0.section][$0.item] }
  }

  /// The index paths of the items on the screen. A screen that has been scrolled too far shows the last ones.
  private var indexPathsInSight: [IndexPath] {
    let all = countsReadIfStale().enumerated().flatMap { section, count in
      (0..<count).map { IndexPath(item: $0, section: section) }
    }
    let first = max(0, min(itemsAbove, all.count - itemsOnScreen))
    return Array(all[first..<min(all.count, first + itemsOnScreen)])
  }
}

// MARK: - Its place

extension StrictListView {
  /// Places the screen below so many items, but no further down than the last ones fill it.
  func stand(below items: Int, of counts: [Int]) {
    itemsAbove = max(0, min(items, counts.reduce(-itemsOnScreen, +)))
  }

  package var placesInSight: [(item: IndexPath, distance: Double)] {
    guard keepsPlace, openBatch == nil else { return [] }
    return indexPathsInSight.enumerated().map { ($0.element, Double($0.offset)) }
  }

  package func stopAnimating() { animates = false }

  package func scroll(_ item: IndexPath, to distance: Double) {
    let counts = countsReadIfStale()
    stand(below: counts[..<item.section].reduce(item.item, +) - Int(distance), of: counts)
    itemsInSight = Set(indexPathsInSight)
  }
}
