extension ListView {
  /// Performs an update that makes its change once and calls back once, whatever the view does with its two closures.
  ///
  /// - Parameters:
  ///   - animated: whether the view may animate.
  ///   - make: makes the change, inside the view's update; after it if the view has not asked by then.
  ///   - whenOver: called when the animation is over; before this returns if there is nothing to show, so that an
  ///     empty change takes no time.
  /// - Returns: false if the view has not asked for the change. Its counts are stale then.
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
