import ListViewModelsServer
import Testing

/// A name under which a server is reached, and which of this machine's addresses it listens at.
struct LoopbackHost: CustomTestStringConvertible {
  let name: String
  let address: LoopbackServer.Address

  var testDescription: String { "\(name), listening at \(address == .v4 ? "127.0.0.1" : "::1")" }

  /// A host with one address.
  static let one = LoopbackHost(name: "127.0.0.1", address: .v4)
  /// Hosts with two addresses, of which the first or the second refuses. A client tries both.
  static let two =
    [LoopbackHost(name: "localhost", address: .v4)]
    + (hasV6 ? [LoopbackHost(name: "localhost", address: .v6)] : [])
  static let all = [one] + two

  /// Whether this machine has the address ::1. Without it nothing can be said of a host whose 127.0.0.1 refuses.
  static let hasV6 = (try? LoopbackServer(on: .v6) { _ in Answer() }.stop()) != nil
}

extension LoopbackServer {
  convenience init(at host: LoopbackHost, handler: @escaping Handler) throws {
    try self.init(on: host.address, host: host.name, handler: handler)
  }
}
