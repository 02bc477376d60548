import ListViewModelsTestSupport
import Reactive

/// Draws streams in virtual time. Each mark takes 1 ms: "-" nothing, a letter that value, "|" the end, "#" a failure;
/// what stands in parentheses comes at once. Values of several letters are drawn in braces.
final class Marbles {
  let scheduler = VirtualTimeScheduler()

  /// A subject that will publish what is drawn.
  func subject(_ diagram: String) -> PassthroughSubject<String, TestError> {
    let subject = PassthroughSubject<String, TestError>()
    play(diagram) { mark in
      switch mark {
      case "|": subject.send(completion: .finished)
      case "#": subject.send(completion: .failure(.oops))
      default: subject.send(String(mark))
      }
    }
    return subject
  }

  /// Does something at each mark but "-".
  func play(_ diagram: String, _ body: @escaping @Sendable (Character) -> Void) {
    var (frame, isInGroup) = (0, false)
    for mark in diagram {
      switch mark {
      case "(": isInGroup = true
      case ")": isInGroup = false
      case "-": break
      default: scheduler.schedule(after: .milliseconds(frame)) { body(mark) }
      }
      if !isInGroup { frame += 1 }
    }
  }

  /// Subscribes, lets 100 ms pass and draws what came.
  func drawing(_ publisher: some Publisher<String, TestError>) -> String {
    let seen = Box<[(frame: Int, mark: String)]>([])
    let write = { @Sendable [scheduler] (mark: String) in
      seen.append((Int(scheduler.now / .milliseconds(1)), mark))
    }
    let sink = publisher.sink(
      receiveCompletion: { write($0 == .finished ? "|" : "#") },
      receiveValue: { write($0.count == 1 ? $0 : "{\($0)}") })
    scheduler.advance(by: .milliseconds(100))
    sink.cancel()
    guard let last = seen.value.last?.frame else { return "" }
    return (0...last).map { frame in
      let marks = seen.value.filter { $0.frame == frame }.map(\.mark)
      return marks.count < 2 ? marks.first ?? "-" : "(\(marks.joined()))"
    }.joined()
  }
}
