#if canImport(UIKit) && !os(watchOS)
  import UIKit

  import ListTesting
  import ListViewModelsTestSupport
  import Testing

  @testable import ListEngine

  @MainActor
  @Suite("A ready data source of a collection view")
  struct CollectionDataSourceTests {
    private final class Source: PagedCollectionDataSource<String, TestItem> {
      override func canMove(_ item: TestItem) -> Bool { true }
    }

    /// A view without a size, so that nobody but a test asks for cells and headers.
    private final class HeldView: UICollectionView {
      var isHeld = false
      override var hasUncommittedUpdates: Bool { isHeld }

      private let header = UICollectionReusableView()
      override func dequeueReusableSupplementaryView(
        ofKind _: String, withReuseIdentifier _: String, for _: IndexPath
      ) -> UICollectionReusableView { header }
      override func supplementaryView(forElementKind _: String, at indexPath: IndexPath) -> UICollectionReusableView? {
        indexPath == [0, 0] ? header : nil
      }
    }

    private let list = PagedList<String, TestItem>(sections: ["a"]) { _, _ in Page(items: [], isLast: true) }
    private let source: Source
    private let view = HeldView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())

    init() {
      list.edit { $0.append((0..<3).map { TestItem($0) }, to: "a") }
      source = Source(list) { _, _, row in
        let cell = UICollectionViewCell()
        if case .item(let item) = row { cell.accessibilityLabel = "\(item.id)" }
        return cell
      }
    }

    @Test("it is the view's data source and binds it; cells are the rows'")
    func cells() {
      source.bind(to: view)
      #expect(view.dataSource === source && view.prefetchDataSource === source)
      #expect(view.numberOfSections == 1 && view.numberOfItems(inSection: 0) == 3)
      #expect(source.collectionView(view, cellForItemAt: [0, 1]).accessibilityLabel == "1")
      list.edit { $0.append([TestItem(3)], to: "a") }
      #expect(view.numberOfItems(inSection: 0) == 4)
    }

    @Test("headers are configured when they appear, and again when the count changes")
    func headers() {
      var told: [String] = []
      source.configureHeaders(of: view) { [list] (_: UICollectionReusableView, section) in
        told.append("\(section) \(list.numberOfItems(in: section))")
      }
      source.bind(to: view)
      _ = source.collectionView(
        view, viewForSupplementaryElementOfKind: UICollectionView.elementKindSectionHeader, at: [0, 0])
      #expect(told == ["a 3"])
      list.edit { $0.append([TestItem(3)], to: "a") }
      #expect(told == ["a 3", "a 4"])
    }

    @Test("uncommitted updates pause the gate; a move of the view is taken over")
    func moves() async {
      let clock = TestClock()
      list.clock = clock
      source.bind(to: view)
      view.isHeld = true
      #expect(source.collectionView(view, canMoveItemAt: [0, 0]))
      await clock.sleeper(until: .milliseconds(100))
      list.edit { $0.append([TestItem(3)], to: "a") }
      source.collectionView(view, moveItemAt: [0, 0], to: [0, 2])
      #expect(list.items(in: "a").map(\.id) == [1, 2, 0])
      view.isHeld = false
      clock.advance(by: .milliseconds(100))
      await list.idle()
      #expect(list.items(in: "a").map(\.id) == [1, 2, 0, 3])
    }
  }
#endif
