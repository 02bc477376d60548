import Foundation

/// Standard output or standard error, without a buffer.
struct StandardStream: Sendable {
  static let output = StandardStream(descriptor: STDOUT_FILENO)
  static let error = StandardStream(descriptor: STDERR_FILENO)

  let descriptor: Int32
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Writes a line. If the reader has gone, the program ends without a message, as other programs of a pipeline do: by
  /// SIGPIPE, or with status 0 if that signal is ignored. Any other error of standard output ends it with status 1.
  func write(_ line: String) {
    guard let problem = send(line + "\n") else { return }
    if problem == EPIPE { exit(0) }
    guard descriptor == STDOUT_FILENO else { return }  // an error of standard error can't be reported
    StandardStream.error.write("Demo: cannot write the output: \(String(cString: strerror(problem)))")
    exit(1)
  }

  /// Writes all of a text.
  /// - Returns: Nil, or the `errno` of the failure.
  func send(_ text: String) -> Int32? {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}

/// The name `write` is taken inside the type.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
