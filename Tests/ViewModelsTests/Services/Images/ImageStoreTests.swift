import Foundation
import ListViewModelsServer
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("The image store", .serialized, .timeLimit(.minutes(10)))
struct ImageStoreTests {
  @Test("an image comes from the network, then from memory, and in the next run from disk")
  func threePlaces() async throws {
    let folder = try TemporaryFolder()
    let client = StubClient { _, number in HTTPAnswer(status: 200, body: Picture.data(number)) }
    let store = ImageStore.example(folder, client: client)
    #expect(store.cachedData(for: Picture.url(1)) == nil)
    #expect(try await store.data(for: Picture.url(1)) == Picture.data(1))
    #expect(store.cachedData(for: Picture.url(1)) == Picture.data(1))
    await store.settled()
    let next = ImageStore.example(folder, client: client)
    #expect(next.cachedData(for: Picture.url(1)) == nil)
    #expect(try await next.data(for: Picture.url(1)) == Picture.data(1))
    #expect(client.requests.entries.count == 1)
  }

  @Test("1,000 who want one image at once make one request")
  func oneRequest() async throws {
    let isWanted = Signal()
    let client = StubClient { _, number in
      await isWanted.wait()
      return HTTPAnswer(status: 200, body: Picture.data(number))
    }
    // Nothing in memory: an image that only came from there would not show that they waited for one request.
    let store = ImageStore.example(nil, limits: ImageStore.Limits(memory: 0), client: client)
    let executor = QueueExecutor()
    let tasks = (1...1_000).map { _ in
      Task(executorPreference: executor) { try await store.data(for: Picture.url(1)) }
    }
    await executor.drained()
    isWanted.fire()
    for task in tasks { #expect(try await task.value == Picture.data(1)) }
    #expect(client.requests.entries.count == 1)
  }

  @Test("a store that keeps nothing asks each time, however soon")
  func keepsNothing() async throws {
    let client = StubClient { _, number in HTTPAnswer(status: 200, body: Picture.data(number)) }
    let store = ImageStore.example(nil, limits: ImageStore.Limits(memory: 0), client: client)
    for number in 1...1_000 { #expect(try await store.data(for: Picture.url(1)) == Picture.data(number)) }
  }

  @Test("who looked in memory before an image came, and asks when its flight has ended, makes no second request")
  func lateJoiner() async throws {
    let client = StubClient { _, number in HTTPAnswer(status: 200, body: Picture.data(number)) }
    let memory = ImageMemoryCache(limit: 1_000)
    let fetcher = ImageFetcher(memory: memory, disk: nil, client: client, limits: ImageStore.Limits())
    memory.store(Picture.data(7), for: Picture.url(1))
    #expect(try await fetcher.image(for: Picture.url(1), isPrefetch: false) == Picture.data(7))
    #expect(client.requests.entries.isEmpty)
    await fetcher.settled()
  }

  @Test("one who is cancelled ends at once and alone; the last one takes the download along")
  func cancelling() async throws {
    let (isAsked, isGivenUp, cancels) = (Signal(), Signal(), Log<Int>())
    let client = StubClient { _, number in
      isAsked.fire()
      await withTaskCancellationHandler {
        await isGivenUp.wait()
      } onCancel: {
        cancels.add(number)
        isGivenUp.fire()
      }
      throw CancellationError()
    }
    let store = ImageStore.example(nil, client: client)
    let executor = QueueExecutor()
    let tasks = (1...2).map { _ in
      Task(executorPreference: executor) { try await store.data(for: Picture.url(1)) }
    }
    await executor.drained()
    await isAsked.wait()
    tasks[0].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[0].value }
    #expect(cancels.entries.isEmpty)
    tasks[1].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[1].value }
    await isGivenUp.wait()
    #expect(cancels.entries == [1])
  }

  @Test("a task that was cancelled before it asked makes no request")
  func cancelledBefore() async {
    let client = StubClient { _, number in HTTPAnswer(status: 200, body: Picture.data(number)) }
    let store = ImageStore.example(nil, client: client)
    let isCancelled = Signal()
    let task = Task {
      await isCancelled.wait()
      return try await store.data(for: Picture.url(1))
    }
    task.cancel()
    isCancelled.fire()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(client.requests.entries.isEmpty)
  }

