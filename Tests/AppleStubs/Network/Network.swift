// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The signatures of Network that this package uses, written down by hand, so that Linux can type-check the use.
@_exported import AppleDispatch

// https://developer.apple.com/documentation/network/nwinterface
public struct NWInterface: Sendable {
  public enum InterfaceType: Sendable { case other, wifi, cellular, wiredEthernet, loopback }
}

// https://developer.apple.com/documentation/network/nwpath
public struct NWPath: Sendable {
  public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }
  public let status: Status
  public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool { false }
}

// https://developer.apple.com/documentation/network/nwpathmonitor
public final class NWPathMonitor: Sendable {
  public init() {}
  @preconcurrency public var pathUpdateHandler: (@Sendable (NWPath) -> Void)? {
    get { nil }
    set {}
  }
  public func start(queue: DispatchQueue) {}
  public func cancel() {}
}
