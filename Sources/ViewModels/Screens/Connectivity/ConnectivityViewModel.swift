import Observation
import Reactive

/// The connection as a screen shows it: settled, on the main actor, with a banner.
///
/// A state is taken over when it has stood for a while, so that a connection that comes and goes does not flicker.
@MainActor
@Observable
public final class ConnectivityViewModel {
  /// What connects this device; unknown until the first state has settled.
  public private(set) var connectivity = Connectivity.unknown
  /// What a banner shows of it.
  public var banner: ConnectivityBanner { ConnectivityBanner(connectivity) }
  /// Every change of ``connectivity``, on the main actor, in the turn of the change.
  public var changes: AnyMainActorPublisher<Connectivity, Never> { subject.eraseToAnyPublisher() }

  @ObservationIgnored private let subject = MainActorSubject<Connectivity>()
  @ObservationIgnored private let monitor: any ConnectivityMonitor
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private let settling: Duration
  @ObservationIgnored private var waiting: Task<Void, Never>?
  @ObservationIgnored private var cancellables: Set<AnyCancellable> = []

  /// Shows what a monitor tells.
  ///
  /// - Parameters:
  ///   - monitor: says what the connection is; it may deliver anywhere.
  ///   - settling: how long a state has to stand.
  ///   - clock: measures that.
  public init(
    monitor: any ConnectivityMonitor, settling: Duration = .seconds(1), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.monitor = monitor
    self.clock = clock
    self.settling = settling
    monitor.states.receive(on: .main).sink { [weak self] in self?.hear($0) }.store(in: &cancellables)
  }

  private func hear(_ state: Connectivity) {
    waiting?.cancel()
    waiting = nil
    guard state != connectivity else { return }
    waiting = Task { [weak self, clock, settling] in
      do { try await clock.sleep(for: settling) } catch { return }
      guard !Task.isCancelled else { return }
      self?.take(state)
    }
  }

  private func take(_ state: Connectivity) {
    waiting = nil
    connectivity = state
    subject.send(state)
  }
}
