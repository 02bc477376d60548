import Reactive
import ViewModels

/// A connection whose changes are planned.
final class SampleNetwork: ConnectivityMonitor {
  private let subject = CurrentValueSubject<Connectivity, Never>(.unknown)

  var states: AnyPublisher<Connectivity, Never> { subject.eraseToAnyPublisher() }
  /// The state for requests. A banner shows it later, when it has settled.
  var state: Connectivity { subject.value }

  /// Sets each state after its delay.
  @MainActor
  func follow(_ states: [(milliseconds: Int, state: Connectivity)], in time: any DemoTime) {
    for (milliseconds, state) in states {
      time.after(milliseconds, tieBreak: TieBreak.network) { [subject] in subject.value = state }
    }
  }

  /// - Throws: the error of a request without a connection.
  func check(host: String) throws {
    if state == .lost { throw ServiceError(.unreachable(.offline), host: host) }
  }
}
