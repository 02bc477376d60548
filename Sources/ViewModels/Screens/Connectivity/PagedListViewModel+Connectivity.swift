import Foundation
import Reactive

extension PagedListViewModel {
  /// Retries what failed for lack of a connection, sections and the list of sections, each time the connection returns, also
  /// from a loss that is too short to be shown.
  ///
  /// That is what failed with the connection errors of ``ServiceError`` or of `URLError`, or with a time limit.
  ///
  /// A section whose load started before the connection returned and fails afterwards stays failed until the next
  /// return.
  /// - Returns: A token. Keep it: releasing it ends the retries.
  public func retryWhenConnected(_ connectivity: ConnectivityViewModel) -> AnyCancellable {
    connectivity.settled.sink { [weak pages] state in
      guard state.isConnected, let pages else { return }
      for section in pages.sections where pages.state(of: section).isForLackOfConnection { pages.retry(section) }
      if pages.sectionsState.error?.isConnectionFailure == true { pages.retrySections() }
    }
  }
}

extension LoadState {
  /// Whether a page that a retry would begin with has failed so: the first one, or else one of either end.
  fileprivate var isForLackOfConnection: Bool {
    let failures = refresh.error.map { [$0] } ?? [append.error, prepend.error].compactMap { $0 }
    return failures.contains(where: \.isConnectionFailure)
  }
}

extension LoadError {
  /// Whether there was no connection, or it broke. A time limit counts too: that is how a radio that goes away fails.
  fileprivate var isConnectionFailure: Bool {
    if case .timedOut = self { return true }
    guard case .service(let error) = self else { return false }
    switch (error as? ServiceError)?.kind {
    case .unreachable(.notSecure), .refused, .unreadable, .tooLarge, .unsafeRedirect, .badConfiguration: return false
    case .unreachable, .connectionLost, .timedOut: return true
    case nil: return (error as? URLError).map { Self.connectionFailures.contains($0.code) } ?? false
    }
  }

  private static let connectionFailures: Set<URLError.Code> = [
    .notConnectedToInternet, .networkConnectionLost, .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .timedOut,
    .internationalRoamingOff, .callIsActive, .dataNotAllowed,
  ]
}
