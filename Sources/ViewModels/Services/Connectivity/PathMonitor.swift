#if canImport(Network)
  import Dispatch
  import Network
  import Reactive

  /// A monitor that uses Apple's `NWPathMonitor`. It observes until it is released.
  public final class PathMonitor: ConnectivityMonitor {
    private let subject = CurrentValueSubject<Connectivity, Never>(.unknown)
    private let monitor = NWPathMonitor()

    /// Creates a monitor of all interfaces.
    public init() {
      monitor.pathUpdateHandler = { [subject] path in subject.send(Connectivity(path)) }
      monitor.start(queue: DispatchQueue(label: "PathMonitor", qos: .utility))
    }

    deinit { monitor.cancel() }

    /// The state, on subscription and after each change of the path. Unknown until the first path.
    public var states: AnyPublisher<Connectivity, Never> { subject.eraseToAnyPublisher() }
  }

  extension Connectivity {
    fileprivate init(_ path: NWPath) {
      guard path.status == .satisfied else {
        // A path that requires a connection first, of a tunnel for instance, may be usable.
        self = path.status == .unsatisfied ? .lost : .unknown
        return
      }
      if path.usesInterfaceType(.wifi) {
        self = .wifi
      } else if path.usesInterfaceType(.cellular) {
        self = .cellular
      } else {
        self = path.usesInterfaceType(.wiredEthernet) ? .wired : .unknown
      }
    }
  }
#endif
