import Reactive

extension PagedListViewModel {
  /// Retries the sections that failed for want of a connection, once whenever there is one again.
  ///
  /// A section that fails after the connection has returned, having asked before, stays failed until the next return.
  /// - Returns: what ends it. Keep it: dropping it is cancelling.
  public func retryWhenConnected(_ connectivity: ConnectivityViewModel) -> AnyCancellable {
    connectivity.changes.sink { [weak pages] state in
      guard state.isConnected, let pages else { return }
      for section in pages.items.sections where pages.state(of: section).error?.isForWantOfConnection == true {
        pages.retry(section)
      }
    }
  }
}

extension LoadError {
  /// Whether there was no connection, or it broke. A time limit counts: a radio that goes away shows itself so.
  fileprivate var isForWantOfConnection: Bool {
    guard case .service(let error as ServiceError) = self else { return false }
    switch error.kind {
    case .unreachable, .connectionLost, .timedOut: return true
    case .refused, .unreadable, .tooLarge, .unsafeRedirect, .badConfiguration: return false
    }
  }
}
