import Foundation
import Reactive

/// Tells what connects this device, as the system sees it, flaps included.
///
/// It never stops a request from being tried: what the system believes and what a server answers are two things.
/// - Note: Delivers everywhere. ``ConnectivityViewModel`` does the hop and waits until a state has settled.
public protocol ConnectivityMonitor: Sendable {
  /// The state, at once and whenever it has changed. Keep the monitor: it observes until it is let go of.
  var states: AnyPublisher<Connectivity, Never> { get }
}

/// Reads Linux's interfaces and routes at an interval.
///
/// Where the system has neither the state is unknown, never lost.
public final class RouteMonitor: ConnectivityMonitor {
  private let subject: CurrentValueSubject<Connectivity, Never>
  private let task: AnyCancellable

  /// A monitor that looks at this interval, until it is let go of.
  ///
  /// - Parameters:
  ///   - interval: from one look to the next.
  ///   - clock: waits between two looks.
  public convenience init(interval: Duration = .seconds(2), clock: any Clock<Duration> = ContinuousClock()) {
    self.init(interval: interval, clock: clock) { NetworkSnapshot.read() }
  }

  init(interval: Duration, clock: any Clock<Duration>, read: @escaping @Sendable () -> NetworkSnapshot) {
    let subject = CurrentValueSubject<Connectivity, Never>(.unknown)
    self.subject = subject
    let task = Task(priority: .utility) {
      while !Task.isCancelled {
        let state = read().connectivity
        if state != subject.value { subject.send(state) }
        do { try await clock.sleep(for: interval) } catch { return }
      }
    }
    self.task = AnyCancellable { task.cancel() }
  }

  /// The state at each look that found another one; unknown until the first look.
  public var states: AnyPublisher<Connectivity, Never> { subject.eraseToAnyPublisher() }
}
