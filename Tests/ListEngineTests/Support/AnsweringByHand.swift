import ListEngine
import ListTesting
import ListViewModelsTestSupport
import Testing

/// A suite with a list whose requests its tests answer, section a's unless they name another.
@MainActor
protocol AnsweringByHand {
  var service: ManualPages { get }
  var list: PagedList<String, TestItem> { get }
}

extension AnsweringByHand {
  /// The ids of the items that a section shows.
  func ids(_ section: String = "a") -> [Int] { list.items(in: section).map(\.id) }

  /// The page that has been asked for.
  func asked() async throws -> PageKey {
    await service.arrived(in: list)
    return try #require(service.requests.first { $0.section == "a" && !$0.isCancelled }).key
  }

  /// A page with cursors.
  func page(_ ids: some Sequence<Int>, before: String? = nil, after: String? = nil) -> Page<TestItem> {
    Page(items: ids.map { TestItem($0) }, previousCursor: before, nextCursor: after)
  }

  /// Answers the request for a page by number, as soon as there is one; the list has taken the answer in when this returns.
  func answer(_ number: Int, _ result: Result<Page<TestItem>, any Error>) async throws {
    await service.arrives("a")
    try service.answer("a", number, result)
    await service.arrived(in: list)
    await list.idle()
  }

  func answer(_ number: Int, _ page: Page<TestItem>) async throws { try await answer(number, .success(page)) }

  /// Answers the request for whichever page, as soon as there is one; the list has taken the answer in when this returns.
  func answer(_ result: Result<Page<TestItem>, any Error>, of section: String = "a") async throws {
    await service.arrives(section)
    service.answer(try #require(service.requests.first { $0.section == section && !$0.isCancelled }), result)
    await service.arrived(in: list)
    await list.idle()
  }

  func answer(_ page: Page<TestItem>, of section: String = "a") async throws {
    try await answer(.success(page), of: section)
  }

  /// Loads the next page of a section.
  func load(_ ids: [Int], in section: String = "a") async throws {
    list.loadNextPage(in: section)
    try await answer(Page(ids), of: section)
  }

  /// The ids and texts of the items that a section shows.
  func shown(_ section: String) -> [String] { list.items(in: section).map { "\($0.id)\($0.text)" } }
}
