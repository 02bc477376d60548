/// What a list view must be able to do to be bound to a view model.
///
/// The package ships conformances for `UICollectionView`, `UITableView`, `NSCollectionView` and ``StrictListView``.
/// <doc:BindingAFrontEnd> has one that prints.
@MainActor
public protocol ListView: AnyObject {
  /// Reloads everything and counts sections and items again before returning.
  func reloadAndCount()

  /// Opens an update, calls `commit` exactly once inside it, tells the list what the returned update says, and calls
  /// `completion` when the animation is over.
  ///
  /// - Parameters:
  ///   - commit: makes the change to the model and says what it was; nil if there is nothing to do any more. It must
  ///     be called before this method returns.
  ///   - completion: may be called late, or twice; a completion that is dropped uncalled counts as called.
  func performUpdate(
    _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void)
}
