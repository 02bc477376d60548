#if canImport(UIKit) && !os(watchOS)
  import UIKit

  private struct Keeper { weak var view: UIScrollView? }
  @MainActor private var keepers: [Keeper] = []

  extension ListView where Self: UIScrollView {
    /// Whether what is shown first stays where it is on the screen when something comes or goes above it; false unless it is
    /// set.
    ///
    /// Set it where a list grows at its front, as a conversation does. Such a change is made without animation, and the view is
    /// laid out and scrolled in the same turn. It is about vertical scrolling; a section that scrolls by itself, sideways, is
    /// not looked into.
    /// - Note: It has been compiled against declarations of UIKit's methods, and has not run on Apple's systems.
    public var keepsPlace: Bool {
      get { keepers.contains { $0.view === self } }
      set {
        keepers.removeAll { $0.view == nil || $0.view === self }
        if newValue { keepers.append(Keeper(view: self)) }
      }
    }
  }

  extension UIScrollView {
    /// Scrolls no further than a user can; one who pulls the view beyond its end keeps it there.
    fileprivate func scroll(to offset: Double) {
      let top = 0 - adjustedContentInset.top
      let bottom = max(top, contentSize.height + adjustedContentInset.bottom - bounds.height)
      contentOffset.y = max(min(offset, max(bottom, contentOffset.y)), min(top, contentOffset.y))
    }
  }

  extension UICollectionView {
    package var placesInSight: [(item: IndexPath, distance: Double)] {
      guard keepsPlace else { return [] }
      return indexPathsForVisibleItems.sorted().compactMap { path in
        layoutAttributesForItem(at: path).map { (path, $0.frame.minY - contentOffset.y) }
      }
    }

    package func scroll(_ item: IndexPath, to distance: Double) {
      layoutIfNeeded()
      if let attributes = layoutAttributesForItem(at: item) { scroll(to: attributes.frame.minY - distance) }
    }
  }

  extension UITableView {
    package var placesInSight: [(item: IndexPath, distance: Double)] {
      guard keepsPlace else { return [] }
      return (indexPathsForVisibleRows ?? []).map { ($0, rectForRow(at: $0).minY - contentOffset.y) }
    }

    package func scroll(_ item: IndexPath, to distance: Double) {
      layoutIfNeeded()
      scroll(to: rectForRow(at: item).minY - distance)
    }
  }
#endif
