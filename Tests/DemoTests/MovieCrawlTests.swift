import Foundation
import SampleService
import Testing
import ViewModels

@testable import Demo

@Suite("The sample movie lists")
struct MovieCrawlTests {
  @Test("they are as untidy as the real ones", arguments: MovieSection.allCases)
  func statistics(section: MovieSection) throws {
    let pages = try answers(of: section, seed: 3).map(TMDBMoviePage.decode)
    #expect(MovieCrawl.pageCounts.contains(pages.count))
    #expect(pages.count { $0.items.count == 19 } == 1)
    #expect(pages.dropLast().allSatisfy { !$0.isLast } && pages.last?.isLast == true)
    #expect(Set(pages.map(\.totalItems)).count > 3)  // the totals shift

    var lastPages: [Int: Int] = [:]
    var distances: [Int] = []
    var barren = 0
    for (number, page) in pages.enumerated() {
      #expect(Set(page.items.map(\.id)).count == page.items.count)  // no repeats inside one page
      var new = 0
      for movie in page.items {
        let last = lastPages.updateValue(number, forKey: movie.id)
        if let last { distances.append(number - last) } else { new += 1 }
      }
      if new == 0 { barren += 1 }
    }
    #expect(barren == 1)
    #expect(distances.count >= 20)
    #expect((distances.max() ?? 0) > 1 && (distances.max() ?? 0) <= 22)
    let movies = pages.flatMap(\.items)
    #expect(Set(movies.map(\.title)).count == Set(movies.map(\.id)).count)  // a repeated title is a repeated movie
    #expect(movies.contains { $0.posterPath == nil } && movies.contains { $0.overview == "" })
  }

  @Test("a seed makes the same lists again, byte for byte")
  func reproducible() throws {
    #expect(
      try answers(of: .popular, seed: 4) == answers(of: .popular, seed: 4))
  }

  private func answers(of section: MovieSection, seed: UInt64) throws -> [Data] {
    let crawl = MovieCrawl(section: section, seed: seed)
    return try (1...crawl.pageCount).compactMap(crawl.answer)
  }
}
