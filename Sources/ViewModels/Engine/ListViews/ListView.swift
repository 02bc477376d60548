/// Answers a list view's two questions about counts. Every list screen of this package conforms.
///
/// A list view asks often, for all sections at once, and in the middle of an update. So answer at once, from the model
/// as it is.
@MainActor
public protocol ListDataSource: AnyObject {
  /// The number of sections.
  var numberOfSections: Int { get }
  /// Returns the number of items in the section at this position.
  func numberOfItems(inSection section: Int) -> Int
}

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
  ///   - animated: Whether to animate. It is false while more changes wait behind this one: data never waits for
  ///     decoration. Call `completion` without delay then.
  ///   - commit: Makes the change to the model and returns what it was; nil if there is nothing to do any more. Call it
  ///     before this method returns. After nil the change is over, and `completion` does nothing.
  ///   - completion: May be called late, or twice; a completion that is dropped uncalled counts as called.
  func performUpdate(
    animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void)
}

extension ListView {
  /// Performs an update that makes its change once and calls back once, whatever the view does with its two closures.
  ///
  /// - Parameters:
  ///   - animated: Whether the view may animate.
  ///   - make: Makes the change, inside the view's update; after it if the view has not asked by then.
  ///   - whenOver: Called when the animation is over; before this returns if there is nothing to show, so that an
  ///     empty change takes no time.
  /// - Returns: False if the view has not asked for the change. Its counts are stale then.
  func performUpdateOnce(
    animated: Bool, _ make: @escaping @MainActor () -> ListUpdate?, whenOver: @escaping @MainActor () -> Void
  ) -> Bool {
    let over = OnceCallback(whenOver)
    // Views that keep a closure keep nothing in it: what it has run is gone from it.
    var make: (@MainActor () -> ListUpdate?)? = make
    var isEmpty = true
    performUpdate(animated: animated) {
      guard let update = make.take()?(), !update.isEmpty else { return nil }
      isEmpty = false
      return update
    } completion: {
      over()
    }
    if let make = make.take() {
      _ = make()
      return false
    }
    if isEmpty { over() }
    return true
  }
}
