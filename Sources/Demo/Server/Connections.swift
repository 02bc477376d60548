import Foundation
import Reactive

/// The open connections of a server, each with a thread of its own.
final class Connections: Sendable {
  private struct State {
    var open: Set<Socket> = []
    var requests = 0
    var isEnding = false
  }

  private let state = Lock(State())
  private let handler: LoopbackServer.Handler

  init(handler: @escaping LoopbackServer.Handler) { self.handler = handler }

  /// Calls `wakeUp`, unless the end has begun: its pipe is closed after ``end()``.
  func beginToEnd(_ wakeUp: @Sendable () -> Void) {
    state.withLock { state in
      if !state.isEnding { wakeUp() }
      state.isEnding = true
    }
  }

  /// Wakes the thread of each connection, which closes its socket.
  func end() {
    state.withLock { state in
      state.isEnding = true
      for socket in state.open { socket.shutdownBoth() }
    }
  }

  /// Answers the requests of a connection, on a thread of its own.
  func serve(_ socket: Socket) {
    guard state.withLock({ !$0.isEnding && $0.open.insert(socket).inserted }) else { return socket.close() }
    Thread.detachNewThread { [self] in
      answerRequests(of: socket)
      // Under the lock, so that end() doesn't shut down a descriptor that has been reused.
      state.withLock {
        $0.open.remove(socket)
        socket.close()
      }
    }
  }

  private func answerRequests(of socket: Socket) {
    var reader = RequestReader()
    while true {
      switch reader.next() {
      case .needsMore:
        let more = socket.receive()
        guard !more.isEmpty else { return }
        reader.receive(more)
      case .refused:
        _ = socket.sendAll(Data(Answer(status: 400).head.utf8))
        return
      case .request(var request):
        request.number = state.withLock { state in
          state.requests += 1
          return state.requests
        }
        let answer = answer(to: request)
        let goesOn = deliver(answer, over: socket)
        answer.afterwards?()
        guard goesOn else { return }
      }
    }
  }

  /// Waits for the handler. The thread belongs to this connection, so no other one waits.
  private func answer(to request: Request) -> Answer {
    let answer = Lock<Answer?>(nil)
    let isThere = DispatchSemaphore(value: 0)
    Task { [handler] in
      let made = await handler(request)
      answer.withLock { $0 = made }
      isThere.signal()
    }
    isThere.wait()
    return answer.withLock { $0 } ?? Answer()
  }

  /// Sends an answer. Returns false if the connection ends with it.
  private func deliver(_ answer: Answer, over socket: Socket) -> Bool {
    let (head, body) = (Data(answer.head.utf8), answer.body)
    switch answer.delivery {
    case .whole: return socket.sendAll(head + body)
    case .announced, .fields: _ = socket.sendAll(head + body)
    case .headCut(let length): _ = socket.sendAll(head.prefix(length))
    case .cut(let length): _ = socket.sendAll(head + body.prefix(length))
    case .reset(let length):
      _ = socket.sendAll(head + body.prefix(length))
      socket.resetOnClose()
    case .stalled(let length):
      _ = socket.sendAll(head + body.prefix(length))
      waitForEnd(of: socket)
    case .silent: waitForEnd(of: socket)
    case .closed: break
    case .endless:
      guard socket.sendAll(head) else { break }
      repeatForEver(body.isEmpty ? Data(" ".utf8) : body, over: socket)
    case .endlessTrailer:
      let chunk = Data("\(String(body.count, radix: 16))\r\n".utf8) + body + Data("\r\n0\r\n".utf8)
      guard socket.sendAll(head + chunk) else { break }
      repeatForEver(Data("X-Trailer: a\r\n".utf8), over: socket)
    }
    return false
  }

  /// Waits until the client leaves.
  private func waitForEnd(of socket: Socket) { while !socket.receive().isEmpty {} }

  /// Sends some bytes again and again until the client leaves, as fast as a fast network and no faster: 40 MB a second.
  private func repeatForEver(_ bytes: Data, over socket: Socket) {
    let block = Data(repeatElement(bytes, count: 1 + 16_384 / bytes.count).joined())
    while socket.sendAll(block) { usleep(UInt32(block.count / 40)) }
  }
}
