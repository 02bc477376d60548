import Foundation
import MisbehavingServer
import Reactive
import ViewModels

/// What an app makes of one server. Its time limits are short, so that faults end soon.
@MainActor
struct Services {
  let address: ServiceAddress
  let client: any HTTPClient
  /// What is gone when the last screen on these services is.
  var parts: [AnyObject]
  private let text: String
  private let folder: URL
  private static let limits = AnswerLimits(firstByte: .milliseconds(700), whole: .milliseconds(1_500), size: 1 << 20)
  private static let policy = RetryPolicy(
    tries: 3, total: .seconds(5), step: .milliseconds(30), longestWait: .milliseconds(200),
    rateLimitPause: .milliseconds(50), longestRetryAfter: .milliseconds(300))

  init(_ server: LoopbackServer, folder: URL) throws {
    let session = URLSessionClient(limits: Self.limits)
    let limited = LimitedClient(session)
    (text, self.folder) = (server.address, folder)
    address = try ServiceAddress(server.address)
    client = RetryingClient(limited, policy: Self.policy)
    parts = [session, limited]
  }

  func movies() throws -> LiveMovieService { try LiveMovieService(address, token: AccessToken("soak"), client: client) }
  func series() throws -> LiveSeriesService {
    try LiveSeriesService(address, token: AccessToken("soak"), client: client)
  }
  func photos() throws -> LivePhotoService { try LivePhotoService(address, token: AccessToken("soak"), client: client) }
  func dishes() -> LiveDishService { LiveDishService(address, client: client) }
  func images() -> ImageStore {
    ImageStore(folder: folder, limits: .init(memory: 50_000, disk: 100_000, image: 1 << 20), client: client)
  }
  /// Each order goes over a client of its own, as in an app.
  func orders(in file: URL, by process: OrderProcess) throws -> OrdersViewModel {
    let hook = try WebHook("\(text)/services/T1/B1/soak")
    process.service = SlackOrderService(hook) { [limits = Self.limits] in URLSessionClient(limits: limits) }
    return OrdersViewModel(service: process, file: file, pause: .milliseconds(20), policy: Self.policy)
  }

  /// A list of an app's own, with cursors, which go both ways.
  func posts(sharing other: (any GatedList)?) -> PagedList<String, Post> {
    let service = JSONService(address, client: client)
    return PagedList(sections: ["new", "old"], sharing: other) { section, page in
      let cursor = [page.isPrevious ? "before" : "after": page.cursor]
      let answer: PostPage = try await service.get(
        "posts", query: cursor.merging(["list": section]) { $1 }, lane: section)
      return Page(items: answer.posts, previousCursor: answer.previous, nextCursor: answer.next)
    }
  }

  /// Sends an edit once.
  func send(_ edit: SentEdit) -> @Sendable () async throws -> Void {
    let service = JSONService(address, client: client)
    return {
      try await service.send(
        .post, "edits", query: ["token": edit.token, "removed": edit.removed, "marked": edit.marked])
    }
  }
}

/// What a service is told of an edit: items as `section/id`.
struct SentEdit: Sendable {
  let token: String
  var removed = ""
  var marked = ""
}

/// An item of an app's own.
struct Post: Decodable, Identifiable, Equatable, Sendable {
  let id: Int
  var text: String
}

private struct PostPage: Decodable, Sendable {
  let posts: [Post]
  let previous: String?
  let next: String?
}

/// A connection that comes and goes.
final class Connection: ConnectivityMonitor {
  let subject = CurrentValueSubject<Connectivity, Never>(.wifi)
  var states: AnyPublisher<Connectivity, Never> { subject.eraseToAnyPublisher() }
}
