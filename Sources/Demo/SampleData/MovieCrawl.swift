import Foundation
import ViewModels

/// A movie list page by page, in TMDB's JSON: made up and as untidy as the real lists, or read from a file.
///
/// Made-up lists repeat rows, mostly on the next page and at most 22 pages later. One page has 19 rows, and one that is
/// not the last has only repeats. The totals change from page to page. Many fields are null or empty.
package struct MovieCrawl: Sendable {
  /// The answers; page 1 is the first.
  /// A made-up page is encoded when it is requested. Encoding all of them would take longer than a run.
  private let answers: [@Sendable () throws -> Data]

  package var pageCount: Int { answers.count }

  /// Returns the answer for a page. Nil beyond the last one.
  package func answer(page: Int) throws -> Data? {
    answers.indices.contains(page - 1) ? try answers[page - 1]() : nil
  }

  /// The number of pages that TMDB's lists had in 2025.
  package static let pageCounts = 51...56
  private static let rowsPerPage = 20
  private static let farthestRepeat = 22

  package init(section: MovieSection, seed: UInt64) {
    var random = SeededGenerator(seed: seed, "crawl", section.rawValue)
    let pageCount = Int.random(in: Self.pageCounts, using: &random)
    let shortPage = Int.random(in: 2...4, using: &random)
    let repeatingPage = shortPage + Int.random(in: 1...2, using: &random)
    let repeatPercent = Double.random(in: 2...20, using: &random)
    // One pool for all sections: a movie may be popular and now playing.
    var pool = Array(SampleMovie.ids).shuffled(using: &random)
    var rows: [[SampleMovie]] = []
    var totalResults = pageCount * Self.rowsPerPage - Int.random(in: 0..<20, using: &random)
    var answers: [@Sendable () throws -> Data] = []
    for number in 1...pageCount {
      let earlier = rows.suffix(Self.farthestRepeat).flatMap { $0 }
      var page: [SampleMovie] = []
      while page.count < (number == shortPage ? Self.rowsPerPage - 1 : Self.rowsPerPage) {
        let repeats = number == repeatingPage || (number > 1 && random.happens(percent: repeatPercent))
        let source = random.happens(percent: 90) ? rows.last ?? [] : earlier
        if repeats, let old = source.randomElement(using: &random), !page.contains(old) {
          page.append(old)
        } else if number != repeatingPage, let id = pool.popLast() {
          page.append(SampleMovie(id: id, seed: seed))
        }
      }
      rows.append(page)
      if random.happens(percent: 60) { totalResults += Int.random(in: -1...2, using: &random) }
      let answer = SampleMoviePage(
        page: number, results: page,
        totalPages: pageCount + (random.happens(percent: 10) && number < pageCount ? 1 : 0), totalResults: totalResults)
      answers.append { try answer.answer() }
    }
    self.answers = answers
  }

  /// All four lists, made up from a seed.
  package static func samples(seed: UInt64) -> [MovieSection: MovieCrawl] {
    Dictionary(uniqueKeysWithValues: MovieSection.allCases.map { ($0, MovieCrawl(section: $0, seed: seed)) })
  }

  package init(pages: [Data]) { answers = pages.map { page in { page } } }
}
