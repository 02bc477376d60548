import Foundation
import Reactive

/// A small HTTP/1.1 server on this machine with real sockets, for tests and for running the demo against a service.
///
/// It sends the handler's answer to each request, also in the faulty ways of ``Answer/Delivery``.
/// Each connection has a thread of its own, so a handler may take any time.
///
/// ```swift
/// let server = try LoopbackServer { request in Answer("you asked for \(request.path)") }
/// print(server.address)  // http://127.0.0.1:49152
/// server.stop()
/// ```
///
/// - Note: The handler is called on any thread, for several requests at once.
package final class LoopbackServer: Sendable {
  /// The addresses of this machine that no other machine reaches.
  package enum Address: Sendable {
    /// 127.0.0.1.
    case v4
    /// ::1.
    case v6

    fileprivate var other: Address { self == .v4 ? .v6 : .v4 }
  }

  /// Answers a request.
  package typealias Handler = @Sendable (Request) async -> Answer

  /// The port on which the server listens.
  package let port: UInt16
  /// The base URL: `http://HOST:PORT`.
  package var address: String { "http://\(host):\(port)" }

  private let host: String
  private let listener: Socket
  /// The same port of the other address, where nothing listens.
  private let refusing: Socket?
  private let wake: (read: Int32, write: Int32)
  private let connections: Connections
  private let listening = DispatchGroup()

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - port: The port, or 0 for any free one.
  ///   - loopback: Where the server listens.
  ///   - host: The host in ``address``. `localhost` has both addresses, of which the other one then refuses.
  /// - Throws: An error of the system if the server can't listen on the port.
  package init(
    port: UInt16 = 0, on loopback: Address = .v4, host: String = "127.0.0.1", handler: @escaping Handler
  ) throws {
    self.host = host
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SystemError(call: "pipe") }
    wake = (ends[0], ends[1])
    do {
      (listener, self.port, refusing) = try Self.sockets(port: port, on: loopback, hasOther: host == "localhost")
    } catch {
      for end in ends { Socket(descriptor: end).close() }
      throw error
    }
    connections = Connections(handler: handler)
    listening.enter()
    Thread.detachNewThread { [listener, refusing, wake, connections, listening] in
      while let connection = listener.nextConnection(wake: wake.read) { connections.serve(connection) }
      connections.end()
      listener.close()
      refusing?.close()
      for end in [wake.read, wake.write] { Socket(descriptor: end).close() }
      listening.leave()
    }
  }

  /// - Parameter hasOther: Whether the port is taken of both addresses, so that another server's clients don't end up here,
  ///   nor this one's there.
  private static func sockets(
    port: UInt16, on loopback: Address, hasOther: Bool
  ) throws -> (listener: Socket, port: UInt16, refusing: Socket?) {
    while true {
      let (listener, found) = try Socket.bound(to: port, on: loopback)
      guard hasOther else { return (listener, found, nil) }
      do {
        return (listener, found, try Socket.bound(to: found, on: loopback.other, listens: false).socket)
      } catch let error as SystemError {
        // Without the other address there is nothing to take.
        guard error.code == EADDRINUSE else { return (listener, found, nil) }
        listener.close()
        guard port == 0 else { throw error }
      }
    }
  }

  deinit { stop() }

  /// Stops listening and ends all connections. Running handlers finish, but their answers aren't sent.
  ///
  /// When it returns, the port refuses connections.
  package func stop() {
    connections.beginToEnd { [wake] in
      var byte: UInt8 = 0
      _ = write(wake.write, &byte, 1)
    }
    // Short, because the accepting thread only accepts.
    listening.wait()
  }
}
