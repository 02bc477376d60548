import Reactive

@testable import ViewModels

/// Pages of rows, of sections named by strings.
typealias ManualPages = ManualLoads<String, Row>

/// A service whose answers the test gives, in any order, late, twice refused, or after their load was cancelled.
@MainActor
final class ManualLoads<SectionID: Hashable & Sendable, Item: Identifiable & Equatable & Sendable>
where Item.ID: Sendable {
  /// A page that has been asked for.
  @MainActor
  final class Request {
    let section: SectionID
    let key: PageKey
    var page: Int { key.number }
    fileprivate(set) var isCancelled = false
    private var continuation: CheckedContinuation<Page<Item>, any Error>?

    fileprivate init(section: SectionID, key: PageKey, continuation: CheckedContinuation<Page<Item>, any Error>) {
      self.section = section
      self.key = key
      self.continuation = continuation
    }

    fileprivate func answer(_ result: Result<Page<Item>, any Error>) {
      continuation?.resume(with: result)
      continuation = nil
    }
  }

  /// Asked for and not answered, cancelled ones included: a real network can answer those, too.
  private(set) var requests: [Request] = []
  /// How often the service has been called.
  private(set) var calls = 0
  /// Whether a request that is cancelled ends with `CancellationError`; otherwise it waits for its answer all the same.
  var endsCancelledRequests = false
  /// How many requests wait that were not cancelled; sent whenever that may have changed.
  let open = CurrentValueSubject<Int, Never>(0)

  /// How many requests wait that were not cancelled.
  var openRequests: Int { requests.count { !$0.isCancelled } }

  func load(_ section: SectionID, _ page: Int) async throws -> Page<Item> {
    try await load(section, PageKey(number: page))
  }

  func load(_ section: SectionID, _ key: PageKey) async throws -> Page<Item> {
    calls += 1
    var request: Request?
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let new = Request(section: section, key: key, continuation: continuation)
        request = new
        requests.append(new)
        if Task.isCancelled { cancel(new) }
        open.value = openRequests
      }
    } onCancel: {
      MainActor.assumeIsolated {  // this package cancels on the main actor alone
        if let request { cancel(request) }
      }
    }
  }

  private func cancel(_ request: Request) {
    request.isCancelled = true
    if endsCancelledRequests { answer(request, .failure(CancellationError())) } else { open.value = openRequests }
  }

  /// Answers a request.
  func answer(_ request: Request, _ result: Result<Page<Item>, any Error>) {
    requests.removeAll { $0 === request }
    open.value = openRequests
    request.answer(result)
  }

  /// Returns when a request for this section is open here.
  func arrives(_ section: SectionID) async {
    func isThere() -> Bool { requests.contains { $0.section == section && !$0.isCancelled } }
    if isThere() { return }
    for await _ in open.values where isThere() { return }
  }

  /// Returns when every load that has been begun has reached this service, and every answer the list.
  func arrived(in list: PagedList<SectionID, Item>) async { await arrived(list.requestsInFlight) }

  /// Returns when as many requests are open here as are in flight there.
  func arrived(_ inFlight: CurrentValueSubject<Int, Never>) async {
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let tokens = [inFlight.sink { _ in continuation.yield() }, open.sink { _ in continuation.yield() }]
    // A change that woke this up may be of a moment that has passed; what counts is how it stands now.
    for await _ in changes where inFlight.value == open.value { break }
    for token in tokens { token.cancel() }
  }
}

extension ManualPages {
  /// Answers the request for this page with rows of these ids.
  func answer(_ section: String, _ page: Int, _ ids: some Sequence<Int>, isLast: Bool = false) throws {
    try answer(section, page, .success(Page(ids, number: page, isLast: isLast)))
  }

  /// Answers the open request for this page.
  func answer(_ section: String, _ page: Int, _ result: Result<Page<Row>, any Error>) throws {
    guard let request = requests.first(where: { $0.section == section && $0.page == page && !$0.isCancelled }) else {
      throw NoSuchRequest(section: section, page: page)
    }
    answer(request, result)
  }

}

struct NoSuchRequest: Error { let section: String, page: Int }

struct Refused: Error, CustomStringConvertible {
  var description = "refused"
}
