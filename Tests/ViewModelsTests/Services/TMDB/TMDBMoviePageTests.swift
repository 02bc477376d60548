import Foundation
import ListEngine
import Testing
import ViewModels

@Suite("A page of movies in TMDB's JSON")
struct TMDBMoviePageTests {
  @Test("every field is read")
  func everyField() throws {
    let page = try decode(
      """
      {"page": 2, "total_pages": 7, "total_results": 131, "dates": {"maximum": "2026-12-01", "minimum": "2026-10-01"},
       "results": [{"adult": true, "backdrop_path": "/b.jpg", "genre_ids": [28, 80], "id": 7, "original_language": "ko",
       "original_title": "칠", "overview": "Seven.", "popularity": 1.5, "poster_path": "/p.jpg",
       "release_date": "2026-11-01", "title": "Seven", "video": true, "vote_average": 6.25, "vote_count": 12}]}
      """)
    var movie = Movie(id: 7, title: "Seven")
    movie.overview = "Seven."
    movie.releaseDate = "2026-11-01"
    movie.posterPath = "/p.jpg"
    movie.voteAverage = 6.25
    #expect(page == Page(items: [movie], number: 2, isLast: false, totalItems: 131))
    let copy = try JSONDecoder().decode(Movie.self, from: JSONEncoder().encode(movie))
    #expect(copy == movie)
  }

