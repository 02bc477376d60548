import Reactive

extension PagedListViewModel {
  /// Retries what failed for lack of a connection, sections and the list of sections, each time the connection returns.
  ///
  /// A section whose load started before the connection returned and fails afterwards stays failed until the next
  /// return.
  /// - Returns: A token. Keep it: releasing it ends the retries.
  public func retryWhenConnected(_ connectivity: ConnectivityViewModel) -> AnyCancellable {
    connectivity.changes.sink { [weak pages] state in
      guard state.isConnected, let pages else { return }
      for section in pages.items.sections where pages.state(of: section).error?.isConnectionFailure == true {
        pages.retry(section)
      }
      if pages.sectionsState.error?.isConnectionFailure == true { pages.retrySections() }
    }
  }
}

extension LoadError {
  /// Whether there was no connection, or it broke. A time limit counts too: that is how a radio that goes away fails.
  fileprivate var isConnectionFailure: Bool {
    if case .timedOut = self { return true }
    guard case .service(let error as ServiceError) = self else { return false }
    switch error.kind {
    case .unreachable, .connectionLost, .timedOut: return true
    case .refused, .unreadable, .tooLarge, .unsafeRedirect, .badConfiguration: return false
    }
  }
}
