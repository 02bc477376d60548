// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The signatures of UIKit that this package and its README use, written down by hand, so that Linux can type-check
// both. The methods only note that they were called. ANNOTATED gives completion closures the annotations of newer
// SDKs.
@_exported import AppleFoundation

#if ANNOTATED
  public typealias UpdateCompletion = @MainActor @Sendable (Bool) -> Void
#else
  public typealias UpdateCompletion = (Bool) -> Void
#endif

extension IndexPath {
  public init(item: Int, section: Int) { self = [section, item] }
  public init(row: Int, section: Int) { self = [section, row] }
  public var section: Int { self[0] }
  public var item: Int { self[1] }
  public var row: Int { self[1] }
}

@MainActor open class UIResponder: NSObject {}

@MainActor open class UIView: UIResponder {
  /// The calls so far.
  public var calls: [String] = []
  public override init() {}
  open func layoutIfNeeded() { calls.append("layoutIfNeeded") }
  /// Whether `window` has something; a stub of the test's.
  public var isInWindow = true
  // https://developer.apple.com/documentation/uikit/uiview/window
  open var window: UIWindow? { isInWindow ? UIWindow() : nil }
  // https://developer.apple.com/documentation/uikit/uiview/areanimationsenabled
  public private(set) static var areAnimationsEnabled = true
  // https://developer.apple.com/documentation/uikit/uiview/performwithoutanimation(_:)
  public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    areAnimationsEnabled = false
    actionsWithoutAnimation()
    areAnimationsEnabled = true
  }
}

@MainActor open class UIWindow: UIView {}

@MainActor open class UIScrollView: UIView {}

@MainActor open class UIViewController: UIResponder {
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}
  public required init?(coder: NSCoder) {}
  public override convenience init() { self.init(nibName: nil, bundle: nil) }
  open var view: UIView! = UIView()
  open func viewDidLoad() {}
}

// MARK: - Collection view

@MainActor public protocol UICollectionViewDataSource: NSObjectProtocol {
  func numberOfSections(in collectionView: UICollectionView) -> Int
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
}

@MainActor public protocol UICollectionViewDelegate: NSObjectProtocol {
  func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath)
}

extension UICollectionViewDelegate {
  public func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {}
}

@MainActor open class UICollectionViewCell: UIView {}

@MainActor open class UICollectionView: UIScrollView {
  open weak var dataSource: (any UICollectionViewDataSource)?
  open weak var delegate: (any UICollectionViewDelegate)?
  open func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath)
    -> UICollectionViewCell
  { UICollectionViewCell() }
  open func reloadData() { calls.append("reloadData") }
  open var numberOfSections: Int {
    calls.append("numberOfSections")
    return 0
  }
  open func numberOfItems(inSection section: Int) -> Int { 0 }
  open func insertSections(_ sections: IndexSet) { calls.append("insertSections \(text(sections))") }
  open func deleteSections(_ sections: IndexSet) { calls.append("deleteSections \(text(sections))") }
  open func moveSection(_ section: Int, toSection newSection: Int) {
    calls.append("moveSection \(text(section)) \(text(newSection))")
  }
  open func reloadSections(_ sections: IndexSet) { calls.append("reloadSections \(text(sections))") }
  open func insertItems(at indexPaths: [IndexPath]) { calls.append("insertItems \(text(indexPaths))") }
  open func deleteItems(at indexPaths: [IndexPath]) { calls.append("deleteItems \(text(indexPaths))") }
  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    calls.append("moveItem \(text(indexPath)) \(text(newIndexPath))")
  }
  open func reloadItems(at indexPaths: [IndexPath]) { calls.append("reloadItems \(text(indexPaths))") }
  open func reconfigureItems(at indexPaths: [IndexPath]) { calls.append("reconfigureItems \(text(indexPaths))") }
  open func performBatchUpdates(_ updates: (() -> Void)?, completion: UpdateCompletion? = nil) {
    calls.append(UIView.areAnimationsEnabled ? "open" : "open unanimated")
    updates?()
    calls.append("close")
    completion?(true)
  }
}

#if ANNOTATED
  public typealias ApplyCompletion = @MainActor @Sendable () -> Void
