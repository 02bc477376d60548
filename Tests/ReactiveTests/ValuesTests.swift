import ListViewModelsTestSupport
import Reactive
import Testing

@Suite("values")
struct ValuesTests {
  @Test("no value is lost, however many come before the loop asks")
  func buffered() async {
    let subject = PassthroughSubject<Int, Never>()
    var iterator = subject.values.makeAsyncIterator()
    for value in 0..<1_001 { subject.send(value) }
    subject.send(completion: .finished)
    var seen: [Int] = []
    while let value = await iterator.next() { seen.append(value) }
    #expect(seen == Array(0..<1_001))
    #expect(await iterator.next() == nil)
  }

  @Test("the policy says what is kept; the completion is kept in any case")
  func policy() async throws {
    let subject = PassthroughSubject<Int, TestError>()
    var newest = subject.values(bufferingPolicy: .bufferingNewest(2)).makeAsyncIterator()
    var oldest = subject.values(bufferingPolicy: .bufferingOldest(2)).makeAsyncIterator()
    for value in 1...5 { subject.send(value) }
    subject.send(completion: .failure(.oops))
    #expect(try await [newest.next(), newest.next()] == [4, 5])
    #expect(try await [oldest.next(), oldest.next()] == [1, 2])
    await #expect(throws: TestError.oops) { try await newest.next() }
    await #expect(throws: TestError.oops) { try await oldest.next() }
    #expect(try await newest.next() == nil, "a failure is thrown once")
  }

  @Test("a failure throws its own type to the one who waits")
  func failure() async {
    let subject = CurrentValueSubject<Int, TestError>(1)
    var seen: [Int] = []
    do throws(TestError) {
      for try await value in subject.values {
        seen.append(value)
        subject.send(completion: .failure(.other))
      }
    } catch {
      #expect(error == .other)
      seen.append(-1)
    }
    #expect(seen == [1, -1])
  }

  @Test("cancelling the task that waits cancels upstream and ends the loop")
  func cancelWaiting() async {
    let requested = AsyncStream<Void>.makeStream()
    let log = SubscriptionLog(onRequest: { _ in requested.continuation.finish() })
    let source = Source<Int, Never>(log)
    let started = AsyncStream<Void>.makeStream()
    let task = Task {
      var seen: [Int] = []
      for await value in source.values {
        seen.append(value)
        started.continuation.finish()
      }
      return seen
    }
    for await _ in requested.stream {}
    source.send(1)
    for await _ in started.stream {}
    task.cancel()
    #expect(await task.value == [1])
    #expect(log.events == [.requested(.unlimited), .cancelled])
  }

  @Test("a cancelled task gets nothing more, not even what waits")
  func cancelBusy() async {
    let requested = AsyncStream<Void>.makeStream()
    let log = SubscriptionLog(onRequest: { _ in requested.continuation.finish() })
    let source = Source<Int, Never>(log)
    let task = Task {
      var seen: [Int] = []
      for await value in source.values {
        seen.append(value)
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return seen
    }
    for await _ in requested.stream {}
    (1...3).forEach { source.send($0) }
    #expect(await task.value == [1])
    #expect(log.events == [.requested(.unlimited), .cancelled])
  }

  @Test("leaving the loop cancels upstream and lets go of everything")
  func leave() async {
    let subject = CurrentValueSubject<Int, Never>(0)
    let gone = Box(0)
    do {
      let canary = Canary { gone.increment() }
      for await _ in subject.map({ _ in withExtendedLifetime(canary) {} }).values { break }
    }
    #expect(gone.value == 1)
  }

  @Test("a main-actor loop gets the values on the main actor")
  @MainActor
  func main() async {
    let subject = PassthroughSubject<Int, Never>()
    var iterator = subject.receive(on: .main).values.makeAsyncIterator()
    subject.send(1)
    #expect(await iterator.next() == 1)
  }
}
