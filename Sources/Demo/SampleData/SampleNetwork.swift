import Reactive
import ViewModels

/// A connection whose changes are planned.
package final class SampleNetwork: ConnectivityMonitor {
  package init() {}

  private let subject = CurrentValueSubject<Connectivity, Never>(.unknown)

  package var states: AnyPublisher<Connectivity, Never> { subject.eraseToAnyPublisher() }
  /// The state for requests. A banner shows it later, when it has settled.
  package var state: Connectivity { subject.value }

  /// Sets each state after its delay.
  @MainActor
  package func follow(_ states: [(milliseconds: Int, state: Connectivity)], in time: any SampleTime) {
    for (milliseconds, state) in states {
      time.after(milliseconds, tieBreak: TieBreak.network) { [subject] in subject.value = state }
    }
  }

  /// - Throws: The error of a request without a connection.
  package func check(host: String) throws {
    if state == .lost { throw ServiceError(.unreachable(.offline), host: host) }
  }
}
