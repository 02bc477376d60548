// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The signatures of UIKit that this package, its tests and its documentation use. The methods only note that they were
// called. ANNOTATED gives completion closures the annotations of newer SDKs.
@_exported import AppleFoundation

#if ANNOTATED
  public typealias UpdateCompletion = @MainActor @Sendable (Bool) -> Void
#else
  public typealias UpdateCompletion = (Bool) -> Void
#endif

// https://developer.apple.com/documentation/foundation/nsindexpath/item (not on watchOS)
extension IndexPath {
  public init(item: Int, section: Int) { self = [section, item] }
  public init(row: Int, section: Int) { self = [section, row] }
  public var section: Int { self[0] }
  public var item: Int { self[1] }
  public var row: Int { self[1] }
}

// https://developer.apple.com/documentation/uikit/uiresponder
@MainActor open class UIResponder: NSObject {}

// https://developer.apple.com/documentation/uikit/uiview
@MainActor open class UIView: UIResponder {
  /// The calls so far.
  public var calls: [String] = []
  public override init() {}
  // https://developer.apple.com/documentation/uikit/uiview/init(frame:)
  public init(frame: CGRect) {}
  // https://developer.apple.com/documentation/uikit/uiview/addsubview(_:)
  open func addSubview(_ view: UIView) {}
  // https://developer.apple.com/documentation/uikit/uiview/removefromsuperview()
  open func removeFromSuperview() { isInWindow = false }
  // https://developer.apple.com/documentation/uikit/uiview/layoutifneeded()
  open func layoutIfNeeded() { calls.append("layoutIfNeeded") }
  /// Whether `window` has something; a stub of the test's.
  public var isInWindow = true
  // https://developer.apple.com/documentation/uikit/uiview/window
  open var window: UIWindow? { isInWindow ? UIWindow() : nil }
  // https://developer.apple.com/documentation/uikit/uiview/areanimationsenabled
  public private(set) static var areAnimationsEnabled = true
  // https://developer.apple.com/documentation/uikit/uiview/setanimationsenabled(_:)
  public class func setAnimationsEnabled(_ enabled: Bool) { areAnimationsEnabled = enabled }
  // https://developer.apple.com/documentation/uikit/uiview/performwithoutanimation(_:)
  public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    areAnimationsEnabled = false
    actionsWithoutAnimation()
    areAnimationsEnabled = true
  }
  // https://developer.apple.com/documentation/objectivec/nsobject-swift.class/isaccessibilityelement
  open var isAccessibilityElement = false
  // https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilitylabel
  open var accessibilityLabel: String?
}

// MARK: - Accessibility

// https://developer.apple.com/documentation/uikit/uiaccessibility
@MainActor public enum UIAccessibility {
  public struct Notification: Sendable {
    // https://developer.apple.com/documentation/uikit/uiaccessibility/notification/announcement
    public static let announcement = Notification()
  }
  // https://developer.apple.com/documentation/uikit/uiaccessibility/post(notification:argument:)
  public static func post(notification: UIAccessibility.Notification, argument: Any?) {}
  // https://developer.apple.com/documentation/uikit/uiaccessibility/isreducemotionenabled
  public static var isReduceMotionEnabled: Bool { false }
}

// https://developer.apple.com/documentation/uikit/uiwindow
@MainActor open class UIWindow: UIView {}

// https://developer.apple.com/documentation/uikit/uiscrollview
@MainActor open class UIScrollView: UIView {
  // https://developer.apple.com/documentation/uikit/uiscrollview/contentoffset
  open var contentOffset: CGPoint = .zero { didSet { calls.append("scroll \(contentOffset.y)") } }
}

// https://developer.apple.com/documentation/uikit/uiviewcontroller
@MainActor open class UIViewController: UIResponder {
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}
  public required init?(coder: NSCoder) {}
  public override convenience init() { self.init(nibName: nil, bundle: nil) }
  open var view: UIView! = UIView()
  open func viewDidLoad() {}
}

// MARK: - Collection view

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

// https://developer.apple.com/documentation/uikit/uidragsession
@MainActor public protocol UIDragSession: NSObjectProtocol {}

// https://developer.apple.com/documentation/uikit/uidragitem
@MainActor open class UIDragItem: NSObject {
  // https://developer.apple.com/documentation/uikit/uidragitem/init(itemprovider:)
  public init(itemProvider: NSItemProvider) {}
}

// https://developer.apple.com/documentation/uikit/uicollectionviewdragdelegate
@MainActor public protocol UICollectionViewDragDelegate: NSObjectProtocol {
  func collectionView(
    _ collectionView: UICollectionView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem]
  func collectionView(_ collectionView: UICollectionView, dragSessionWillBegin session: any UIDragSession)
}

extension UICollectionViewDragDelegate {
  public func collectionView(_ collectionView: UICollectionView, dragSessionWillBegin session: any UIDragSession) {}
}

// https://developer.apple.com/documentation/uikit/uicollectionviewdelegate
@MainActor public protocol UICollectionViewDelegate: NSObjectProtocol {
  func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath)
}

extension UICollectionViewDelegate {
  public func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {}
}

// https://developer.apple.com/documentation/uikit/uicollectionreusableview
@MainActor open class UICollectionReusableView: UIView {}

// https://developer.apple.com/documentation/uikit/uicollectionviewcell
@MainActor open class UICollectionViewCell: UICollectionReusableView {}

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

// MARK: - Table view

// https://developer.apple.com/documentation/uikit/uitableviewdatasource
@MainActor public protocol UITableViewDataSource: NSObjectProtocol {
  func numberOfSections(in tableView: UITableView) -> Int
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
}

