#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension BatchUpdating where Self: UIView {
    package var showsBatches: Bool { window != nil }

    fileprivate func batch(animated: Bool, _ batch: () -> Void) {
      guard animated else { return UIView.performWithoutAnimation(batch) }
      let areEnabled = UIView.areAnimationsEnabled
      batch()
      UIView.setAnimationsEnabled(areEnabled)
    }

    package func stopAnimating() { UIView.setAnimationsEnabled(false) }
  }

  extension UICollectionView: ListView, BatchUpdating {
    /// Reloads, lays out, and asks for a count, which makes the view count even if layout had nothing to do.
    public func reloadAndCount() {
      reloadData()
      layoutIfNeeded()
      _ = numberOfSections
    }

    /// Makes the change inside one `performBatchUpdates`, and configures cells again right after.
    /// Outside of a window it makes the change and reloads.
    public func performUpdate(
      animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
    ) { carryOut(animated: animated, commit, completion: completion) }

    package func batch(
      animated: Bool, _ updates: @escaping @MainActor () -> Void,
      completion: @escaping @MainActor () -> Void
    ) {
      batch(animated: animated) {
        performBatchUpdates({ updates() }, completion: { _ in completion() })
      }
    }

    package func carryOut(_ operation: ListOperation) {
      switch operation {
      case .deleteSections(let sections): deleteSections(sections)
      case .insertSections(let sections): insertSections(sections)
      case .moveSection(let from, let to): moveSection(from, toSection: to)
      case .reloadSections(let sections): reloadSections(sections)
      case .deleteItems(let indexPaths): deleteItems(at: indexPaths)
      case .insertItems(let indexPaths): insertItems(at: indexPaths)
      case .moveItem(let from, let to): moveItem(at: from, to: to)
      case .reloadItems(let indexPaths): reloadItems(at: indexPaths)
      case .reconfigureItems(let indexPaths): reconfigureItems(at: indexPaths)
      }
    }
  }

  extension UITableView: ListView, BatchUpdating {
    /// Reloads, lays out, and asks for a count, which makes the view count even if layout had nothing to do.
    public func reloadAndCount() {
      reloadData()
      layoutIfNeeded()
      _ = numberOfSections
    }

    /// Makes the change inside one `performBatchUpdates`, and configures cells again right after.
    /// Outside of a window it makes the change and reloads.
    public func performUpdate(
      animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
    ) { carryOut(animated: animated, commit, completion: completion) }

    package func batch(
      animated: Bool, _ updates: @escaping @MainActor () -> Void,
      completion: @escaping @MainActor () -> Void
    ) {
      batch(animated: animated) {
        performBatchUpdates({ updates() }, completion: { _ in completion() })
      }
    }

    package func carryOut(_ operation: ListOperation) {
      let animation = updateAnimation
      switch operation {
      case .deleteSections(let sections): deleteSections(sections, with: animation)
      case .insertSections(let sections): insertSections(sections, with: animation)
      case .moveSection(let from, let to): moveSection(from, toSection: to)
      case .reloadSections(let sections): reloadSections(sections, with: animation)
      case .deleteItems(let indexPaths): deleteRows(at: indexPaths, with: animation)
      case .insertItems(let indexPaths): insertRows(at: indexPaths, with: animation)
      case .moveItem(let from, let to): moveRow(at: from, to: to)
      case .reloadItems(let indexPaths): reloadRows(at: indexPaths, with: animation)
      case .reconfigureItems(let indexPaths): reconfigureRows(at: indexPaths)
      }
    }
  }

  extension UITableView {
    private struct Choice {
      weak var table: UITableView?
      let animation: RowAnimation
    }
    private static var choices: [Choice] = []

    /// How rows and sections come and go in what bound view models tell this table; `.automatic` unless it is set.
    ///
    /// `.none` still makes room with an animation; `animated: false` for a binding or an edit makes none.
    public var updateAnimation: RowAnimation {
      get { Self.choices.first { $0.table === self }?.animation ?? .automatic }
      set {
        Self.choices.removeAll { $0.table == nil || $0.table === self }
        Self.choices.append(Choice(table: self, animation: newValue))
      }
    }
  }
#endif
