/// Where time comes from: virtual in tests and runs, real on a live screen.
@MainActor
protocol World {
  /// Milliseconds since the start.
  var milliseconds: Int { get }
  /// Suspends a request for so many milliseconds; `ordinal` decides the order of those due at once.
  func sleep(_ delay: Int, ordinal: Int) async
  /// Does something after so many milliseconds.
  func after(_ delay: Int, ordinal: Int, _ action: @escaping @MainActor () -> Void)
}

extension World {
  func after(_ delay: Int, _ action: @escaping @MainActor () -> Void) { after(delay, ordinal: 0, action) }
}

extension VirtualWorld: World {}

/// Time that passes by itself. Nothing runs while nothing is due.
@MainActor
struct RealWorld: World {
  private let start = ContinuousClock.now

  var milliseconds: Int { Int((ContinuousClock.now - start) / .milliseconds(1)) }

  func sleep(_ delay: Int, ordinal: Int) async { try? await Task.sleep(for: .milliseconds(delay)) }

  func after(_ delay: Int, ordinal: Int, _ action: @escaping @MainActor () -> Void) {
    Task {
      try? await Task.sleep(for: .milliseconds(delay))
      action()
    }
  }
}
