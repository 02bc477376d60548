import Foundation
import ListEngine
import ListViewModelsTestSupport
import Testing
import ViewModels

@Suite("A limited client", .timeLimit(.minutes(10)))
struct LimitedClientTests {
  @Test("no more than so many requests run at once, and a place is free again after a failure")
  func limit() async throws {
    let isFull = Signal()
    let goOn = Signal()
    let stub = StubClient { _, number in
      if number == 3 { isFull.fire() }
      await goOn.wait()
      if number < 3 { throw ServiceError(.unreachable(.refused)) }
      return HTTPAnswer(status: 200)
    }
    let client = LimitedClient(stub, atMost: 3)
    let results = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<10 { group.addTask { (try? await client.send(.example)) != nil } }
      await isFull.wait()
      #expect(stub.requests.entries.count == 3)
      goOn.fire()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.filter { $0 }.count == 8 && stub.requests.entries.count == 10)
  }

  @Test("a place is free again after a cancel")
  func placeOfCancelled() async throws {
    let isRunning = Signal()
    let stub = StubClient { _, number in
      if number == 1 {
        isRunning.fire()
        try await TestClock().sleep(for: .seconds(1))
      }
      return HTTPAnswer(status: 200)
    }
    let client = LimitedClient(stub, atMost: 1)
    let task = Task { try await client.send(.example) }
    await isRunning.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await client.send(.example).status == 200)
  }

  @Test("one that waits is cancelled at once and is never sent; the place goes to the next")
  func cancelled() async throws {
    let isRunning = Signal()
    let goOn = Signal()
    let stub = StubClient { _, _ in
      isRunning.fire()
      await goOn.wait()
      return HTTPAnswer(status: 200)
    }
    let client = LimitedClient(stub, atMost: 1)
    async let first = client.send(.example)
    await isRunning.wait()
    let second = Task { try await client.send(.example) }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    goOn.fire()
    #expect(try await first.status == 200)
    #expect(try await client.send(.example).status == 200)
    #expect(stub.requests.entries.count == 2)
  }

  @Test("however many are cancelled wherever they are, everyone ends and no place is lost")
  func anyCancels() async throws {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    let running = Log<Int>()
    let ended = Log<Int>()
    let stub = StubClient { _, number in
      #expect(running.add(number) - ended.entries.count <= 3)
      for _ in 0..<5 { await Task.yield() }
      ended.add(number)
      try Task.checkCancellation()
      return HTTPAnswer(status: 200)
    }
    let client = LimitedClient(stub, atMost: 3)
    let tasks = (0..<300).map { number in
      var request = HTTPRequest.example
      request.lane = "\(number % 7)"
      return Task { [request] in try await client.send(request) }
    }
    for task in tasks.shuffled(using: &random).prefix(150) {
      task.cancel()
      await Task.yield()
    }
    for task in tasks { _ = await task.result }
    async let one = client.send(.example)
    async let two = client.send(.example)
    async let three = client.send(.example)
    #expect(try await [one.status, two.status, three.status] == [200, 200, 200])
  }
}
