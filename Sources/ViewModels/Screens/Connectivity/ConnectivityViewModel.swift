import Observation
import Reactive

/// The connection as a screen shows it: settled, on the main actor, with a banner.
///
/// A state is shown once it has lasted for a while, so that a connection that comes and goes doesn't flicker.
@MainActor
@Observable
public final class ConnectivityViewModel {
  /// The connection that is shown; unknown until the first state has settled.
  public private(set) var connectivity = Connectivity.unknown
  /// The banner for ``connectivity``.
  public var banner: ConnectivityBanner { ConnectivityBanner(connectivity, wording) }
  /// Every change of ``connectivity``, on the main actor, in the turn of the change.
  public var changes: AnyMainActorPublisher<Connectivity, Never> { subject.eraseToAnyPublisher() }

  /// Each state that has settled, also the one that is shown already: a connection was lost for a moment.
  @ObservationIgnored let settled = MainActorSubject<Connectivity>()
  @ObservationIgnored private let subject = MainActorSubject<Connectivity>()
  @ObservationIgnored private let monitor: any ConnectivityMonitor
  @ObservationIgnored private let wording: Wording
  @ObservationIgnored private var cancellables: Set<AnyCancellable> = []

  /// Creates a view model that shows a monitor's states.
  ///
  /// - Parameters:
  ///   - monitor: Observes the connection. It may deliver anywhere, and stays alive as long as the view model.
  ///   - settling: How long a state must last before it is shown.
  ///   - scheduler: Measures that; tests pass a `VirtualTimeScheduler`.
  ///   - wording: The words of the banner.
  public init(
    monitor: any ConnectivityMonitor, settling: Duration = .seconds(1),
    scheduler: some Scheduler = MainScheduler.main, wording: Wording = Wording()
  ) {
    self.monitor = monitor
    self.wording = wording
    monitor.states
      .removeDuplicates()  // a state that is told again has not begun anew
      .debounce(for: settling, scheduler: scheduler)
      .receive(on: .main)
      .sink { [weak self] in self?.apply($0) }
      .store(in: &cancellables)
  }

  private func apply(_ state: Connectivity) {
    if state != connectivity {
      connectivity = state
      subject.send(state)
    }
    settled.send(state)
  }
}
