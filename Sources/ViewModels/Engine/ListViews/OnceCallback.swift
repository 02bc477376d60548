import Synchronization

/// A callback that runs once: when it is first called, or in a later turn when it is dropped uncalled.
///
/// List views call the completion of an animation late, twice, or never. What waits for one waits for this instead.
final class OnceCallback: Sendable {
  private let isSpent = Atomic(false)
  private let action: @MainActor () -> Void

  init(_ action: @escaping @MainActor () -> Void) { self.action = action }

  deinit {
    // In a later turn, because a deinit may run in the middle of anything, on any thread.
    if claim() { Task { @MainActor [action] in action() } }
  }

  /// Runs the action, unless it has run.
  @MainActor
  func callAsFunction() {
    if claim() { action() }
  }

  private func claim() -> Bool { !isSpent.exchange(true, ordering: .acquiringAndReleasing) }
}
