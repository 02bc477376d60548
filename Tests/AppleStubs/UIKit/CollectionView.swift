// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Collection views.
@_exported import AppleFoundation

// https://developer.apple.com/documentation/uikit/uicollectionviewdatasource
@MainActor public protocol UICollectionViewDataSource: NSObjectProtocol {
  func numberOfSections(in collectionView: UICollectionView) -> Int
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView
  func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool
  func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)
}

extension UICollectionViewDataSource {
  public func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView { UICollectionReusableView() }
  public func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { true }
  public func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {}
}

// https://developer.apple.com/documentation/uikit/uicollectionviewdatasourceprefetching
@MainActor public protocol UICollectionViewDataSourcePrefetching: NSObjectProtocol {
  func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath])
  func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}

extension UICollectionViewDataSourcePrefetching {
  public func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {}
}

// https://developer.apple.com/documentation/uikit/uicollectionviewdelegate
@MainActor public protocol UICollectionViewDelegate: NSObjectProtocol {
  func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath)
  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath)
}

extension UICollectionViewDelegate {
  public func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {}
  public func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {}
}

// https://developer.apple.com/documentation/uikit/uicollectionreusableview
@MainActor open class UICollectionReusableView: UIView {}

// https://developer.apple.com/documentation/uikit/uicollectionviewcell
@MainActor open class UICollectionViewCell: UICollectionReusableView {
  open var contentConfiguration: (any UIContentConfiguration)?
}

// https://developer.apple.com/documentation/uikit/uicollectionviewlistcell
@MainActor open class UICollectionViewListCell: UICollectionViewCell {
  open func defaultContentConfiguration() -> UIListContentConfiguration { .cell() }
}

// https://developer.apple.com/documentation/uikit/uicollectionviewlayout
@MainActor open class UICollectionViewLayout: NSObject {}

// https://developer.apple.com/documentation/uikit/uicollectionviewlayoutattributes
@MainActor open class UICollectionViewLayoutAttributes: NSObject {
  open var frame: CGRect = .zero
}

// https://developer.apple.com/documentation/uikit/uicollectionviewflowlayout/itemsize
@MainActor open class UICollectionViewFlowLayout: UICollectionViewLayout {
  open var itemSize = CGSize(width: 50, height: 50)
}

