import Reactive

/// Time that passes by itself. Nothing runs while nothing is due.
@MainActor
struct RealTime: DemoTime {
  private let start = ContinuousClock.now
  private let due = CurrentValueSubject<Int, Never>(0)

  let isVirtual = false
  let scheduler: any Scheduler = MainScheduler.main
  var milliseconds: Int { Int((ContinuousClock.now - start) / .milliseconds(1)) }

  func sleep(_ delay: Int, tieBreak: Int) async { try? await Task.sleep(for: .milliseconds(delay)) }

  func clock(tieBreak: Int) -> any Clock<Duration> { ContinuousClock() }

  func after(_ delay: Int, tieBreak: Int, _ action: @escaping @MainActor () -> Void) {
    due.value += 1
    Task {
      try? await Task.sleep(for: .milliseconds(delay))
      action()
      due.value -= 1
    }
  }

  func run(while work: CurrentValueSubject<Int, Never>, step: () -> Void) async {
    for await _ in AsyncStream.changes(of: work, due) {
      step()
      if work.value == 0 && due.value == 0 { return }  // after the step, which may have begun things
    }
  }
}
