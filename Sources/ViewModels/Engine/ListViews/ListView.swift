/// What a list view must be able to do to be bound to a view model.
///
/// The package ships conformances for `UICollectionView`, `UITableView`, `NSCollectionView` and `StrictListView`.
/// <doc:BindingAFrontEnd> has one that prints.
@MainActor
public protocol ListView: AnyObject {
  /// Reloads everything and counts sections and items again before returning.
  func reloadAndCount()

  /// Opens an update, calls `commit` once inside it, tells the list what the returned update says, and calls
  /// `completion` when the animation is over.
  ///
  /// - Parameters:
  ///   - animated: whether to animate. It is false while more changes wait behind this one: data never waits for
  ///     decoration. Call `completion` without delay then.
  ///   - commit: makes the change to the model and returns what it was; nil if there is nothing to do any more. Call it
  ///     before this method returns. After nil the change is over, and `completion` does nothing.
  ///   - completion: may be called late, or twice; a completion that is dropped uncalled counts as called.
  func performUpdate(
    animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void)
}
