#if canImport(UIKit) && !os(watchOS)
  import UIKit

  import ListTesting
  import ListViewModelsTestSupport

  @testable import ListEngine

  enum RealKind: CaseIterable {
    case collectionView, tableView

    @MainActor func make() -> any RealListView {
      switch self {
      case .collectionView: RealCollectionView(ListFixture([]))
      case .tableView: RealTableView(ListFixture([]))
      }
    }
  }

  private let frame = CGRect(x: 0, y: 0, width: 400, height: 600)

  final class RealCollectionView: NSObject, RealListView, UICollectionViewDataSource {
    let model: ListFixture
    private let collectionView: UICollectionView
    private let window = UIWindow(frame: frame)

    init(_ model: ListFixture) {
      self.model = model
      let layout = UICollectionViewFlowLayout()
      layout.itemSize = CGSize(width: 100, height: 20)
      collectionView = UICollectionView(frame: frame, collectionViewLayout: layout)
      collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
      super.init()
      collectionView.dataSource = self
      window.addSubview(collectionView)
    }

    var listView: any BatchUpdating { collectionView }

    var counts: [Int] {
      (0..<collectionView.numberOfSections).map { collectionView.numberOfItems(inSection: $0) }
    }

    func leaveWindow() { collectionView.removeFromSuperview() }

    func numberOfSections(in _: UICollectionView) -> Int { model.numberOfSections }

    func collectionView(_: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      model.numberOfItems(inSection: section)
    }

    func collectionView(_ view: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
      view.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
    }
  }

  final class RealTableView: NSObject, RealListView, UITableViewDataSource {
    let model: ListFixture
    private let tableView = UITableView(frame: frame, style: .plain)
    private let window = UIWindow(frame: frame)

    init(_ model: ListFixture) {
      self.model = model
      super.init()
      tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
      tableView.dataSource = self
      window.addSubview(tableView)
    }

    var listView: any BatchUpdating { tableView }

    var counts: [Int] { (0..<tableView.numberOfSections).map { tableView.numberOfRows(inSection: $0) } }

    func leaveWindow() { tableView.removeFromSuperview() }

    func numberOfSections(in _: UITableView) -> Int { model.numberOfSections }

    func tableView(_: UITableView, numberOfRowsInSection section: Int) -> Int {
      model.numberOfItems(inSection: section)
    }

    func tableView(_ view: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      view.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    }
  }
#endif
