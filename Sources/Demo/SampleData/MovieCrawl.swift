import Foundation
import ViewModels

/// What a movie list answers page by page, in TMDB's own JSON: made up, and as untidy as the real lists.
///
/// Rows repeat on later pages, mostly the next one, up to 22 pages apart; one page holds 19 rows; one holds nothing but
/// repeats although more follow; the totals shift while one pages through; many fields are null or empty.
struct MovieCrawl: Sendable {
  /// The answers; page 1 is the first.
  private let answers: [Answer]

  /// A page made up is written as JSON when it is asked for: all of them would take longer than a run.
  private enum Answer {
    case made(SampleMoviePage)
    case saved(Data)
  }

  /// How many pages there are.
  var pageCount: Int { answers.count }

  /// One page's answer; nil beyond the last.
  func answer(page: Int) throws -> Data? {
    guard answers.indices.contains(page - 1) else { return nil }
    return switch answers[page - 1] {
    case .made(let page): try page.answer()
    case .saved(let data): data
    }
  }

  /// How many pages real lists of this kind had in 2025, and so how many are made.
  static let pageCounts = 51...56
  private static let rowsPerPage = 20
  private static let farthestRepeat = 22

  init(section: MovieSection, seed: UInt64) {
    var random = SeededGenerator(seed: seed, "crawl", section.rawValue)
    let pageCount = Int.random(in: Self.pageCounts, using: &random)
    let shortPage = Int.random(in: 2...4, using: &random)
    let repeatingPage = shortPage + Int.random(in: 1...2, using: &random)
    let repeatPercent = Double.random(in: 2...20, using: &random)
    // One pool for all sections: a film may be popular and now playing.
    var pool = Array(1...4_000).shuffled(using: &random)
    var rows: [[SampleMovie]] = []
    var totalResults = pageCount * Self.rowsPerPage - Int.random(in: 0..<20, using: &random)
    var answers: [Answer] = []
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
      answers.append(
        .made(
          SampleMoviePage(
            page: number, results: page,
            totalPages: pageCount + (random.happens(percent: 10) && number < pageCount ? 1 : 0),
            totalResults: totalResults)))
    }
    self.answers = answers
  }

  /// All four lists, made up from a seed.
  static func samples(seed: UInt64) -> [MovieSection: MovieCrawl] {
    Dictionary(uniqueKeysWithValues: MovieSection.allCases.map { ($0, MovieCrawl(section: $0, seed: seed)) })
  }

  init(pages: [Data]) { answers = pages.map(Answer.saved) }
}