// https://developer.apple.com/documentation/uikit/uicontentconfiguration
public protocol UIContentConfiguration {}

// https://developer.apple.com/documentation/uikit/uilistcontentconfiguration
public struct UIListContentConfiguration: UIContentConfiguration {
  public var text: String?
  public var secondaryText: String?
}

// https://developer.apple.com/documentation/uikit/uitableviewcell
@MainActor open class UITableViewCell: UIView {
  open func defaultContentConfiguration() -> UIListContentConfiguration { UIListContentConfiguration() }
  open var contentConfiguration: (any UIContentConfiguration)?
}

// https://developer.apple.com/documentation/uikit/uitableviewheaderfooterview
@MainActor open class UITableViewHeaderFooterView: UIView {
  open func defaultContentConfiguration() -> UIListContentConfiguration { UIListContentConfiguration() }
  open var contentConfiguration: (any UIContentConfiguration)?
}

// https://developer.apple.com/documentation/uikit/uitableview, each method at its own name below it
@MainActor open class UITableView: UIScrollView {
  public enum Style: Int, Sendable { case plain, grouped, insetGrouped }
  public override init() { super.init() }
  public init(frame: CGRect, style: UITableView.Style) { super.init() }
  public enum RowAnimation: Int, Sendable { case fade, right, left, top, bottom, none, middle, automatic = 100 }

  private let counter = StubListCounter()
  open weak var dataSource: (any UITableViewDataSource)? {
    didSet {
      counter.read = { [weak self] in
        guard let self, let dataSource else { return nil }
        return (0..<dataSource.numberOfSections(in: self)).map { dataSource.tableView(self, numberOfRowsInSection: $0) }
      }
    }
  }
  open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {}
  open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? { nil }
  open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
    UITableViewCell()
  }
  open func reloadData() {
    calls.append("reloadData")
    counter.reload()
  }
  open var numberOfSections: Int {
    calls.append("numberOfSections")
    return counter.counts.count
  }
  open func numberOfRows(inSection section: Int) -> Int { counter.counts[section] }
  open func insertSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    calls.append("insertSections \(text(sections))\(text(animation))")
    counter.insert(sections)
  }
  open func deleteSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    calls.append("deleteSections \(text(sections))\(text(animation))")
    counter.delete(sections)
  }
  open func moveSection(_ section: Int, toSection newSection: Int) {
    calls.append("moveSection \(text(section)) \(text(newSection))")
    counter.move(section, newSection)
  }
  open func reloadSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    calls.append("reloadSections \(text(sections))\(text(animation))")
    counter.reload(sections)
  }
  open func insertRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    calls.append("insertRows \(text(indexPaths))\(text(animation))")
    counter.insert(indexPaths)
  }
  open func deleteRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    calls.append("deleteRows \(text(indexPaths))\(text(animation))")
    counter.delete(indexPaths)
  }
  open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    calls.append("moveRow \(text(indexPath)) \(text(newIndexPath))")
    counter.delete([indexPath])
    counter.insert([newIndexPath])
  }
  /// A stub of the test's: each row is 10 high.
  open var indexPathsForVisibleRows: [IndexPath]?
  open func rectForRow(at indexPath: IndexPath) -> CGRect {
    CGRect(x: 0, y: Double(indexPath.row) * 10, width: 10, height: 10)
  }
  open func reloadRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    calls.append("reloadRows \(text(indexPaths))\(text(animation))")
  }
  open func reconfigureRows(at indexPaths: [IndexPath]) { calls.append("reconfigureRows \(text(indexPaths))") }
  open func performBatchUpdates(_ updates: (() -> Void)?, completion: UpdateCompletion? = nil) {
    calls.append(UIView.areAnimationsEnabled ? "open" : "open unanimated")
    counter.perform { updates?() }
    calls.append("close")
    completion?(true)
  }
}

// https://developer.apple.com/documentation/uikit/uitableviewcontroller
@MainActor open class UITableViewController: UIViewController, UITableViewDataSource {
  open var tableView: UITableView! = UITableView()
  open var refreshControl: UIRefreshControl?
  open func numberOfSections(in tableView: UITableView) -> Int { 1 }
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
  open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    UITableViewCell()
  }
  open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
}

// MARK: - Controls

public typealias UIActionHandler = (UIAction) -> Void

// https://developer.apple.com/documentation/uikit/uiaction
@MainActor open class UIAction: NSObject {
  public convenience init(title: String = "", handler: @escaping UIActionHandler) { self.init() }
}

// https://developer.apple.com/documentation/uikit/uicontrol
@MainActor open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let valueChanged = Event(rawValue: 1 << 12)
  }
  open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {}
}

// https://developer.apple.com/documentation/uikit/uirefreshcontrol
@MainActor open class UIRefreshControl: UIControl {
  open func endRefreshing() {}
}

private func text(_ sections: IndexSet) -> String { text(Array(sections)) }
private func text(_ indexPaths: [IndexPath]) -> String { text(indexPaths.map { text($0) }) }
private func text(_ indexPaths: Set<IndexPath>) -> String { text(indexPaths.sorted()) }
private func text(_ indexPath: IndexPath) -> String { "\(indexPath.section)-\(indexPath.item)" }
private func text(_ places: [some Any]) -> String { places.map { "\($0)" }.joined(separator: ",") }
private func text(_ section: Int) -> String { "\(section)" }
private func text(_ animation: UITableView.RowAnimation) -> String { animation == .automatic ? "" : " \(animation)" }