  @Test("an image of the same name elsewhere, or with another query, is another image")
  func keys() async throws {
    let client = StubClient { request, _ in
      HTTPAnswer(status: 200, body: Picture.data(request.url.absoluteString.count))
    }
    let folder = try TemporaryFolder()
    let store = ImageStore.example(folder, limits: ImageStore.Limits(memory: 0), client: client)
    let urls = ["https://a.example/1/p.png", "https://a.example/22/p.png", "https://a.example/22/p.png?w=1"]
    for text in urls + urls {
      let url = try #require(URL(string: text))
      #expect(try await store.data(for: url) == Picture.data(text.count))
      await store.settled()
    }
    #expect(client.requests.entries.count == 3)
    #expect(folder.names.count == 3)
  }

  @Test("what is no image, too large, or refused is an error that names the host and nothing else of the URL")
  func refusals() async throws {
    let answers = [
      HTTPAnswer(status: 200, body: Data("<!DOCTYPE html><html></html>".utf8)), HTTPAnswer(status: 200),
      HTTPAnswer(status: 200, body: Picture.data(1, size: 1_001)), HTTPAnswer(status: 404, body: Picture.data(1)),
    ]
    let client = StubClient { _, number in answers[number - 1] }
    let store = ImageStore.example(nil, limits: ImageStore.Limits(image: 1_000), client: client)
    var texts: [String] = []
    for _ in answers {
      let error = await #expect(throws: ServiceError.self) { try await store.data(for: Picture.url("s3cret")) }
      texts.append("\(try #require(error))")
    }
    #expect(
      texts == [
        "pictures.example: unreadable answer: it is not an image",
        "pictures.example: unreadable answer: it is not an image",
        "pictures.example: the answer is longer than 1000 bytes", "pictures.example: HTTP 404",
      ])
    #expect(client.requests.entries.map(\.sizeLimit) == [1_000, 1_000, 1_000, 1_000])
    #expect(store.cachedData(for: Picture.url("s3cret")) == nil)
  }

  @Test("memory keeps what was used last, below its limit")
  func memory() async throws {
    let store = ImageStore.example(nil, limits: ImageStore.Limits(memory: 600))
    for number in 1...3 { _ = try await store.data(for: Picture.url(number)) }
    #expect(store.cachedData(for: Picture.url(1)) != nil)
    _ = try await store.data(for: Picture.url(4))
    #expect((1...4).map { store.cachedData(for: Picture.url($0)) != nil } == [true, false, true, true])
    store.removeAllFromMemory()
    #expect((1...4).allSatisfy { store.cachedData(for: Picture.url($0)) == nil })
  }

  @Test("what was fetched ahead is at hand; giving up stops what has not come")
  func prefetching() async throws {
    let (isAsked, isGivenUp) = (Signal(), Signal())
    let store = ImageStore.example(
      nil, limits: ImageStore.Limits(downloads: 1),
      client: StubClient { request, number in
        if request.url == Picture.url(1) { return HTTPAnswer(status: 200, body: Picture.data(1)) }
        isAsked.fire()
        await withTaskCancellationHandler {
          await isGivenUp.wait()
        } onCancel: {
          isGivenUp.fire()
        }
        throw CancellationError()
      })
    let one = store.prefetch([Picture.url(1)])
    #expect(try await store.data(for: Picture.url(1)) == Picture.data(1))
    let others = store.prefetch([Picture.url(2), Picture.url(3)])
    await isAsked.wait()
    others.cancel()
    await isGivenUp.wait()
    one.cancel()
  }

  @Test("over a real socket: one request for many, whole images only, asked for uncompressed")
  func loopback() async throws {
    let encodings = Log<String?>()
    let server = try LoopbackServer { request in
      encodings.add(request.headers["accept-encoding"])
      return request.path == "/whole"
        ? Answer(Picture.data(1)) : Answer(Picture.data(2), delivery: .cut(after: 50))
    }
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let store = ImageStore.example(folder, client: URLSessionClient.timeless())
    let whole = try server.request("/whole").url
    let images = try await withThrowingTaskGroup(of: Data.self) { group in
      for _ in 0..<100 { group.addTask { try await store.data(for: whole) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(images) == [Picture.data(1)])
    let cut = try server.request("/cut").url
    await #expect(throws: ServiceError.self) { try await store.data(for: cut) }
    await store.settled()
    #expect(folder.names == [ImageFileName(whole).text])
    #expect(encodings.entries == ["identity", "identity"])
  }
}