// https://developer.apple.com/documentation/uikit/uicollectionview, each method at its own name below it
@MainActor open class UICollectionView: UIScrollView {
  public override init() { super.init() }
  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) { super.init() }
  open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {}
  private let counter = StubListCounter()
  open weak var dataSource: (any UICollectionViewDataSource)? {
    didSet {
      counter.read = { [weak self] in
        guard let self, let dataSource else { return nil }
        return (0..<dataSource.numberOfSections(in: self)).map {
          dataSource.collectionView(self, numberOfItemsInSection: $0)
        }
      }
    }
  }
  open weak var delegate: (any UICollectionViewDelegate)?
  open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?
  open weak var dragDelegate: (any UICollectionViewDragDelegate)?
  open weak var dropDelegate: (any UICollectionViewDropDelegate)?
  open var dragInteractionEnabled = false
  open var hasActiveDrag: Bool { false }
  open var hasUncommittedUpdates: Bool { false }
  public class var elementKindSectionHeader: String { "UICollectionElementKindSectionHeader" }
  open func register(
    _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String, withReuseIdentifier identifier: String
  ) {}
  open func dequeueReusableSupplementaryView(
    ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionReusableView { UICollectionReusableView() }
  open func supplementaryView(forElementKind elementKind: String, at indexPath: IndexPath) -> UICollectionReusableView?
  { nil }
  open func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath)
    -> UICollectionViewCell
  { UICollectionViewCell() }
  // https://developer.apple.com/documentation/uikit/uicollectionview/cellregistration
  @MainActor public struct CellRegistration<Cell: UICollectionViewCell, Item> {
    public typealias Handler = @MainActor (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void
    public init(handler: @escaping Handler) {}
  }
  public func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
    using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
  ) -> Cell { fatalError("nothing is shown here") }
  open func reloadData() {
    calls.append("reloadData")
    counter.reload()
  }
  open var numberOfSections: Int {
    calls.append("numberOfSections")
    return counter.counts.count
  }
  open func numberOfItems(inSection section: Int) -> Int { counter.counts[section] }
  open func insertSections(_ sections: IndexSet) {
    calls.append("insertSections \(text(sections))")
    counter.insert(sections)
  }
  open func deleteSections(_ sections: IndexSet) {
    calls.append("deleteSections \(text(sections))")
    counter.delete(sections)
  }
  open func moveSection(_ section: Int, toSection newSection: Int) {
    calls.append("moveSection \(text(section)) \(text(newSection))")
    counter.move(section, newSection)
  }
  open func reloadSections(_ sections: IndexSet) {
    calls.append("reloadSections \(text(sections))")
    counter.reload(sections)
  }
  open func insertItems(at indexPaths: [IndexPath]) {
    calls.append("insertItems \(text(indexPaths))")
    counter.insert(indexPaths)
  }
  open func deleteItems(at indexPaths: [IndexPath]) {
    calls.append("deleteItems \(text(indexPaths))")
    counter.delete(indexPaths)
  }
  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    calls.append("moveItem \(text(indexPath)) \(text(newIndexPath))")
    counter.delete([indexPath])
    counter.insert([newIndexPath])
  }
  /// A stub of the test's: each item is 10 high.
  open var indexPathsForVisibleItems: [IndexPath] = []
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    let attributes = UICollectionViewLayoutAttributes()
    attributes.frame = CGRect(x: 0, y: Double(indexPath.item) * 10, width: 10, height: 10)
    return attributes
  }
  open func reloadItems(at indexPaths: [IndexPath]) { calls.append("reloadItems \(text(indexPaths))") }
  open func reconfigureItems(at indexPaths: [IndexPath]) { calls.append("reconfigureItems \(text(indexPaths))") }
  open func performBatchUpdates(_ updates: (() -> Void)?, completion: UpdateCompletion? = nil) {
    calls.append(UIView.areAnimationsEnabled ? "open" : "open unanimated")
    counter.perform { updates?() }
    calls.append("close")
    completion?(true)
  }
}

#if ANNOTATED
  public typealias ApplyCompletion = @MainActor @Sendable () -> Void
#else
  public typealias ApplyCompletion = () -> Void
#endif

// https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot
public struct NSDiffableDataSourceSnapshot<SectionID: Hashable & Sendable, Item: Hashable & Sendable> {
  public init() {}
  public mutating func appendSections(_ identifiers: [SectionID]) {}
  public mutating func reloadSections(_ identifiers: [SectionID]) {}
  public mutating func appendItems(_ identifiers: [Item], toSection sectionIdentifier: SectionID? = nil) {}
}

// https://developer.apple.com/documentation/uikit/uicollectionviewdiffabledatasource
@MainActor
open class UICollectionViewDiffableDataSource<SectionID: Hashable & Sendable, Item: Hashable & Sendable>:
  NSObject
{
  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionID, Item>, animatingDifferences: Bool = true,
    completion: ApplyCompletion? = nil
  ) { completion?() }
}

// https://developer.apple.com/documentation/uikit/uicollectionviewcontroller
@MainActor open class UICollectionViewController: UIViewController, UICollectionViewDataSource, UICollectionViewDelegate
{
  open var collectionView: UICollectionView! = UICollectionView()
  public init(collectionViewLayout layout: UICollectionViewLayout) { super.init(nibName: nil, bundle: nil) }
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  open var installsStandardGestureForInteractiveMovement = true
  open func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {}
  open func numberOfSections(in collectionView: UICollectionView) -> Int { 0 }
  open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 0 }
  open func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell { UICollectionViewCell() }
  open func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {}
  open func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {}
}
