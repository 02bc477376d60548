import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The file descriptor of a TCP socket, and the calls that the server needs. It doesn't close itself.
struct Socket: Sendable, Hashable {
  let descriptor: Int32

  /// Creates a socket on a port of this machine alone. With port 0 the system chooses one.
  ///
  /// - Parameter listens: Otherwise the socket only keeps its port from others, and connections to it are refused.
  static func bound(
    to port: UInt16, on loopback: LoopbackServer.Address, listens: Bool = true
  ) throws -> (socket: Socket, port: UInt16) {
    switch loopback {
    case .v4:
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      return (try bound(AF_INET, &address, listens), UInt16(bigEndian: address.sin_port))
    case .v6:
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      return (try bound(AF_INET6, &address, listens), UInt16(bigEndian: address.sin6_port))
    }
  }

  /// Creates a socket at an address, which gets the port that the system chose.
  private static func bound<Address>(_ family: Int32, _ address: inout Address, _ listens: Bool) throws -> Socket {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let listener = Socket(descriptor: socket(family, stream, 0))
    guard listener.descriptor >= 0 else { throw SystemError(call: "socket") }
    if listens { listener.set(SO_REUSEADDR, to: Int32(1)) }
    var length = socklen_t(MemoryLayout<Address>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener.descriptor, $0, length) == 0 && (!listens || listen(listener.descriptor, 128) == 0)
          && getsockname(listener.descriptor, $0, &length) == 0
      }
    }
    guard isBound else {
      let error = SystemError(call: "listen on this port")
      listener.close()
      throw error
    }
    return listener
  }

  /// Waits for a connection. Returns nil when `wake` becomes readable first.
  func nextConnection(wake: Int32) -> Socket? {
    var waits = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      guard poll(&waits, 2, -1) > 0 || errno == EINTR else { return nil }
      if waits[1].revents != 0 { return nil }
      guard waits[0].revents != 0 else { continue }
      let connection = Socket(descriptor: accept(descriptor, nil, nil))
      guard connection.descriptor >= 0 else {
        // Without a free descriptor the connection stays ready. Looking again at once would keep a processor busy.
        if errno == EMFILE || errno == ENFILE, poll(&waits[1], 1, 50) > 0 { return nil }
        continue
      }
      #if canImport(Darwin)
        connection.set(SO_NOSIGPIPE, to: Int32(1))
      #endif
      return connection
    }
  }

  /// Waits for at most 64 KiB of data. Returns none when the client has closed the connection, or it broke.
  func receive() -> Data {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count >= 0 { return Data(buffer[..<count]) }
      guard errno == EINTR else { return Data() }
    }
  }

  /// Sends all of the data. Returns false if the client has gone.
  func sendAll(_ data: Data) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    return data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = send(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, flags)
        if count < 0 && errno != EINTR { return false }
        rest = rest.dropFirst(max(0, count))
      }
      return true
    }
  }

  /// Shuts both directions down, which wakes a thread that waits in ``receive()`` or ``sendAll(_:)``.
  func shutdownBoth() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Makes the next ``close()`` send RST instead of FIN.
  func resetOnClose() { set(SO_LINGER, to: linger(l_onoff: 1, l_linger: 0)) }

  func close() { systemClose(descriptor) }

  private func set<Value>(_ option: Int32, to value: Value) {
    _ = withUnsafePointer(to: value) {
      setsockopt(descriptor, SOL_SOCKET, option, $0, socklen_t(MemoryLayout<Value>.size))
    }
  }
}

/// The name `close` is taken inside the type.
private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }

/// A system call that failed.
struct SystemError: Error, CustomStringConvertible {
  let call: String
  let code = errno
  let reason = String(cString: strerror(errno))
  var description: String { "\(call): \(reason)" }
}
