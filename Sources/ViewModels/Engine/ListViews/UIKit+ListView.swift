#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension BatchUpdating where Self: UIView {
    package var showsBatches: Bool { window != nil }

    fileprivate func batch(animated: Bool, _ batch: () -> Void) {
      if animated { batch() } else { UIView.performWithoutAnimation(batch) }
    }
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
      switch operation {
      case .deleteSections(let sections): deleteSections(sections, with: .automatic)
      case .insertSections(let sections): insertSections(sections, with: .automatic)
      case .moveSection(let from, let to): moveSection(from, toSection: to)
      case .reloadSections(let sections): reloadSections(sections, with: .automatic)
      case .deleteItems(let indexPaths): deleteRows(at: indexPaths, with: .automatic)
      case .insertItems(let indexPaths): insertRows(at: indexPaths, with: .automatic)
      case .moveItem(let from, let to): moveRow(at: from, to: to)
      case .reloadItems(let indexPaths): reloadRows(at: indexPaths, with: .automatic)
      case .reconfigureItems(let indexPaths): reconfigureRows(at: indexPaths)
      }
    }
  }
#endif
