import UIKit
import ViewModels

@MainActor
let listViews: [any ListView] = [UICollectionView(), UITableView()]

@MainActor
func insertByHand(into listView: UICollectionView, items: @escaping @MainActor () -> [IndexPath]) {
  listView.reloadAndCount()
  listView.performUpdate(animated: true) {
    .insert(items())
  } completion: {
    _ = listView.numberOfSections
  }
}
