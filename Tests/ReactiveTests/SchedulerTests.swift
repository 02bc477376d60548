import Dispatch
import ListViewModelsTestSupport
import Reactive
import Testing

/// In real time. Only the earliest moment is asserted: a busy machine may be as late as it likes.
@Suite("Schedulers in real time")
struct SchedulerTests {
  private func check(_ scheduler: some Scheduler, isHome: @escaping @Sendable () -> Bool) async {
    let start = ContinuousClock.now
    let wasHome = await withCheckedContinuation { done in
      scheduler.schedule(after: .milliseconds(20)) { done.resume(returning: isHome()) }
    }
    #expect(wasHome)
    #expect(ContinuousClock.now - start >= .milliseconds(20))
    #expect(await withCheckedContinuation { done in scheduler.schedule { done.resume(returning: isHome()) } })
  }

  @Test("main runs an action after a time, on the main actor, though the result is not kept")
  func main() async {
    await check(.main) { DispatchQueue.isMain }
  }

  @Test("a queue runs an action after a time, in the queue, though the result is not kept")
  func queue() async {
    let key = DispatchSpecificKey<Int>()
    let queue = DispatchQueue(label: "home")
    queue.setSpecific(key: key, value: 1)
    await check(.queue(queue)) { DispatchQueue.getSpecific(key: key) == 1 }
  }

  @Test("a cancelled action doesn't run, and is released at once")
  @MainActor
  func cancelling() async {
    let (gone, ran) = (Box(0), Box(0))
    let queue = DispatchQueue(label: "home")
    let schedulers: [any Scheduler] = [MainScheduler.main, QueueScheduler.queue(queue)]
    // Neither queue can run what is due before it has been cancelled, however long that takes.
    queue.suspend()
    for scheduler in schedulers {
      let token: any Cancellable
      do {
        let canary = Canary { gone.increment() }
        token = scheduler.schedule(after: .milliseconds(1)) { withExtendedLifetime(canary) { ran.increment() } }
      }
      token.cancel()
    }
    queue.resume()
    #expect(gone.value == 2)
    // One that is due later has run: the cancelled ones would have run before it.
    for scheduler in schedulers {
      await withCheckedContinuation { done in scheduler.schedule(after: .milliseconds(2)) { done.resume() } }
    }
    #expect(ran.value == 0)
  }

  @Test("no delay, and one in the past, run soon; one beyond all time never does")
  func extremes() async {
    let queue = DispatchQueue(label: "home")
    let scheduler: QueueScheduler = .queue(queue)
    let ran = Box(false)
    scheduler.schedule(after: .seconds(Int64.max)) { ran.value = true }
    for delay: Duration in [.zero, .seconds(-5), .seconds(Int64.min)] {
      await withCheckedContinuation { done in scheduler.schedule(after: delay) { done.resume() } }
    }
    #expect(!ran.value)
  }

  @Test("debounce in real time: the value comes no earlier than its time, on the scheduler", arguments: [true, false])
  func debounce(isMain: Bool) async {
    let subject = PassthroughSubject<Int, Never>()
    let queue = DispatchQueue(label: "home")
    let due = Duration.milliseconds(10)
    let debounced =
      isMain
      ? subject.debounce(for: due, scheduler: .main).eraseToAnyPublisher() as AnyPublisher
      : subject.debounce(for: due, scheduler: .queue(queue)).eraseToAnyPublisher()
    let values = AsyncStream<(Int, Bool)>.makeStream()
    let sink = debounced.sink { values.continuation.yield(($0, DispatchQueue.isMain)) }
    subject.send(1)
    let start = ContinuousClock.now
    subject.send(2)
    for await (value, isOnMain) in values.stream {
      #expect(isOnMain == isMain)
      if value == 2 { break }
    }
    #expect(ContinuousClock.now - start >= due)
    sink.cancel()
  }
}
