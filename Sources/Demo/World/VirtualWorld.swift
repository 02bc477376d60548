import Reactive

/// Virtual time for services and animations: it stands still while anything is being worked on, and then jumps to the
/// next thing that is due. So a run takes no time, and its order depends on nothing but its seed.
@MainActor
final class VirtualWorld {
  private struct Due {
    let time: Int
    let ordinal: Int
    let action: @MainActor () -> Void
  }

  /// Virtual milliseconds since the start.
  private(set) var milliseconds = 0
  /// Ascending by time and ordinal.
  private var due: [Due] = []
  private var asleep = 0 { didSet { changes.yield() } }
  private let (changed, changes) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  /// Suspends a request for a time.
  /// - Parameters:
  ///   - delay: in milliseconds.
  ///   - ordinal: a number of its own for each request, which decides the order of those due in the same millisecond.
  func sleep(_ delay: Int, ordinal: Int) async {
    asleep += 1
    await withCheckedContinuation { continuation in
      after(delay, ordinal: ordinal) {
        self.asleep -= 1
        continuation.resume()
      }
    }
  }

  /// Does something after so many milliseconds.
  func after(_ delay: Int, ordinal: Int = 0, _ action: @escaping @MainActor () -> Void) {
    let new = Due(time: milliseconds + delay, ordinal: ordinal, action: action)
    let place = due.firstIndex { ($0.time, $0.ordinal) > (new.time, new.ordinal) } ?? due.count
    due.insert(new, at: place)
  }

  /// Lets time pass until nothing is due any more.
  /// - Parameters:
  ///   - requests: how many requests are under way; time stands still until all of them sleep.
  ///   - step: runs before each jump.
  func run(requests: CurrentValueSubject<Int, Never>, step: () -> Void) async {
    let token = requests.sink { [changes] _ in changes.yield() }
    while true {
      while requests.value != asleep { for await _ in changed { break } }
      step()
      guard !due.isEmpty else { break }
      let next = due.removeFirst()
      milliseconds = next.time
      next.action()
    }
    token.cancel()
  }
}
