import Foundation
import Reactive

/// A small HTTP/1.1 server on 127.0.0.1 with real sockets, for tests and for running the demo against a service.
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
  /// Answers a request.
  package typealias Handler = @Sendable (Request) async -> Answer

  /// The port on which the server listens.
  package let port: UInt16
  /// The base URL: `http://127.0.0.1:PORT`.
  package var address: String { "http://127.0.0.1:\(port)" }

  private let listener: Socket
  private let wake: (read: Int32, write: Int32)
  private let connections: Connections
  private let listening = DispatchGroup()

  /// Starts a server.
  ///
  /// - Parameter port: the port, or 0 for any free one.
  /// - Throws: an error of the system if the server can't listen on the port.
  package init(port: UInt16 = 0, handler: @escaping Handler) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SystemError(call: "pipe") }
    wake = (ends[0], ends[1])
    do {
      (listener, self.port) = try Socket.listening(port: port)
    } catch {
      for end in ends { Socket(descriptor: end).close() }
      throw error
    }
    connections = Connections(handler: handler)
    listening.enter()
    Thread.detachNewThread { [listener, wake, connections, listening] in
      while let connection = listener.nextConnection(wake: wake.read) { connections.serve(connection) }
      connections.end()
      listener.close()
      for end in [wake.read, wake.write] { Socket(descriptor: end).close() }
      listening.leave()
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
