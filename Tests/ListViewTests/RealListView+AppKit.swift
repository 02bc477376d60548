#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit

  import ListTesting
  import ListViewModelsTestSupport

  @testable import ListEngine

  enum RealKind: CaseIterable {
    case collectionView

    @MainActor func make() -> any RealListView { RealCollectionView(ListFixture([])) }
  }

  final class RealCollectionView: NSObject, RealListView, NSCollectionViewDataSource {
    private static let cell = NSUserInterfaceItemIdentifier("cell")
    let model: ListFixture
    private let collectionView: NSCollectionView
    private let window: NSWindow
    private let scrollView: NSScrollView

    init(_ model: ListFixture) {
      self.model = model
      _ = NSApplication.shared  // a window needs one
      let frame = NSRect(x: 0, y: 0, width: 400, height: 600)
      let layout = NSCollectionViewFlowLayout()
      layout.itemSize = NSSize(width: 100, height: 20)
      collectionView = NSCollectionView(frame: frame)
      collectionView.collectionViewLayout = layout
      collectionView.register(Cell.self, forItemWithIdentifier: Self.cell)
      window = NSWindow(contentRect: frame, styleMask: [], backing: .buffered, defer: false)
      window.isReleasedWhenClosed = false
      scrollView = NSScrollView(frame: frame)
      super.init()
      scrollView.documentView = collectionView
      window.contentView = scrollView
      collectionView.dataSource = self
    }

    var listView: any BatchUpdating { collectionView }

    var counts: [Int] {
      (0..<collectionView.numberOfSections).map { collectionView.numberOfItems(inSection: $0) }
    }

    func leaveWindow() { window.contentView = nil }

    func numberOfSections(in _: NSCollectionView) -> Int { model.numberOfSections }

    func collectionView(_: NSCollectionView, numberOfItemsInSection section: Int) -> Int {
      model.numberOfItems(inSection: section)
    }

    func collectionView(
      _ view: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
    ) -> NSCollectionViewItem {
      view.makeItem(withIdentifier: Self.cell, for: indexPath)
    }
  }

  /// An item without a nib file.
  private final class Cell: NSCollectionViewItem {
    override func loadView() { view = NSView() }
  }
#endif
