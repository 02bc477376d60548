import Reactive
import ViewModels

/// A connection that comes and goes as it was told to beforehand.
final class SampleNetwork: ConnectivityMonitor {
  private let subject = CurrentValueSubject<Connectivity, Never>(.unknown)

  var states: AnyPublisher<Connectivity, Never> { subject.eraseToAnyPublisher() }
  /// What requests find, however long a banner waits until that has settled.
  var state: Connectivity { subject.value }

  /// Takes on each state after so many milliseconds.
  @MainActor
  func follow(_ states: [(milliseconds: Int, state: Connectivity)], in time: any DemoTime) {
    for (milliseconds, state) in states {
      time.after(milliseconds, tieBreak: TieBreak.network) { [subject] in subject.value = state }
    }
  }

  /// - Throws: what a request fails with while there is no connection.
  func check(host: String) throws {
    if state == .lost { throw ServiceError(.unreachable("no route to host"), host: host) }
  }
}
