import Foundation
import ListTesting
import Observation
import Reactive
import ViewModels

/// The sections.
nonisolated enum Feed: String, CaseIterable, Sendable { case new, best, saved }

/// The items.
nonisolated struct Post: Identifiable, Equatable, Codable, Sendable {
  let id: Int
  var title: String
}

/// A service with cursors.
nonisolated struct FeedService: Sendable {
  struct Answer: Decodable, Sendable { let posts: LossyList<Post>, next: String? }
  let json: JSONService

  func posts(in feed: Feed, _ page: PageKey) async throws -> Page<Post> {
    let answer: Answer = try await json.get("feeds/\(feed.rawValue)", query: ["cursor": page.cursor])
    return Page(answer.posts, nextCursor: answer.next)
  }
}

/// Three feeds that are saved, and shown again before the network has answered, or without one.
@MainActor
@Observable
final class FeedViewModel: PagedListViewModel {
  let pages: PagedList<Feed, Post>

  init(service: FeedService) {
    pages = PagedList(sections: Feed.allCases) { try await service.posts(in: $0, $1) }
  }

  func save(to file: URL) throws {
    let feeds = Dictionary(uniqueKeysWithValues: sections.map { ($0.rawValue, saved($0)) })
    try JSONEncoder().encode(feeds).write(to: file, options: .atomic)
  }

  /// Shows what was saved, and starts again. A file that cannot be read, of an older version for instance, is as good as
  /// none.
  func restore(from file: URL) {
    let data = (try? Data(contentsOf: file)) ?? Data()
    let feeds = (try? JSONDecoder().decode([String: SavedSection<Post>].self, from: data)) ?? [:]
    for feed in sections {
      if let saved = feeds[feed.rawValue] { seed(feed, saved) }
    }
    refreshAll()
  }

  /// What a cell says.
  func text(at indexPath: IndexPath) -> String {
    switch row(at: indexPath) {
    case .item(let post): post.title
    case .placeholder: "…"
    case .loading: "loading"
    case .failed(_, let error): "\(error). Try again"
    case .empty: "nothing here"
    case .finished: "that is all"
    }
  }
}

/// Three feeds of a service with cursors, in a list that counts as UIKit's do. `swift run Offline FILE` loads them, scrolls
/// to the end of the first one and saves all; `swift run Offline FILE --offline` starts again without a network, from FILE.
@main
@MainActor
struct Offline {
  static func main() async throws {
    guard CommandLine.arguments.count > 1 else { return print("usage: Offline FILE [--offline]") }
    let file = URL(fileURLWithPath: CommandLine.arguments[1])
    let network = Network(isThere: !CommandLine.arguments.contains("--offline"))
    let viewModel = FeedViewModel(
      service: FeedService(json: JSONService("https://api.example.com", client: network)))
    viewModel.showStateRows([.loading, .failed, .empty, .finished])
    viewModel.restore(from: file)

    let list = StrictListView(dataSource: viewModel) { viewModel.text(at: $0) }
    list.willDisplay = { viewModel.willDisplay($0) }
    let binding = viewModel.bind(to: list)  // its first count has what was saved
    await viewModel.settled()
    for _ in 1...3 {  // near the end, the next page is loaded
      list.scrollToEnd(ofSection: 0)
      await viewModel.settled()
    }
    print(list.text)
    try viewModel.save(to: file)
    binding.cancel()
  }
}

/// What stands for the network: three pages of each feed, or none.
private nonisolated struct Network: HTTPClient {
  let isThere: Bool

  func send(_ request: HTTPRequest) async throws -> HTTPAnswer {
    guard isThere else { throw ServiceError(.unreachable(.offline)) }
    let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    let page = query.first { $0.name == "cursor" }?.value.flatMap(Int.init) ?? 1
    let feed = request.url.lastPathComponent
    let posts = (1...4).map { number in
      let id = (page - 1) * 4 + number
      return #"{"id": \#(id), "title": "\#(feed) \#(id)"}"#
    }
    let next = page < 3 ? #""\#(page + 1)""# : "null"
    let body = #"{"posts": [\#(posts.joined(separator: ", "))], "next": \#(next)}"#
    return HTTPAnswer(status: 200, body: Data(body.utf8))
  }
}
