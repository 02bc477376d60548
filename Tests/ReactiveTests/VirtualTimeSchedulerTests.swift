import Dispatch
import Reactive
import Testing

@Suite("VirtualTimeScheduler")
struct VirtualTimeSchedulerTests {
  let scheduler = VirtualTimeScheduler()
  let log = Box<[String]>([])

  func write(_ text: String) { log.append("\(text) at \(scheduler.now)") }
  func at(_ nanoseconds: Int, _ action: @escaping @Sendable () -> Void) {
    scheduler.schedule(after: .init(nanoseconds: nanoseconds), action)
  }

  @Test("actions run when they are due, those due at once in the order in which they were scheduled")
  func order() {
    at(5) { write("late") }
    at(3) { write("first") }
    at(3) { write("second") }
    scheduler.schedule { write("now") }
    at(3) { write("third") }
    #expect(log.value == [])
    scheduler.advance(by: 0)
    #expect(log.value == ["now at 0 ns"])
    scheduler.advance(by: .nanoseconds(4))
    #expect(log.value.dropFirst() == ["first at 3 ns", "second at 3 ns", "third at 3 ns"])
    #expect(scheduler.now.nanoseconds == 4)
    scheduler.advance(to: .init(nanoseconds: 5))
    #expect(log.value.last == "late at 5 ns")
    scheduler.advance(to: .init(nanoseconds: 1))
    #expect(scheduler.now.nanoseconds == 5, "time does not go back")
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
        "outer at 2 ns", "same at 2 ns", "overdue at 2 ns", "next at 2 ns", "inner at 3 ns", "last at 4 ns",
      ])
    #expect(scheduler.now.nanoseconds == 10)
  }

  @Test("advanceToNext jumps to the next action, runs it alone, and says when none is left")
  func next() {
    at(7) { write("a") }
    at(7) { write("b") }
    at(9) { write("c") }
    #expect(scheduler.advanceToNext())
    #expect(log.value == ["a at 7 ns"])
    #expect(scheduler.advanceToNext())
    #expect(log.value == ["a at 7 ns", "b at 7 ns"])
    scheduler.run()
    #expect(log.value.last == "c at 9 ns")
    #expect(!scheduler.advanceToNext())
    #expect(scheduler.now.nanoseconds == 9)
  }

  @Test("a repeating action repeats until it is cancelled, from inside too, and is let go of then")
  func repetition() {
    let gone = Box(0)
    let token = Box<(any Cancellable)?>(nil)
    do {
      let canary = Canary { gone.increment() }
      token.value = scheduler.schedule(after: .init(nanoseconds: 10), interval: .nanoseconds(5)) {
        withExtendedLifetime(canary) { write("tick") }
        if scheduler.now.nanoseconds == 20 { token.value?.cancel() }
      }
    }
    scheduler.advance(to: .init(nanoseconds: 15))
    #expect(log.value == ["tick at 10 ns", "tick at 15 ns"])
    scheduler.run()
    #expect(log.value.last == "tick at 20 ns")
    #expect(scheduler.now.nanoseconds == 20)
    #expect(gone.value == 1)
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

  @Test("its time counts and prints nanoseconds")
  func time() {
    let start = VirtualTimeScheduler.SchedulerTimeType(nanoseconds: 0)
    #expect(start.advanced(by: .milliseconds(300)).nanoseconds == 300_000_000)
    #expect("\(start.advanced(by: .microseconds(2)))" == "2000 ns")
    #expect(start.advanced(by: 1).distance(to: start) == .nanoseconds(-1_000_000_000))
    #expect(start < start.advanced(by: .nanoseconds(1)))
    #expect(start.advanced(by: .nanoseconds(.max)).advanced(by: 1).nanoseconds == .max)
  }
}
