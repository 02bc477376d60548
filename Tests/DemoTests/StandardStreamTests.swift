import Foundation
import Testing

@testable import Demo

@Suite("The demo's output")
struct StandardStreamTests {
  @Test("a reader that has gone is an error number, not a trap")
  func brokenPipe() throws {
    signal(SIGPIPE, SIG_IGN)  // of this process; the demo leaves it as it is
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    #expect(StandardStream(descriptor: pipe.fileHandleForWriting.fileDescriptor).send("a line\n") == EPIPE)
  }

  @Test("a text larger than a pipe that does not block arrives whole")
  func largeText() async throws {
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting.fileDescriptor
    #expect(fcntl(writer, F_SETFL, O_NONBLOCK) == 0)
    let text = String(repeating: "0123456789abcdef", count: 20_000)
    async let received = Task.detached { try pipe.fileHandleForReading.readToEnd() }.value
    #expect(StandardStream(descriptor: writer).send(text) == nil)
    try pipe.fileHandleForWriting.close()
    #expect(try await received == Data(text.utf8))
  }
}
