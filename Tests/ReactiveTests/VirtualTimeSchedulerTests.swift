import Dispatch
import ListViewModelsTestSupport
import Reactive
import Testing

@Suite("VirtualTimeScheduler")
struct VirtualTimeSchedulerTests {
  let scheduler = VirtualTimeScheduler()
  let log = Box<[String]>([])

  func write(_ text: String) { log.append("\(text) at \(Int(scheduler.now / .nanoseconds(1)))") }
  func at(_ nanoseconds: Int, _ action: @escaping @Sendable () -> Void) {
    scheduler.schedule(after: .nanoseconds(nanoseconds) - scheduler.now, action)
  }

  @Test("actions run when they are due, those due at once in the order in which they were scheduled")
  func order() {
    at(5) { write("late") }
    at(3) { write("first") }
    at(3) { write("second") }
    scheduler.schedule { write("now") }
    at(3) { write("third") }
    #expect(log.value == [])
    scheduler.advance()
    #expect(log.value == ["now at 0"])
    scheduler.advance(by: .nanoseconds(4))
    #expect(log.value.dropFirst() == ["first at 3", "second at 3", "third at 3"])
    #expect(scheduler.now == .nanoseconds(4))
    scheduler.advance(to: .nanoseconds(5))
    #expect(log.value.last == "late at 5")
    scheduler.advance(to: .nanoseconds(1))
    #expect(scheduler.now == .nanoseconds(5), "time does not go back")
  }

  @Test("what is scheduled while time advances runs at its own time, before what is due later")
  func whileAdvancing() {
    at(2) {
      write("outer")
      at(3) { write("inner") }
      at(1) { write("overdue") }
      scheduler.schedule { write("next") }
    }
    at(2) { write("same") }
    at(4) { write("last") }
    scheduler.advance(by: .nanoseconds(10))
    #expect(
      log.value == [
        "outer at 2", "same at 2", "overdue at 2", "next at 2", "inner at 3", "last at 4",
      ])
    #expect(scheduler.now == .nanoseconds(10))
  }

  @Test("advanceToNext jumps to the next action, runs it alone, and says when none is left")
  func next() {
    at(7) { write("a") }
    at(7) { write("b") }
    at(9) { write("c") }
    #expect(scheduler.advanceToNext())
    #expect(log.value == ["a at 7"])
    #expect(scheduler.advanceToNext())
    #expect(log.value == ["a at 7", "b at 7"])
    scheduler.run()
    #expect(log.value.last == "c at 9")
    #expect(!scheduler.advanceToNext())
    #expect(scheduler.now == .nanoseconds(9))
  }

  @Test("a cancelled action doesn't run, is released at once, and doesn't move the clock")
  func cancelling() {
    let gone = Box(0)
    let token: any Cancellable
    do {
      let canary = Canary { gone.increment() }
      token = scheduler.schedule(after: .nanoseconds(10)) { withExtendedLifetime(canary) { write("never") } }
    }
    at(5) { write("five") }
    token.cancel()
    #expect(gone.value == 1)
    token.cancel()
    scheduler.run()
    #expect(log.value == ["five at 5"])
    #expect(scheduler.now == .nanoseconds(5))
    #expect(!scheduler.advanceToNext())
  }

  @Test("an action that isn't kept runs all the same; one may cancel itself, or schedule itself again")
  func notKept() {
    let token = Box<(any Cancellable)?>(nil)
    scheduler.schedule(after: .nanoseconds(1)) { write("dropped") }
    token.value = scheduler.schedule(after: .nanoseconds(2)) {
      token.value?.cancel()
      write("cancels itself")
      scheduler.schedule(after: .nanoseconds(3)) { write("again") }
    }
    scheduler.run()
    #expect(log.value == ["dropped at 1", "cancels itself at 2", "again at 5"])
    token.value = nil
  }

  @Test("actions scheduled by several threads all run, each thread's in its order")
  func threads() {
    let seen = Box<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for step in 0..<250 { scheduler.schedule { seen.append(thread * 1000 + step) } }
      if thread == 0 { scheduler.advance() }
    }
    scheduler.run()
    for thread in 0..<4 {
      #expect(seen.value.filter { $0 / 1000 == thread } == (0..<250).map { thread * 1000 + $0 })
    }
  }
}
