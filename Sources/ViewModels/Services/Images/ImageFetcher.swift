import Foundation
import Reactive

/// Fetches images that are not in memory. Carries out the actions of ``ImageLoads``.
final class ImageFetcher: Sendable {
  private typealias Waiter = CheckedContinuation<Data, any Error>
  private typealias Loads = ImageLoads<Waiter>
  private struct State {
    var loads: Loads
    var tasks: [Int: Task<Void, Never>] = [:]
    var lastTicket = 0
    var idle: [CheckedContinuation<Void, Never>] = []
  }

  private let memory: ImageMemoryCache
  private let disk: ImageDiskCache?
  private let client: any HTTPClient
  private let limits: ImageStore.Limits
  private let state: Lock<State>

  init(memory: ImageMemoryCache, disk: ImageDiskCache?, client: any HTTPClient, limits: ImageStore.Limits) {
    self.memory = memory
    self.disk = disk
    self.client = client
    self.limits = limits
    state = Lock(State(loads: ImageLoads(slots: limits.downloads)))
  }

  // MARK: Waiting

  func image(for url: URL, isPrefetch: Bool) async throws -> Data {
    try Task.checkCancellation()
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { join(ticket, $0, for: url, isPrefetch: isPrefetch) }
    } onCancel: {
      leave(ticket)
    }
  }

  private func join(_ ticket: Int, _ waiter: Waiter, for url: URL, isPrefetch: Bool) {
    let (image, actions) = state.withLock { $0.loads.join(ticket, waiter, for: url, isPrefetch: isPrefetch) }
    if let image { return waiter.resume(returning: image) }
    perform(actions)
    // A cancellation before the waiter joined did not find it.
    if Task.isCancelled { leave(ticket) }
  }

  private func leave(_ ticket: Int) {
    let (waiter, actions) = state.withLock { $0.loads.leave(ticket) }
    waiter?.resume(throwing: CancellationError())
    perform(actions)
    resumeIdleWaiters()
  }

  /// Returns when no image is being fetched or written.
  func settled() async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.idle.append(continuation) }
      resumeIdleWaiters()
    }
  }

  private func resumeIdleWaiters() {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard state.loads.isEmpty else { return [] }
      defer { state.idle = [] }
      return state.idle
    }
    for waiter in waiters { waiter.resume() }
  }

  // MARK: Carrying out actions

  private func perform(_ actions: [Loads.Action]) {
    for action in actions {
      switch action {
      case .lookUp(let id, let url): run(id) { await $0.lookUp(id, url) }
      case .download(let id, let url): run(id) { await $0.download(id, url) }
      case .store(let id, let url, let image): run(id) { await $0.store(id, url, image) }
      case .cancel(let id): state.withLock { $0.tasks.removeValue(forKey: id) }?.cancel()
      case .answer(let waiters, let result): for waiter in waiters { waiter.resume(with: result) }
      }
    }
  }

  private func run(_ id: Int, _ work: @escaping @Sendable (ImageFetcher) async -> Void) {
    // Started under the lock: a load is cancelled either before, and no task starts, or after, and its task is found.
    state.withLock { state in
      guard state.loads.contains(id) else { return }
      state.tasks[id] = Task(priority: .userInitiated) { await work(self) }
    }
  }

  private func apply(_ id: Int, _ event: (inout Loads) -> [Loads.Action]) {
    let actions = state.withLock { state in
      let actions = event(&state.loads)
      if !state.loads.contains(id) { state.tasks[id] = nil }
      return actions
    }
    perform(actions)
    resumeIdleWaiters()
  }

  private func lookUp(_ id: Int, _ url: URL) async {
    // A caller that looked in memory just before an image arrived may join just after its load has ended.
    if let image = memory.image(for: url) {
      apply(id) { $0.found(id, image) }
    } else if let image = await disk?.image(for: url, isWanted: { self.state.withLock { $0.loads.contains(id) } }) {
      memory.store(image, for: url)
      apply(id) { $0.found(id, image) }
    } else {
      apply(id) { $0.notOnDisk(id) }
    }
  }

  private func download(_ id: Int, _ url: URL) async {
    do {
      let image = try await download(url)
      // Before the waiters resume, so that one that asks again finds it.
      memory.store(image, for: url)
      apply(id) { disk == nil ? $0.found(id, image) : $0.downloaded(id, image) }
    } catch {
      apply(id) { $0.failed(id, error) }
    }
  }

  private func store(_ id: Int, _ url: URL, _ image: Data) async {
    await disk?.store(image, of: url)
    apply(id) { $0.stored(id) }
  }

  private func download(_ url: URL) async throws -> Data {
    try await ServiceError.naming(url.host) {
      var request = HTTPRequest(url)
      // A compressed body that is cut can be taken for a whole one. Images are compressed already.
      request.headers = ["Accept": "image/*", "Accept-Encoding": "identity"]
      request.lane = "images"
      request.sizeLimit = limits.image
      let answer = try await client.send(request)
      guard 200..<300 ~= answer.status else { throw ServiceError(.refused(status: answer.status)) }
      guard answer.body.count <= limits.image else { throw ServiceError(.tooLarge(limit: limits.image)) }
      guard ImageFormat(of: answer.body) != nil else { throw ServiceError(.unreadable("it is not an image")) }
      return answer.body
    }
  }
}
