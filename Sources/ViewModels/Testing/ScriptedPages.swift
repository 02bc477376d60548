import ListEngine
import Reactive

/// A service for tests, whose answers the test gives: in any order, late, or after their load was cancelled.
///
/// ```swift
/// let service = ScriptedPages<Feed, Post>()
/// let viewModel = FeedViewModel(load: service.load)
/// viewModel.loadFirstPages()
/// await service.answer(.best, .success(Page(items: posts, isLast: true)))  // waits until it has been asked
/// await service.answer(.new, .failure(Refused()))
/// await viewModel.settled()
/// ```
/// Nothing in it takes time. What has been asked for stands in ``requests``, and ``arrived(in:)`` returns when nothing
/// is between a list and this service.
@MainActor
public final class ScriptedPages<SectionID: Hashable & Sendable, Item: Identifiable & Equatable & Sendable>
where Item.ID: Sendable {
  /// A page that has been asked for.
  @MainActor
  public final class Request {
    /// Whose page it is.
    public let section: SectionID
    /// Which page it is.
    public let key: PageKey
    /// Whether its load was cancelled, or outranked by a refresh. It can be answered all the same, as by a real network.
    public fileprivate(set) var isCancelled = false
    fileprivate let number: Int
    private var continuation: CheckedContinuation<Page<Item>, any Error>?

    fileprivate init(
      _ number: Int, section: SectionID, key: PageKey, continuation: CheckedContinuation<Page<Item>, any Error>
    ) {
      self.number = number
      self.section = section
      self.key = key
      self.continuation = continuation
    }

    fileprivate func answer(_ result: Result<Page<Item>, any Error>) {
      continuation?.resume(with: result)
      continuation = nil
    }
  }

  /// What has been asked for and not been answered, in the order in which it arrived; cancelled requests included.
  public private(set) var requests: [Request] = []
  /// How often a page has been asked for.
  public private(set) var calls = 0
  /// Whether a request that is cancelled ends with `CancellationError`, as a well-behaved service's does. Otherwise it
  /// waits for its answer all the same.
  public var endsCancelledRequests = false
  /// How many requests wait that were not cancelled; sent whenever that may have changed.
  package let open = CurrentValueSubject<Int, Never>(0)

  /// Creates a service that has not been asked for anything.
  public init() {}

  /// How many requests wait that were not cancelled.
  package var openRequests: Int { requests.count { !$0.isCancelled } }

  /// Loads a page: pass this to a list or a view model. It returns when the test has answered.
  public func load(_ section: SectionID, _ page: PageKey) async throws -> Page<Item> {
    calls += 1
    let number = calls
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        requests.append(Request(number, section: section, key: page, continuation: continuation))
        if Task.isCancelled { cancel(number) }
        open.value = openRequests
      }
    } onCancel: {
      // A list cancels on the main actor, and a test that cancels a load looks at it in the next line.
      runOnMain { self.cancel(number) }
    }
  }

  private func cancel(_ number: Int) {
    guard let request = requests.first(where: { $0.number == number }) else { return }
    request.isCancelled = true
    if endsCancelledRequests { answer(request, .failure(CancellationError())) } else { open.value = openRequests }
  }

  /// Answers a request; does nothing if that has been answered.
  public func answer(_ request: Request, _ result: Result<Page<Item>, any Error>) {
    requests.removeAll { $0 === request }
    open.value = openRequests
    request.answer(result)
  }

  /// Answers a section's request, as soon as there is one that was not cancelled.
  public func answer(_ section: SectionID, _ result: Result<Page<Item>, any Error>) async {
    await arrives(section)
    if let request = openRequest(for: section) { answer(request, result) }
  }

  private func openRequest(for section: SectionID) -> Request? {
    requests.first { $0.section == section && !$0.isCancelled }
  }

  /// Returns when a request for this section is open here, or when the task is cancelled.
  package func arrives(_ section: SectionID) async {
    for await _ in open.values where openRequest(for: section) != nil { return }
  }

  /// Returns when every load that the list has begun has reached this service, and every answer the list; or when the
  /// task is cancelled.
  public func arrived(in list: PagedList<SectionID, Item>) async { await arrived(list.requestsInFlight) }

  /// Returns when as many requests are open here as are in flight there.
  package func arrived(_ inFlight: CurrentValueSubject<Int, Never>) async {
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let tokens = [inFlight.sink { _ in continuation.yield() }, open.sink { _ in continuation.yield() }]
    // A change that woke this up may be of a moment that has passed; what counts is how it stands now.
    for await _ in changes where inFlight.value == open.value { break }
    for token in tokens { token.cancel() }
  }
}

/// Runs an action on the main actor: before this returns if it is called there, else in a turn of its own.
func runOnMain(_ action: @escaping @MainActor @Sendable () -> Void) {
  if MainScheduler.main.isCurrent {
    MainActor.assumeIsolated(action)
  } else {
    Task { @MainActor in action() }
  }
}
