// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Table views.
@_exported import AppleFoundation

// https://developer.apple.com/documentation/uikit/uitableviewdatasource
@MainActor public protocol UITableViewDataSource: NSObjectProtocol {
  func numberOfSections(in tableView: UITableView) -> Int
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
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
