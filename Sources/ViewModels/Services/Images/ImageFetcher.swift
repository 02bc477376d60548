import Foundation
import Reactive

/// Fetches images that are not in memory: runs what ``ImageLoads`` decides.
final class ImageFetcher: Sendable {
  private typealias Waiter = CheckedContinuation<Data, any Error>
  private typealias Flights = ImageLoads<Waiter>
  private struct State {
    var flights: Flights
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
    state = Lock(State(flights: ImageLoads(places: limits.downloads)))
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
    let (image, actions) = state.withLock { $0.flights.join(ticket, waiter, for: url, isPrefetch: isPrefetch) }
    if let image { return waiter.resume(returning: image) }
    perform(actions)
    // A cancel that came before the waiter had joined has found nobody to take out.
    if Task.isCancelled { leave(ticket) }
  }

  private func leave(_ ticket: Int) {
    let (waiter, actions) = state.withLock { $0.flights.leave(ticket) }
    waiter?.resume(throwing: CancellationError())
    perform(actions)
    sayIdle()
  }

  /// Returns when nothing is being fetched or written any more.
  func settled() async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.idle.append(continuation) }
      sayIdle()
    }
  }

  private func sayIdle() {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard state.flights.isEmpty else { return [] }
      defer { state.idle = [] }
      return state.idle
    }
    for waiter in waiters { waiter.resume() }
  }

  // MARK: Doing what the flights decide

  private func perform(_ actions: [Flights.Action]) {
    for action in actions {
      switch action {
      case .lookUp(let id, let url): run(id) { await $0.lookUp(id, url) }
      case .download(let id, let url): run(id) { await $0.download(id, url) }
      case .keep(let id, let url, let image): run(id) { await $0.keep(id, url, image) }
      case .giveUp(let id): state.withLock { $0.tasks.removeValue(forKey: id) }?.cancel()
      case .answer(let waiters, let result): for waiter in waiters { waiter.resume(with: result) }
      }
    }
  }

  private func run(_ id: Int, _ work: @escaping @Sendable (ImageFetcher) async -> Void) {
    // Begun under the lock: a flight is given up either before, and nothing begins, or after, and its task is found.
    state.withLock { state in
      guard state.flights.contains(id) else { return }
      state.tasks[id] = Task(priority: .userInitiated) { await work(self) }
    }
  }

  private func tell(_ id: Int, _ event: (inout Flights) -> [Flights.Action]) {
    let actions = state.withLock { state in
      let actions = event(&state.flights)
      if !state.flights.contains(id) { state.tasks[id] = nil }
      return actions
    }
    perform(actions)
    sayIdle()
  }

  private func lookUp(_ id: Int, _ url: URL) async {
    // Who has looked in memory just before an image came may join just after its flight has ended.
    if let image = memory.image(for: url) {
      tell(id) { $0.found(id, image) }
    } else if let image = await disk?.image(for: url) {
      memory.keep(image, for: url)
      tell(id) { $0.found(id, image) }
    } else {
      tell(id) { $0.notOnDisk(id) }
    }
  }

  private func download(_ id: Int, _ url: URL) async {
    do {
      let image = try await download(url)
      // First: whoever is told now and asks again finds it.
      memory.keep(image, for: url)
      tell(id) { $0.downloaded(id, image) }
    } catch {
      tell(id) { $0.failed(id, error) }
    }
  }

  private func keep(_ id: Int, _ url: URL, _ image: Data) async {
    await disk?.keep(image, of: url)
    tell(id) { $0.kept(id) }
  }

  private func download(_ url: URL) async throws -> Data {
    try await ServiceError.naming(url.host) {
      var request = HTTPRequest(url)
      request.headers = ["Accept": "image/*"]
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