  @Test("an id and a title are enough; an empty date and an empty path are nil")
  func scarce() throws {
    let page = try decode(
      #"{"results": [{"id": 1, "title": "One", "release_date": "", "poster_path": "", "backdrop_path": null}]}"#)
    #expect(page == Page(items: [Movie(id: 1, title: "One")], isLast: false))
  }

  @Test("a movie without an id or a title is dropped and reported with its place; the others stay")
  func dropped() throws {
    let page = try decode(
      #"""
      {"page": 1, "total_pages": 2, "results": [{"title": "No id"}, {"id": 2, "title": "Two"}, null,
       {"id": "3", "title": "Three"}, 4, {"id": 5, "title": null}]}
      """#)
    #expect(page.items.map(\.id) == [2])
    #expect(
      page.dropped == [
        DroppedItem(position: 0, reason: "id is missing"), DroppedItem(position: 2, reason: "it is null"),
        DroppedItem(position: 3, reason: "id is not a whole number"),
        DroppedItem(position: 4, reason: "it is not an object"), DroppedItem(position: 5, reason: "title is null"),
      ])
  }

  @Test("a field of another type costs the field and not the movie")
  func unreadableField() throws {
    let page = try decode(
      #"{"results": [{"id": 1, "title": "One"}, {"id": 2, "title": "Two", "vote_average": "8", "release_date": 2026}]}"#
    )
    #expect(page.items == [Movie(id: 1, title: "One"), Movie(id: 2, title: "Two")])
    #expect(page.dropped.isEmpty)
  }

  @Test(
    "the last page is the last of total_pages or page 500, whichever comes first, or an empty one",
    arguments: [
      (1, 2, 20, false), (2, 2, 20, true), (3, 2, 20, true), (499, 53_585, 20, false), (500, 53_585, 20, true),
      (1, 0, 0, true), (3, 9, 0, true),
    ])
  func lastPage(number: Int, totalPages: Int, count: Int, isLast: Bool) throws {
    let movies = (0..<count).map { #"{"id": \#($0), "title": "\#($0)"}"# }.joined(separator: ",")
    let page = try decode(#"{"page": \#(number), "total_pages": \#(totalPages), "results": [\#(movies)]}"#)
    #expect(page.isLast == isLast)
  }

  @Test(
    "a movie with a number that is too large, or with half a surrogate pair, is dropped, and the page is not",
    arguments: [
      #"{"id": 99999999999999999999, "title": "a"}"#, #"{"id": 1, "title": "a\ud800b"}"#,
      #"{"id": 1e999, "title": "a"}"#,
    ])
  func unreadableMovie(movie: String) throws {
    let page = try decode(#"{"page": 1, "results": [\#(movie), {"id": 2, "title": "b"}], "total_pages": 1}"#)
    #expect(page.items.map(\.id) == [2])
    #expect(page.dropped.map(\.position) == [0] && page.dropped.first?.reason.isEmpty == false)
  }

  @Test("a page whose movies were all dropped is not the end")
  func allDropped() throws {
    #expect(try decode(#"{"page": 1, "total_pages": 2, "results": [{}]}"#).isLast == false)
  }

  @Test("code 22 is the end of the list")
  func invalidPage() throws {
    let page = try decode(
      #"{"success": false, "status_code": 22, "status_message": "Invalid page: Pages start at 1."}"#)
    #expect(page == Page(items: [], isLast: true))
  }

  @Test("an error in the place of a page is thrown, with code and reason, results or not")
  func errorInside() {
    let error = ServiceError(.refused(status: nil, code: 21, reason: "Entry not found:  sorry."))
    for results in ["", #", "results": []"#] {
      #expect(throws: error) {
        try decode(#"{"success": false, "status_code": 21, "status_message": "Entry not found:\n sorry."\#(results)}"#)
      }
    }
  }

  @Test(
    "what is no page of movies is unreadable, and the error says what and where and quotes nothing",
    arguments: [
      ("", "it is empty"), ("<html>secret</html>", "it is not readable JSON"),
      (#"{"page": 1"#, "it is not readable JSON"),
      (#"["secret"]"#, "it is not an object"), (#"{"page": 1}"#, "results is missing"),
      (#"{"results": "secret"}"#, "results is not a list"),
      (#"{"page": "secret", "results": []}"#, "page is not a whole number"),
      (#"{"results": [], "total_pages": -1}"#, "total_pages is negative"),
    ])
  func unreadable(answer: String, problem: String) {
    #expect(throws: ServiceError(.unreadable(problem))) { try decode(answer) }
  }

  @Test("broken UTF-8 in a movie costs the movie")
  func brokenUTF8() throws {
    var data = Data(#"{"results": [{"id": 1, "title": "X"}, {"id": 2, "title": "b"}]}"#.utf8)
    data[data.lastIndex(of: UInt8(ascii: "X"))!] = 0xff
    let page = try TMDBMoviePage.decode(data)
    #expect(page.items.map(\.id) == [2] && page.dropped.map(\.position) == [0])
  }

  @Test(
    "a real crawl of 55 pages holds 1,100 movies with 1,082 ids, none dropped",
    .enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
  func crawl() throws {
    let all = try JSONSerialization.jsonObject(with: SharedData.read("tmdb/upcoming-2025-04-01.json"))
    let answers = try #require(all as? [String: Any])
    var ids: [Int] = []
    for number in 1...55 {
      let page = try TMDBMoviePage.decode(
        JSONSerialization.data(withJSONObject: try #require(answers["page_\(number)"])))
      #expect(page.number == number && page.isLast == false && page.items.count == 20)
      #expect(page.dropped.isEmpty)
      #expect(page.items.allSatisfy { $0.releaseDate != "" && $0.voteAverage != nil })
      ids += page.items.map(\.id)
    }
    #expect(ids.count == 1_100 && Set(ids).count == 1_082)
  }

  @Test("real lists and errors of other years are read", .enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
  func otherYears() throws {
    for section in MovieSection.allCases {
      let page = try TMDBMoviePage.decode(SharedData.read("tmdb/lists-2023/movie-\(section.rawValue).json"))
      #expect(page.items.count == 20 && page.number == 1 && page.dropped.isEmpty)
    }
    #expect(try TMDBMoviePage.decode(SharedData.read("tmdb/errors/error-status-400.json")).isLast)
    #expect(
      throws: ServiceError(.refused(status: nil, code: 34, reason: "The resource you requested could not be found."))
    ) {
      try TMDBMoviePage.decode(SharedData.read("tmdb/errors/error-status-response.json"))
    }
  }

  @discardableResult
  private func decode(_ answer: String) throws -> Page<Movie> { try TMDBMoviePage.decode(Data(answer.utf8)) }
}
