import Foundation
import Observation
import Reactive

/// Shows snapshots in a list view, one after another: `UICollectionViewDiffableDataSource` without the cells, on every
/// platform and for every list view.
///
/// An app that applies snapshots goes on doing so. What it gains is that no update begins while another is under way,
/// also when it shares the view with view models of paged sections; that tests can bind a `StrictListView`; and that
/// others can follow the ``GatedList/updates``.
///
/// ```swift
/// let dataSource = SnapshotDataSource<Section, Photo.ID>()
/// dataSource.bind(to: collectionView).store(in: &cancellables)
///
/// var snapshot = dataSource.snapshot()
/// try snapshot.deleteItems([photo.id])
/// dataSource.apply(snapshot, animatingDifferences: false)
/// ```
///
/// The view's own data source asks this one for counts and identifiers. Its answers are always those of the snapshot
/// that the view shows: they change inside the view's update. SwiftUI and `withObservationTracking` see them change.
@MainActor
public final class SnapshotDataSource<SectionIdentifier: Hashable & Sendable, ItemIdentifier: Hashable & Sendable>:
  GatedList, Observable
{
  /// What is applied.
  public typealias Snapshot = ListSnapshot<SectionIdentifier, ItemIdentifier>

  /// Makes the changes; see ``SerialGate``.
  public let gate: SerialGate
  /// The snapshot that is shown.
  private var shown = Snapshot()
  /// The snapshot that was applied last, which may wait to be shown. The next one is compared with it.
  private var newest = Snapshot()
  private let mark = ChangeMark()
  /// Compares a snapshot, and the ones before it, elsewhere; nil if none is compared.
  private var comparing: Task<Void, Never>?
  private var numberOfComparisons = 0
  private let waiters = Waiters()
  /// How many items make a snapshot so long that it is compared off the main actor.
  var longList = DifferenceLimits.longList

  /// Creates a data source without sections.
  ///
  /// - Parameter other: A list that will share a list view with this one; their changes wait in one queue.
  public init(sharing other: (any GatedList)? = nil) {
    gate = other.map { SerialGate(sharing: $0.gate) } ?? SerialGate()
  }

  // MARK: - Applying

  /// Shows a snapshot in place of the one before.
  ///
  /// What to tell the view is found out by comparing the two, so it cannot be wrong. Snapshots are shown in the order
  /// of these calls. A snapshot of 2,000 items or more is compared off the main actor. One that moves more than 1,000
  /// items and sections makes views reload, as ``applySnapshotUsingReloadData(_:completion:)`` does. One with the items of
  /// the one before and without marks tells nobody.
  ///
  /// - Parameters:
  ///   - snapshot: The sections and items to show. Items and sections that it marks are reloaded or reconfigured, once:
  ///     ``snapshot()`` returns it without marks.
  ///   - animatingDifferences: Whether views may animate the change. They don't in any case while more changes wait.
  ///   - completion: Called on the main actor, in the turn in which the snapshot is shown, when all observers have been
  ///     told. It is called, too, if the data source has gone before.
  /// - Complexity: That of ``ListSnapshot/difference(from:)``.
  public func apply(
    _ snapshot: Snapshot, animatingDifferences: Bool = true, completion: (@MainActor () -> Void)? = nil
  ) {
    let old = newest
    let isLong = max(old.numberOfItems, snapshot.numberOfItems) >= longList
    replace(by: snapshot, animated: animatingDifferences, isLong: isLong, completion) {
      let batch = snapshot.difference(from: old)
      let moves = batch.movedItems.count + batch.movedSections.count
      if moves > DifferenceLimits.maximumMoves { return Self.reload(from: old, to: snapshot) }
      // What tells nothing has its turn all the same, for the completion's sake.
      return (batch, batch == ListBatch() ? .stay : .areUpdated)
    }
  }

  /// Shows a snapshot in place of the one before, and returns when it is shown and all observers have been told.
  ///
  /// A task that is cancelled waits no longer. The snapshot is shown all the same.
  public func apply(_ snapshot: Snapshot, animatingDifferences: Bool = true) async {
    await shown { apply(snapshot, animatingDifferences: animatingDifferences, completion: $0) }
  }

  /// Shows a snapshot in place of the one before, and lets views reload instead of comparing the two.
  ///
  /// A bound view reloads, without animation. Observers hear that all sections were
  /// deleted and inserted.
  ///
  /// - Parameters:
  ///   - snapshot: The sections and items to show; its marks have no meaning here.
  ///   - completion: See ``apply(_:animatingDifferences:completion:)``.
  public func applySnapshotUsingReloadData(_ snapshot: Snapshot, completion: (@MainActor () -> Void)? = nil) {
    let old = newest
    replace(by: snapshot, animated: false, isLong: false, completion) { Self.reload(from: old, to: snapshot) }
  }

  /// Shows a snapshot and lets views reload, and returns when it is shown and all observers have been told.
  ///
  /// A task that is cancelled waits no longer. The snapshot is shown all the same.
  public func applySnapshotUsingReloadData(_ snapshot: Snapshot) async {
    await shown { applySnapshotUsingReloadData(snapshot, completion: $0) }
  }

  /// What to tell observers, and what bound views do.
  private typealias Difference = (batch: ListBatch, views: QueuedChange.Views)

  /// Views reload; observers hear that all sections were deleted and inserted.
  private nonisolated static func reload(from old: Snapshot, to new: Snapshot) -> Difference {
    var batch = ListBatch()
    batch.deletedSections = IndexSet(0..<old.numberOfSections)
    batch.insertedSections = IndexSet(0..<new.numberOfSections)
    return (batch, .reload)
  }

  private func replace(
    by snapshot: Snapshot, animated: Bool, isLong: Bool, _ completion: (@MainActor () -> Void)?,
    _ compare: @escaping @Sendable () -> Difference
  ) {
    newest = snapshot.withoutMarks()
    if comparing == nil, !isLong { return show(newest, compare(), animated: animated, completion) }
    numberOfComparisons += 1
    comparing = Task { [weak self, comparing, newest] in
      await comparing?.value
      let difference = await Task.detached { compare() }.value
      guard let self else {
        completion?()
        return
      }
      show(newest, difference, animated: animated, completion)
      comparisonHasEnded()
    }
  }

  private func show(
    _ snapshot: Snapshot, _ difference: Difference, animated: Bool, _ completion: (@MainActor () -> Void)?
  ) {
    gate.enqueue(animated: animated, views: difference.views) { [weak self] in
      guard let self else { return nil }
      let old = shown
      shown = snapshot  // also if nothing is told: identifiers may be equal that are not the same
      if difference.views == .stay { return nil }
      mark.change()
      withExtendedLifetime(old) {}  // what has left is released when nothing is being accessed
      return .batch(difference.batch)
    } delivered: {
      completion?()
    }
  }

  /// Returns when what `apply` is given has been called, or when the task is cancelled.
  private func shown(_ apply: (@escaping @MainActor () -> Void) -> Void) async {
    let (isShown, waiters) = (Flag(), Waiters())
    apply {
      isShown.value = true
      waiters.resumeAll()
    }
    await gate.queue.awaiting {
      while !isShown.value, !Task.isCancelled { await waiters.wait() }
    }
  }

  @MainActor
  private final class Flag {
    var value = false
  }

  private func comparisonHasEnded() {
    numberOfComparisons -= 1
    if numberOfComparisons == 0 {
      comparing = nil
      waiters.resumeAll()
    }
  }

  /// Returns when every snapshot that was applied is shown and the last animation is over, or when the task is
  /// cancelled.
  public func idle() async { await gate.idle(waiters) { numberOfComparisons > 0 } }

  // MARK: - What is shown

  /// Returns the snapshot that was applied last, without its marks, to be changed and applied again. It is shown already
  /// unless changes wait.
  ///
  /// - Complexity: O(1)
  public func snapshot() -> Snapshot { newest }

  /// The number of sections that are shown.
  public var numberOfSections: Int {
    mark.read()
    return shown.numberOfSections
  }

  /// Returns the number of items shown in the section at this position; 0 if there is none.
  public func numberOfItems(inSection section: Int) -> Int {
    mark.read()
    return section >= 0 && section < shown.numberOfSections ? shown.list.numberOfItems(inSection: section) : 0
  }

  /// Returns the item that is shown at an index path; nil if there is none.
  public func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifier? {
    mark.read()
    return shown.itemIdentifier(for: indexPath)
  }

  /// Returns where an item is shown; nil if it is not.
  public func indexPath(for itemIdentifier: ItemIdentifier) -> IndexPath? {
    mark.read()
    return shown.indexPath(for: itemIdentifier)
  }

  /// Returns the section that is shown at a position; nil if there is none.
  public func sectionIdentifier(for index: Int) -> SectionIdentifier? {
    mark.read()
    return shown.sectionIdentifier(at: index)
  }

  /// Returns the position at which a section is shown; nil if it is not.
  public func index(for sectionIdentifier: SectionIdentifier) -> Int? {
    mark.read()
    return shown.indexOfSection(sectionIdentifier)
  }
}
