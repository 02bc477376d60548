import SwiftUI
import UIKit
import ViewModels

struct Carousels: UIViewControllerRepresentable {
  let model: Model

  func makeUIViewController(context: Context) -> CarouselsController { CarouselsController(model: model) }
  func updateUIViewController(_ controller: CarouselsController, context: Context) {}
}

/// A carousel for each section. A tap deletes a movie or tries again, a drag moves it, pulling refreshes all.
final class CarouselsController: UICollectionViewController {
  private let model: Model
  private var movies: MoviesViewModel { model.movies }
  private var dataSource: PagedCollectionDataSource<MovieSection, Movie>!

  init(model: Model) {
    self.model = model
    super.init(collectionViewLayout: UICollectionViewCompositionalLayout(section: Self.carousel()))
    installsStandardGestureForInteractiveMovement = false  // a drag does it
  }

  required init?(coder: NSCoder) { nil }

  private static func carousel() -> NSCollectionLayoutSection {
    let card = NSCollectionLayoutSize(widthDimension: .absolute(160), heightDimension: .absolute(120))
    let title = NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(44))
    let section = NSCollectionLayoutSection(
      group: .horizontal(layoutSize: card, subitems: [NSCollectionLayoutItem(layoutSize: card)]))
    section.orthogonalScrollingBehavior = .continuous
    section.interGroupSpacing = 8
    section.boundarySupplementaryItems = [
      NSCollectionLayoutBoundarySupplementaryItem(
        layoutSize: title, elementKind: UICollectionView.elementKindSectionHeader, alignment: .top)
    ]
    return section
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    let cards = UICollectionView.CellRegistration<UICollectionViewCell, Row<Movie>> { cell, _, row in
      cell.contentConfiguration = Self.content(of: row)
    }
    dataSource = PagedCollectionDataSource(movies) { view, path, row in
      view.dequeueConfiguredReusableCell(using: cards, for: path, item: row)
    }
    dataSource.configureHeaders(of: collectionView) { [model] (header: UICollectionViewListCell, section) in
      var content = header.defaultContentConfiguration()
      content.text = model.title(of: section)
      header.contentConfiguration = content
    }
    collectionView.dragInteractionEnabled = true
    collectionView.dragDelegate = self
    collectionView.dropDelegate = self
    let refresh = UIRefreshControl()
    refresh.addAction(UIAction { [weak self] _ in self?.refresh() }, for: .valueChanged)
    collectionView.refreshControl = refresh

    movies.showStateRows([.loading, .failed])  // before binding: the view's first count has them
    dataSource.bind(to: collectionView)
    movies.loadFirstPages()
  }

  private static func content(of row: Row<Movie>) -> UIListContentConfiguration {
    var content = UIListContentConfiguration.cell()
    switch row {
    case .item(let movie): (content.text, content.secondaryText) = (movie.title, movie.releaseDate)
    case .failed: (content.text, content.secondaryText) = ("This could not be loaded.", "Tap to try again.")
    case .placeholder, .loading: content.text = "…"
    case .empty, .finished: content.text = "That is all."
    }
    return content
  }

  /// The spinner turns until these refreshes have ended; what is shown stays until then, and if they fail.
  private func refresh() {
    Task {
      _ = await movies.refreshAll().summary
      collectionView.refreshControl?.endRefreshing()
    }
  }

  override func collectionView(_ view: UICollectionView, didSelectItemAt path: IndexPath) {
    let section = movies.section(at: path.section)
    switch movies.row(at: path) {
    case .item(let movie): model.delete(movie, from: section)
    case .failed: movies.retry(section)
    case .placeholder, .loading, .empty, .finished: break
    }
  }
}

extension CarouselsController: UICollectionViewDragDelegate, UICollectionViewDropDelegate {
  func collectionView(_: UICollectionView, itemsForBeginning _: any UIDragSession, at path: IndexPath) -> [UIDragItem] {
    movies.item(at: path) == nil ? [] : [UIDragItem(itemProvider: NSItemProvider())]
  }

  /// Pages that come during the drag wait until the view is out of the user's hands.
  func collectionView(_: UICollectionView, dragSessionWillBegin _: any UIDragSession) { dataSource.interactionBegins() }

  func collectionView(
    _: UICollectionView, dropSessionDidUpdate session: any UIDropSession, withDestinationIndexPath _: IndexPath?
  ) -> UICollectionViewDropProposal {
    let isOwn = session.localDragSession != nil
    return UICollectionViewDropProposal(operation: isOwn ? .move : .forbidden, intent: .insertAtDestinationIndexPath)
  }

  /// Moves a movie within its carousel: an edit, which waits until the drag has ended.
  func collectionView(_: UICollectionView, performDropWith coordinator: any UICollectionViewDropCoordinator) {
    guard let source = coordinator.items.first?.sourceIndexPath, let movie = movies.item(at: source),
      let destination = coordinator.destinationIndexPath, destination.section == source.section
    else { return }
    let section = movies.section(at: source.section)
    movies.pages.edit { $0.move(movie.id, .offset(destination.item), in: section) }
  }
}
