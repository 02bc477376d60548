import Foundation
import ViewModels

/// A made-up conversation of lines that are short and long: twenty around the middle, and older and newer ones beside them.
struct SampleChat: Sendable {
  enum SectionID: Hashable, Sendable { case lines }

  struct Line: Identifiable, Equatable, Sendable {
    let id: Int
    let text: String
  }

  static let first = PageKey(number: 20)
  private static let pages = 40, size = 25
  let traffic: Traffic

  func lines(_ page: PageKey) async throws -> Page<Line> {
    try await traffic.pass("Chat \(page.number)") {
      let ids = ((page.number - 1) * Self.size)..<(page.number * Self.size)
      let words = "We read it upwards and downwards and the line under the finger stays where it is"
      return Page(
        items: ids.map { id in
          Line(id: id, text: Array(repeating: words, count: 1 + id * 7 % 4).joined(separator: ". "))
        }, number: page.number, isLast: page.number == Self.pages)
    }
  }
}
