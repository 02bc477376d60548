import Reactive
import UIKit
import ViewModels

/// A screen as an app writes it, bound with one line.
final class MoviesViewController: UIViewController, UICollectionViewDataSource, UICollectionViewDelegate {
  private let viewModel: MoviesViewModel
  private let collectionView = UICollectionView()
  private var cancellables: [AnyCancellable] = []

  init(viewModel: MoviesViewModel) {
    self.viewModel = viewModel
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    collectionView.dataSource = self
    collectionView.delegate = self
    cancellables.append(viewModel.bind(to: collectionView))
  }

  /// The same without binding: the view has counted before the first event.
  func insertByHand() {
    collectionView.reloadData()
    collectionView.layoutIfNeeded()
    cancellables.append(
      viewModel.insertions.sink { [weak self] _, indexPaths in self?.collectionView.insertItems(at: indexPaths) })
  }

  func numberOfSections(in collectionView: UICollectionView) -> Int { viewModel.numberOfSections }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    viewModel.numberOfItems(inSection: section)
  }

  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
    _ = viewModel.item(at: indexPath)
    return collectionView.dequeueReusableCell(withReuseIdentifier: "movie", for: indexPath)
  }

  func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {
    viewModel.willDisplay(indexPath)
  }
}
