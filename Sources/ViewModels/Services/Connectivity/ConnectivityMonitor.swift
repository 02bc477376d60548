import Foundation
import Reactive

/// The kind of a device's connection.
public enum Connectivity: Hashable, Sendable {
  /// Wi-Fi.
  case wifi
  /// A mobile network.
  case cellular
  /// A cable.
  case wired
  /// No connection.
  case lost
  /// The system doesn't provide the connection.
  case unknown

  /// Whether there is certainly a connection.
  public var isConnected: Bool {
    switch self {
    case .wifi, .cellular, .wired: true
    case .lost, .unknown: false
    }
  }
}

/// Observes the device's connection as the system reports it, with each short change.
///
/// Requests are sent whatever the state is, because the system can be wrong about what a server answers.
/// - Note: May deliver on any thread. ``ConnectivityViewModel`` moves to the main actor and waits until a state has
///   settled.
public protocol ConnectivityMonitor: Sendable {
  /// The state, on subscription and after each change. The monitor observes until it is released.
  var states: AnyPublisher<Connectivity, Never> { get }
}

/// A monitor that reads Linux's interfaces and routes at an interval.
///
/// The state is unknown, and never lost, on systems without them.
public final class RouteMonitor: ConnectivityMonitor {
  private let subject: CurrentValueSubject<Connectivity, Never>
  private let task: AnyCancellable

  /// Creates a monitor.
  ///
  /// - Parameters:
  ///   - interval: The time between two readings.
  ///   - clock: Waits between two readings.
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

  /// The state, on subscription and after each reading that differs. Unknown until the first reading.
  public var states: AnyPublisher<Connectivity, Never> { subject.eraseToAnyPublisher() }
}
