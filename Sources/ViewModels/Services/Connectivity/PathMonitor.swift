#if canImport(Network)
  import Dispatch
  import Network
  import Reactive

  /// Asks Apple's systems, through `NWPathMonitor`, until it is let go of.
  public final class PathMonitor: ConnectivityMonitor {
    private let subject = CurrentValueSubject<Connectivity, Never>(.unknown)
    private let monitor = NWPathMonitor()

    /// A monitor of all interfaces.
    public init() {
      monitor.pathUpdateHandler = { [subject] path in subject.send(Connectivity(path)) }
      monitor.start(queue: DispatchQueue(label: "PathMonitor", qos: .utility))
    }

    deinit { monitor.cancel() }

    /// The state whenever the path has changed; unknown until the first answer.
    public var states: AnyPublisher<Connectivity, Never> { subject.eraseToAnyPublisher() }
  }

  extension Connectivity {
    fileprivate init(_ path: NWPath) {
      guard path.status == .satisfied else {
        // A path that wants a connection to be made first, of a tunnel for instance, may well be usable.
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
