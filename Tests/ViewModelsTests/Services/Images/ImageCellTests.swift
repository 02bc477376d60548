import Foundation
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine
@testable import ViewModels

@MainActor
@Suite("An image in a cell", .timeLimit(.minutes(10)))
struct ImageCellTests {
  @Test("an image in memory is shown before load returns")
  func inline() async throws {
    let store = ImageStore.example(nil)
    let image = try await store.data(for: Picture.url(1))
    var shown: Data?
    let token = store.load(Picture.url(1)) { shown = try? $0.get() }
    #expect(shown == image)
    token.cancel()
  }

  @Test("a cell that is reused shows what it asked for last, whatever comes late")
  func reuse() async throws {
    let (first, isShown) = (Signal(), Signal())
    let store = ImageStore.example(
      nil,
      client: StubClient { request, _ in
        // The first image comes when the second one is there; to a client that does not heed cancelling.
        if request.url == Picture.url(1) { await first.wait() }
        return HTTPAnswer(status: 200, body: Picture.data(request.url == Picture.url(1) ? 1 : 2))
      })
    let other = Task { try await store.data(for: Picture.url(1)) }
    var shown: [Data?] = []
    var token = store.load(Picture.url(1)) { shown.append(try? $0.get()) }
    token = store.load(Picture.url(2)) {
      shown.append(try? $0.get())
      isShown.fire()
    }
    await isShown.wait()
    first.fire()
    _ = try await other.value
    #expect(store.cachedData(for: Picture.url(1)) == Picture.data(1))
    #expect(shown == [Picture.data(2)])
    token.cancel()
  }

  @Test("nothing is shown after cancel, though the image was on its way to the main actor")
  func cancelledLate() async throws {
    let (isAsked, isThere) = (Signal(), Signal())
    let store = ImageStore.example(
      nil,
      client: StubClient { _, number in
        isAsked.fire()
        await isThere.wait()
        return HTTPAnswer(status: 200, body: Picture.data(number))
      })
    var isShown = false
    let token = store.load(Picture.url(1)) { _ in isShown = true }
    await isAsked.wait()
    // The main actor is kept busy until somebody who asked later has the image.
    let hasCome = DispatchSemaphore(value: 0)
    Task.detached {
      isThere.fire()
      _ = try await store.data(for: Picture.url(1))
      hasCome.signal()
    }
    hasCome.waitHere()
    token.cancel()
    let last = Signal()
    let other = store.load(Picture.url(2)) { _ in last.fire() }
    await last.wait()
    #expect(!isShown)
    other.cancel()
  }

  @Test("a failure is told, too")
  func failure() async throws {
    let store = ImageStore.example(nil, client: StubClient { _, _ in HTTPAnswer(status: 500) })
    let ended = Signal()
    var result: Result<Data, any Error>?
    let token = store.load(Picture.url(1)) {
      result = $0
      ended.fire()
    }
    await ended.wait()
    #expect(throws: ServiceError.self) { try #require(result).get() }
    token.cancel()
  }

  @Test("everything can be called from the main actor, in any mixture, and nothing waits for it")
  func noDeadlock() async throws {
    let folder = try TemporaryFolder()
    let store = ImageStore.example(folder, limits: ImageStore.Limits(memory: 2_000, disk: 4_000, downloads: 2))
    var random = SeededGenerator(seed: SeededGenerator.seed())
    var shown = 0
    var tokens: [AnyCancellable] = []
    let problems = store.problemsPublisher.sink { _ in }
    for _ in 0..<500 {
      let url = Picture.url(Int.random(in: 0..<30, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: tokens.append(store.load(url) { _ in shown += 1 })
      case 2: tokens.append(store.prefetch([url, Picture.url(7)]))
      case 3: _ = try await store.data(for: url)
      case 4: _ = store.cachedData(for: url)
      default:
        tokens.shuffle(using: &random)
        tokens.removeLast(tokens.count / 2)
        if shown % 7 == 0 { store.removeAllFromMemory() }
      }
    }
    #expect(store.problems.isEmpty)
    #expect(folder.size <= 4_000)
    problems.cancel()
  }
}

extension DispatchSemaphore {
  /// Blocks this thread, which asynchronous code may do only on purpose.
  fileprivate func waitHere() { wait() }
}
