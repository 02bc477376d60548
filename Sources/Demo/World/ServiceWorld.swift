import Reactive

/// Real time for a run against services that answer when they can.
@MainActor
final class ServiceWorld: RunWorld {
  private let time = RealWorld()
  private let due = CurrentValueSubject<Int, Never>(0)

  var milliseconds: Int { time.milliseconds }

  func sleep(_ delay: Int, ordinal: Int) async { await time.sleep(delay, ordinal: ordinal) }

  func after(_ delay: Int, ordinal: Int, _ action: @escaping @MainActor () -> Void) {
    due.value += 1
    time.after(delay, ordinal: ordinal) { [due] in
      action()
      due.value -= 1
    }
  }

  func run(requests: CurrentValueSubject<Int, Never>, step: () -> Void) async {
    for await _ in requests.combineLatest(due).values {
      step()
      // Not what the loop was told, which may be of some time ago, but what is so now: the step may have begun things.
      if requests.value == 0 && due.value == 0 { return }
    }
  }
}
