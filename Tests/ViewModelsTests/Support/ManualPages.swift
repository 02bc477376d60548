@testable import ViewModels

/// Pages of rows, of sections named by strings.
typealias ManualPages = ScriptedPages<String, TestItem>

extension ScriptedPages {
  func load(_ section: SectionID, _ page: Int) async throws -> Page<Item> {
    try await load(section, PageKey(number: page))
  }
}

extension ScriptedPages.Request {
  var page: Int { key.number }
}

extension ManualPages {
  /// Answers the request for this page with rows of these ids.
  func answer(_ section: String, _ page: Int, _ ids: some Sequence<Int>, isLast: Bool = false) throws {
    try answer(section, page, .success(Page(ids, number: page, isLast: isLast)))
  }

  /// Answers the open request for this page.
  func answer(_ section: String, _ page: Int, _ result: Result<Page<TestItem>, any Error>) throws {
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
