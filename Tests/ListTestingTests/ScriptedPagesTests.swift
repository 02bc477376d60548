import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ListTesting

@MainActor
@Suite("A service that tests answer by hand")
struct ScriptedPagesTests {
  let service = ManualPages()

  @Test("a task that was cancelled before it asked has a cancelled request")
  func cancelledBefore() async {
    let task = Task { try await service.load("a", .first) }
    task.cancel()
    await Turns.run(2)
    #expect(service.requests.map(\.isCancelled) == [true] && service.openRequests == 0)
    service.answer(service.requests[0], .success(Page([1])))
    #expect(await (try? task.value)?.items.count == 1, "it waits for its answer all the same")
  }

  @Test("a request may be cancelled from anywhere")
  func cancelledFromElsewhere() async {
    let task = Task { try await service.load("a", .first) }
    await service.arrives("a")
    await Task.detached { task.cancel() }.value
    await Turns.run(2)
    #expect(service.requests.map(\.isCancelled) == [true])
    service.answer(service.requests[0], .failure(Refused()))
  }

  @Test("a well-behaved service ends what is cancelled, and nothing else")
  func endsCancelledRequests() async throws {
    service.endsCancelledRequests = true
    let tasks = ["a", "b"].map { section in Task { try await service.load(section, .first) } }
    await service.arrives("a")
    await service.arrives("b")
    tasks[0].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[0].value }
    #expect(service.requests.map(\.section) == ["b"])
    try service.answer("b", 1, [1])
    #expect(try await tasks[1].value.items.count == 1)
  }
}
