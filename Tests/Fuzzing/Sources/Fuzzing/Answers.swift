import Foundation

@testable import ListEngine
@testable import ViewModels

/// Any answer of any service is a value or a `ServiceError`. Its texts are presentable and short, and quote no token.
///
/// The input's first line is the status and the field `Retry-After`, the rest the body; after `made`, the rest chooses
/// what JSON the body is.
func fuzzAnswers(_ bytes: Bytes) {
  var bytes = bytes
  let head = bytes.line()
  let words = head.split(separator: " ", maxSplits: 1)
  let body = head == "made" ? Data(MadeJSON.text(&bytes).utf8) : Data(bytes.rest)
  let answer = HTTPAnswer(
    status: words.first.flatMap { Int($0) } ?? 200, headers: words.count > 1 ? ["Retry-After": String(words[1])] : [:],
    body: body)
  finish { try await ask(Client(answer: answer)) }
}

private struct Client: HTTPClient {
  let answer: HTTPAnswer
  func send(_ request: HTTPRequest) async throws -> HTTPAnswer { answer }
}

/// An answer with cursors, as an app declares it.
private struct Feed: Decodable, Sendable {
  struct Post: Codable, Hashable, Sendable {
    let id: Int
    let title: String
  }

  let posts: LossyList<Post>
  let next: String?
}

private func ask(_ client: Client) async throws {
  let token = try AccessToken(MadeJSON.secret)
  let movies = try LiveMovieService(token: token, client: client)
  let series = try LiveSeriesService(token: token, client: client)
  let dishes = LiveDishService(try ServiceAddress("https://dishes.example"), client: client)
  let feeds = JSONService("https://feeds.example", client: client)

  await judge { require(page: try await movies.movies(in: .popular, page: 1)) }
  await judge { require(page: try await movies.movies(matching: "a", page: 2)) }
  await judge {
    let answer = try await series.series(7)
    require(answer.seasons.map(\.number) == answer.seasons.map(\.number).sorted(), "seasons by number")
  }
  await judge { require(page: try await series.episodes(ofSeason: 1, in: 7)) }
  // These two have no token, and would not know one.
  await judge(hasToken: false) { require(page: try await dishes.dishes(in: .main)) }
  await judge(hasToken: false) {
    let detail = try await dishes.detail(of: "H1")
    require(detail.id == "H1", "an answer for another dish was taken")
    require(detail.prices.allSatisfy { $0.won.map { $0 >= 0 } ?? false }, "a price that is none")
  }
  await judge { require(page: try await LivePhotoService(token: token, client: client).photos(page: 1)) }
  await judge(hasToken: false) {
    let feed: Feed = try await feeds.get("posts")
    let page = Page(feed.posts, nextCursor: feed.next)
    require(page: page)
    require(page.isLast == (feed.next ?? "").isEmpty, "the last page has no cursor, and no other one")
    require(page.nextCursor.map { isSame($0, feed.next ?? "") } ?? page.isLast, "the cursor came through")
  }
  // Writing: with a token that is refused once, a key in a header field, and an answer that may have no body.
  let writer = try JSONService(
    try ServiceAddress("https://feeds.example"), token: { _ in try AccessToken(MadeJSON.secret) }, client: client)
  await judge { let _: [String: Double] = try await writer.get("numbers") }
  await judge { let _: Feed.Post? = try await writer.send(.put, "posts/1", body: Feed.Post(id: 1, title: "a")) }
  await judge { try await writer.send(.delete, "posts/1", headers: ["X-Api-Key": MadeJSON.secret]) }
  await judge { try await feeds.send(.post, "posts", headers: ["X-Api-Key": MadeJSON.secret], mayBeRepeated: true) }
}

private func judge(hasToken: Bool = true, _ request: () async throws -> Void) async {
  do { try await request() } catch {
    guard let error = error as? ServiceError else { return require(false, "\(type(of: error)): \(error)") }
    require(shown: error.description, hasToken)
    require(shown: LoadError.service(error).description, hasToken)
    if case .refused(_, _, let reason, let wait) = error.kind {
      require((reason ?? "").unicodeScalars.count <= 200, "a reason of \(reason?.count ?? 0)")
      require(wait.map { .zero ... .seconds(1_000_000_000) ~= $0 } ?? true, "wait \(String(describing: wait))")
    }
  }
}

private func require<Item>(page: Page<Item>) {
  for item in page.dropped { require(shown: item.reason) }
  let positions = page.dropped.map(\.position)
  require(positions == positions.sorted() && positions.allSatisfy { $0 >= 0 }, "dropped items in order: \(positions)")
  let entries = page.items.count + page.dropped.count
  require(positions.allSatisfy { $0 < entries }, "a dropped item beyond the list")
}

/// A text that may go into any log.
private func require(shown text: String, _ hasToken: Bool = true) {
  require(isSame(text, text.presentable()), "not presentable: \(text.debugDescription)")
  require(text.unicodeScalars.count <= 400, "\(text.unicodeScalars.count) characters: \(text.prefix(400))")
  guard hasToken else { return }
  var end: UInt64 = 0
  for byte in (text.removingPercentEncoding ?? text).lowercased().utf8 {
    end = end << 8 | UInt64(byte)
    require(!pieces.contains(end), "a token was quoted: \(text)")
  }
}

/// Each eight letters of the token that stand together, as a number.
private let pieces: Set<UInt64> = {
  let secret = Array(MadeJSON.secret.lowercased().utf8)
  return Set((8...secret.count).map { end in secret[(end - 8)..<end].reduce(0) { $0 << 8 | UInt64($1) } })
}()

/// Waits for a task that needs no main actor.
func finish(_ work: @escaping @Sendable () async throws -> Void) {
  let isDone = DispatchSemaphore(value: 0)
  Task.detached {
    do { try await work() } catch { require(false, "\(error)") }
    isDone.signal()
  }
  isDone.wait()
}
