/// The time by which sample answers are late: real, or virtual, so that one seed gives the same run.
///
/// Times are milliseconds. A tie break orders what is due in the same one; see `TieBreak`.
@MainActor
package protocol SampleTime: Sendable {
  /// Suspends a request.
  func sleep(_ delay: Int, tieBreak: Int) async
  /// Runs an action after a delay.
  func after(_ delay: Int, tieBreak: Int, _ action: @escaping @MainActor () -> Void)
}

/// Time that passes by itself.
struct RealSampleTime: SampleTime {
  func sleep(_ delay: Int, tieBreak: Int) async {
    // A request that is cancelled is answered at once; its list drops the answer.
    try? await Task.sleep(for: .milliseconds(delay))
  }

  func after(_ delay: Int, tieBreak: Int, _ action: @escaping @MainActor () -> Void) {
    Task {
      await sleep(delay, tieBreak: tieBreak)
      action()
    }
  }
}

/// Orders what is due in the same millisecond: requests for lists by their own numbers, then everything else.
package enum TieBreak {
  package static let network = 100_000
  package static let orders = 300_000
  package static let images = 400_000
  package static let user = 500_000
}
