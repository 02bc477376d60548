import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("A token that can be renewed", .timeLimit(.minutes(10)))
struct TokenSourceTests {
  private struct SignedOut: Error {}

  /// Answers when the test says so.
  private final class Renewal: Sendable {
    let asked = Log<String?>()
    let isAsked = Signal()
    let goesOn = Signal()
    let ended = Log<Bool>()

    func token(_ refused: AccessToken?) async throws -> AccessToken {
      let number = asked.add(refused?.headerValue)
      isAsked.fire()
      await goesOn.wait()
      ended.add(Task.isCancelled)
      return try AccessToken("token\(number)")
    }
  }

  @Test("is asked for once by all that wait at the same time, and not again until it is refused")
  func once() async throws {
    let renewal = Renewal()
    renewal.goesOn.fire()
    let source = TokenSource(renewal.token)
    let first = try await source.token(insteadOf: nil)
    #expect(first.token.headerValue == "Bearer token1")
    #expect(try await source.token(insteadOf: nil).number == first.number)
    let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { try await source.token(insteadOf: first).number } }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(numbers == [2])
    #expect(renewal.asked.entries == [nil, "Bearer token1"])
    // A late 401 to the first token finds the second.
    #expect(try await source.token(insteadOf: first).number == 2)
    #expect(renewal.asked.entries.count == 2)
  }

  @Test("an error is told to all that wait, and the next one asks again")
  func failure() async throws {
    let count = Log<Void>()
    let source = TokenSource { _ in
      if count.add(()) == 1 { throw SignedOut() }
      return try AccessToken("token")
    }
    await #expect(throws: SignedOut.self) { try await source.token(insteadOf: nil) }
    #expect(try await source.token(insteadOf: nil).number == 2)
  }

  @Test("one that is cancelled waits no longer; the question goes on, and its answer is that of whoever comes next")
  func cancelled() async throws {
    let renewal = Renewal()
    let source = TokenSource(renewal.token)
    let (first, second) = (
      Task { try await source.token(insteadOf: nil) }, Task { try await source.token(insteadOf: nil) }
    )
    await renewal.isAsked.wait()
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    let third = Task { try await source.token(insteadOf: nil) }
    renewal.goesOn.fire()
    #expect(try await third.value.number == 1)
    #expect(renewal.asked.entries == [nil] && renewal.ended.entries == [false])
  }

  @Test("a request that has been cancelled before it begins does not ask")
  func cancelledBefore() async throws {
    let renewal = Renewal()
    let source = TokenSource(renewal.token)
    let isCancelled = Signal()
    let task = Task {
      await isCancelled.wait()
      return try await source.token(insteadOf: nil)
    }
    task.cancel()
    isCancelled.fire()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(renewal.asked.entries.isEmpty)
  }
}
