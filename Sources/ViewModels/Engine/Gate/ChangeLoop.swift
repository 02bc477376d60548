/// The driver behind `for await change in gate.changes`: a change is open from the moment it is handed out until the
/// loop asks for the next one.
@MainActor
final class ChangeLoop: GateDriver {
  /// A change and what keeps it open.
  private struct Open {
    let change: ListChange
    let hold: SerialGate.Hold?
  }

  private enum State {
    /// The loop has not asked yet; its first element is the reload.
    case new
    /// The loop's body runs, or it waits for a change.
    case looping(CheckedContinuation<ListChange?, Never>?)
    /// A change is ready and the loop has not fetched it.
    case ready(Open)
    /// The loop's task was cancelled.
    case ended
  }

  private let gate: SerialGate
  private var state = State.new
  private var handedOut: Open?

  init(gate: SerialGate) { self.gate = gate }

  let isLoop = true
  var isActive: Bool { if case .ended = state { false } else { true } }

  func changeIsReady() {
    let open = Open(change: ListChange(gate: gate, change: gate.currentChange), hold: gate.holdForDriver())
    switch state {
    case .looping(let waiting?):
      state = .looping(nil)
      handedOut = open
      waiting.resume(returning: open.change)
    case .new, .looping(nil), .ready: state = .ready(open)
    case .ended: break  // not told any more
    }
  }

  func next() async -> ListChange? {
    finishLast()
    switch state {
    case .ended: return nil
    case .new:
      state = .looping(nil)
      gate.add(self)
      return ListChange(gate: gate, change: nil)
    case .ready(let open):
      state = .looping(nil)
      handedOut = open
      return open.change
    case .looping: return await waitForChange()
    }
  }

  private func waitForChange() async -> ListChange? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          end()
          continuation.resume(returning: nil)
        } else {
          state = .looping(continuation)
        }
      }
    } onCancel: {
      Task { @MainActor in self.end() }
    }
  }

  /// The body has ended: makes the change if the body has not, and lets the next one begin.
  private func finishLast() {
    guard let open = handedOut else { return }
    handedOut = nil
    open.change.perform()
    open.hold?.release()
  }

  private func end() {
    if case .looping(let waiting?) = state { waiting.resume(returning: nil) }
    state = .ended
    gate.remove(self)
    finishLast()
  }
}
