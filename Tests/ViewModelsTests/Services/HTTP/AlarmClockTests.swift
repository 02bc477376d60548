import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("A clock with one alarm", .timeLimit(.minutes(10)))
struct AlarmClockTests {
  let base = TestClock()

  @Test("each sleeper wakes at its own time and not before, in whatever order they went to sleep")
  func wakes() async throws {
    let clock = AlarmClock(base)
    let woken = Log<Int>()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seconds in [7, 3, 9, 3, 5] {
        group.addTask {
          try await clock.sleep(until: .init(offset: .seconds(seconds)), tolerance: nil)
          #expect(base.now.offset == .seconds(seconds))
          woken.add(seconds)
        }
      }
      for (seconds, count) in [(3, 2), (5, 1), (7, 1), (9, 1)] {
        await base.sleeper(until: .seconds(seconds))
        base.advance(by: .seconds(seconds) - base.now.offset)
        for _ in 0..<count { try await group.next() }
      }
    }
    #expect(woken.entries == [3, 3, 5, 7, 9])
  }

  @Test("a sleep that is over before it began, or is cancelled, ends at once")
  func atOnce() async throws {
    let clock = AlarmClock(base)
    base.advance(by: .seconds(5))
    try await clock.sleep(until: .init(offset: .seconds(5)), tolerance: nil)
    let task = Task { try await clock.sleep(until: .init(offset: .seconds(99)), tolerance: nil) }
    await base.sleeper(until: .seconds(99))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("a thousand time limits that were not reached leave one timer behind, not a thousand")
  func oneTimer() async throws {
    let clock = AlarmClock(base)
    for _ in 0..<1_000 { try await clock.limit(whole: .seconds(60)) { await base.sleeper(until: .seconds(60)) } }
    #expect(base.sleepCount == 1)
  }

  @Test("nor do short sleeps beside a long one")
  func shortOnes() async throws {
    let clock = AlarmClock(base)
    let long = Task { try await clock.sleep(until: .init(offset: .seconds(60)), tolerance: nil) }
    await base.sleeper(until: .seconds(60))
    for seconds in 1...20 {
      let short = Task { try await clock.sleep(until: .init(offset: .seconds(seconds)), tolerance: nil) }
      await base.sleeper(until: .seconds(seconds))
      base.advance(by: .seconds(1))
      try await short.value
    }
    #expect(base.sleepCount == 21, "one each, and none that begins again")
    base.advance(by: .seconds(40))
    try await long.value
  }
}
