#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit

  extension NSCollectionView: ListView, BatchUpdating {
    /// Reloads, lays out, and asks for a count, which makes the view count even if layout had nothing to do.
    public func reloadAndCount() {
      reloadData()
      layoutSubtreeIfNeeded()
      _ = numberOfSections
    }

    /// Makes the change inside one `performBatchUpdates`. Where cells are to be configured again, items are reloaded.
    /// Outside of a window it makes the change and reloads.
    public func performUpdate(
      animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
    ) { carryOut(animated: animated, commit, completion: completion) }

    package var showsBatches: Bool { window != nil }
    package var reconfigures: Bool { false }

    package func batch(
      animated: Bool, _ updates: @escaping @MainActor () -> Void,
      completion: @escaping @MainActor () -> Void
    ) {
      let batch = { (view: NSCollectionView) in
        view.performBatchUpdates({ updates() }, completionHandler: { _ in completion() })
      }
      // AppKit animates what it is asked through the animator, and what a group around it allows.
      guard !animated else { return batch(animator()) }
      NSAnimationContext.runAnimationGroup { context in
        context.duration = 0
        context.allowsImplicitAnimation = false
        batch(self)
      }
    }

    package func carryOut(_ operation: ListOperation) {
      switch operation {
      case .deleteSections(let sections): deleteSections(sections)
      case .insertSections(let sections): insertSections(sections)
      case .moveSection(let from, let to): moveSection(from, toSection: to)
      case .reloadSections(let sections): reloadSections(sections)
      case .deleteItems(let indexPaths): deleteItems(at: Set(indexPaths))
      case .insertItems(let indexPaths): insertItems(at: Set(indexPaths))
      case .moveItem(let from, let to): moveItem(at: from, to: to)
      case .reloadItems(let indexPaths), .reconfigureItems(let indexPaths): reloadItems(at: Set(indexPaths))
      }
    }
  }
#endif
