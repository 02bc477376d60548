import ListEngine
import ListTesting

/// Pages of rows, of sections named by strings.
package typealias ManualPages = ScriptedPages<String, TestItem>

extension ScriptedPages {
  package func load(_ section: SectionID, _ page: Int) async throws -> Page<Item> {
    try await load(section, PageKey(number: page))
  }
}

extension ScriptedPages.Request {
  package var page: Int { key.number }
}

extension ManualPages {
  /// Answers the request for this page with rows of these ids.
  package func answer(_ section: String, _ page: Int, _ ids: some Sequence<Int>, isLast: Bool = false) throws {
    try answer(section, page, .success(Page(ids, number: page, isLast: isLast)))
  }

  /// Answers the open request for this page.
  package func answer(_ section: String, _ page: Int, _ result: Result<Page<TestItem>, any Error>) throws {
    guard let request = requests.first(where: { $0.section == section && $0.page == page && !$0.isCancelled }) else {
      throw NoSuchRequest(section: section, page: page)
    }
    answer(request, result)
  }
}

package struct NoSuchRequest: Error { let section: String, page: Int }

package struct Refused: Error, CustomStringConvertible {
  package init() {}

  package var description = "refused"
}