#else
  public typealias ApplyCompletion = () -> Void
#endif

public struct NSDiffableDataSourceSnapshot<SectionID: Hashable & Sendable, Item: Hashable & Sendable> {
  public init() {}
  public mutating func appendSections(_ identifiers: [SectionID]) {}
  public mutating func reloadSections(_ identifiers: [SectionID]) {}
  public mutating func appendItems(_ identifiers: [Item], toSection sectionIdentifier: SectionID? = nil) {}
}

@MainActor
open class UICollectionViewDiffableDataSource<SectionID: Hashable & Sendable, Item: Hashable & Sendable>:
  NSObject
{
  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionID, Item>, animatingDifferences: Bool = true,
    completion: ApplyCompletion? = nil
  ) { completion?() }
}

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
}

// MARK: - Table view

@MainActor public protocol UITableViewDataSource: NSObjectProtocol {
  func numberOfSections(in tableView: UITableView) -> Int
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
}

public protocol UIContentConfiguration {}

public struct UIListContentConfiguration: UIContentConfiguration {
  public var text: String?
  public var secondaryText: String?
}

@MainActor open class UITableViewCell: UIView {
  open func defaultContentConfiguration() -> UIListContentConfiguration { UIListContentConfiguration() }
  open var contentConfiguration: (any UIContentConfiguration)?
}

@MainActor open class UITableViewHeaderFooterView: UIView {
  open func defaultContentConfiguration() -> UIListContentConfiguration { UIListContentConfiguration() }
  open var contentConfiguration: (any UIContentConfiguration)?
}

@MainActor open class UITableView: UIScrollView {
  public enum RowAnimation: Int, Sendable { case fade, right, left, top, bottom, none, middle, automatic = 100 }

  open weak var dataSource: (any UITableViewDataSource)?
  open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {}
  open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? { nil }
  open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
    UITableViewCell()
  }
  open func reloadData() { calls.append("reloadData") }
  open var numberOfSections: Int {
    calls.append("numberOfSections")
    return 0
  }
  open func numberOfRows(inSection section: Int) -> Int { 0 }
  open func insertSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    calls.append("insertSections \(text(sections))")
  }
  open func deleteSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    calls.append("deleteSections \(text(sections))")
  }
  open func moveSection(_ section: Int, toSection newSection: Int) {
    calls.append("moveSection \(text(section)) \(text(newSection))")
  }
  open func reloadSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    calls.append("reloadSections \(text(sections))")
  }
  open func insertRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    calls.append("insertRows \(text(indexPaths))")
  }
  open func deleteRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    calls.append("deleteRows \(text(indexPaths))")
  }
  open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    calls.append("moveRow \(text(indexPath)) \(text(newIndexPath))")
  }
  open func reloadRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    calls.append("reloadRows \(text(indexPaths))")
  }
  open func reconfigureRows(at indexPaths: [IndexPath]) { calls.append("reconfigureRows \(text(indexPaths))") }
  open func performBatchUpdates(_ updates: (() -> Void)?, completion: UpdateCompletion? = nil) {
    calls.append(UIView.areAnimationsEnabled ? "open" : "open unanimated")
    updates?()
    calls.append("close")
    completion?(true)
  }
}

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

@MainActor open class UIAction: NSObject {
  public convenience init(title: String = "", handler: @escaping UIActionHandler) { self.init() }
}

@MainActor open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let valueChanged = Event(rawValue: 1 << 12)
  }
  open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {}
}

@MainActor open class UIRefreshControl: UIControl {
  open func endRefreshing() {}
}

private func text(_ sections: IndexSet) -> String { text(Array(sections)) }
private func text(_ indexPaths: [IndexPath]) -> String { text(indexPaths.map { text($0) }) }
private func text(_ indexPaths: Set<IndexPath>) -> String { text(indexPaths.sorted()) }
private func text(_ indexPath: IndexPath) -> String { "\(indexPath.section)-\(indexPath.item)" }
private func text(_ places: [some Any]) -> String { places.map { "\($0)" }.joined(separator: ",") }
private func text(_ section: Int) -> String { "\(section)" }
