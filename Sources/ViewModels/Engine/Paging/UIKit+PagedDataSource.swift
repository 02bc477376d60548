#if canImport(UIKit) && !os(watchOS)
  import UIKit

  /// A data source for a collection view that shows a view model: cells, headers, the next page, and moves.
  ///
  /// ```swift
  /// let dataSource = PagedCollectionDataSource(viewModel) { view, indexPath, row in
  ///   view.dequeueConfiguredReusableCell(using: registration, for: indexPath, item: row)
  /// }
  /// dataSource.configureHeaders(of: collectionView) { (header: TitleView, section) in header.show(section) }
  /// dataSource.bind(to: collectionView)
  /// ```
  /// Keep it: the collection view does not hold it. A drag delegate says when a drag begins, in
  /// `collectionView(_:dragSessionWillBegin:)`; see ``PagedDataSource/interactionBegins()``.
  open class PagedCollectionDataSource<
    SectionID: Hashable & Sendable, Element: Identifiable & Equatable & Sendable
  >: PagedDataSource<SectionID, Element, UICollectionView, UICollectionViewCell>, UICollectionViewDataSource,
    UICollectionViewDataSourcePrefetching
  where Element.ID: Sendable {
    private var configureHeader: [String: @MainActor (UICollectionReusableView, SectionID) -> Void] = [:]

    /// Becomes the view's data source and binds it.
    open override func bind(to view: UICollectionView, animated: Bool = true) {
      view.dataSource = self
      view.prefetchDataSource = self
      super.bind(to: view, animated: animated)
    }

    /// Shows supplementary views of a class, configured when they appear and again when their section's state or count has
    /// changed.
    public func configureHeaders<Header: UICollectionReusableView>(
      of view: UICollectionView, kind: String = UICollectionView.elementKindSectionHeader,
      _ configure: @escaping @MainActor (Header, SectionID) -> Void
    ) {
      view.register(Header.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: kind)
      configureHeader[kind] = { if let header = $0 as? Header { configure(header, $1) } }
    }

    open override func sectionHasChanged(_ section: SectionID, at position: Int) {
      for (kind, configure) in configureHeader {
        let header = view?.supplementaryView(forElementKind: kind, at: IndexPath(item: 0, section: position))
        if let header { configure(header, section) }
      }
    }

    open override func isInteracting(_ view: UICollectionView) -> Bool {
      #if !os(tvOS)
        if view.hasActiveDrag { return true }
      #endif
      return view.hasUncommittedUpdates
    }

    // MARK: - UICollectionViewDataSource

    public func numberOfSections(in _: UICollectionView) -> Int { numberOfSections }

    public func collectionView(_: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      numberOfItems(inSection: section)
    }

    public func collectionView(_ view: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
      cell(in: view, at: indexPath)
    }

    public func collectionView(
      _ view: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
      let header = view.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: kind, for: indexPath)
      if let section = sectionOfHeader(at: indexPath.section) { configureHeader[kind]?(header, section) }
      return header
    }

    public func collectionView(_: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
      canMove(at: indexPath)
    }

    public func collectionView(_ view: UICollectionView, moveItemAt source: IndexPath, to destination: IndexPath) {
      move(from: source, to: destination, in: view)
    }

    // MARK: - UICollectionViewDataSourcePrefetching

    public func collectionView(_: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
      prefetch(at: indexPaths)
    }

    public func collectionView(_: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
      cancelPrefetching(at: indexPaths)
    }
  }
#endif
