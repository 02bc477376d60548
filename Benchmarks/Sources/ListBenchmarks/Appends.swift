import Figures
import ListEngine

/// What a page of 20 costs a list that is short or long, while somebody reads it or not.
@MainActor
enum Appends {
  /// What the reader holds: kept where the compiler cannot see that nobody looks at it.
  static var held: Any?

  struct Movie: Identifiable, Sendable {
    let id: Int
    let title: String
    let overview: String
    let posterPath: String?
    let voteAverage: Double
  }

  /// Who holds what while the page is appended.
  enum Reader: String, CaseIterable {
    case nobody = "nobody"
    case items = "the items"
    case list = "the whole list"
  }

  typealias List = SectionedList<Int, Movie>

  static func run() {
    var rows: [[String]] = []
    for reader in Reader.allCases {
      var short: Double?
      for size in [20, 10_000, 100_000] {
        let times = times(size: size, reader: reader)
        let ratio = times.median / (short ?? times.median)
        short = short ?? times.median
        rows.append([
          reader.rawValue, "\(size)", (times.median * 1e3).short, ratio.short, (times.worst * 1e3).short,
        ])
      }
    }
    printTable(
      "A page of 20 movies appended, while the reader holds what is named",
      ["reader", "items before", "median, µs", "times that at 20", "worst, µs"], rows)
  }

  /// Of pages that come one after the other, each made right before, to lists that are made anew when they have grown
  /// by a hundredth.
  static func times(size: Int, reader: Reader) -> Times {
    var times: [Double] = []
    while times.count < 1_000 {
      var list = List(sections: [0, 1])
      for page in 0..<size / 20 { list.append(movies(page: page), to: 0) }
      for page in size / 20...size / 20 + size / 2_000 {
        let movies = movies(page: page)
        held =
          switch reader {
          case .nobody: nil
          case .items: list.items(in: 0)
          case .list: list
          }
        times.append(Times.once { list.append(movies, to: 0) })
        held = nil
      }
    }
    return Times(times)
  }

  static func movies(page: Int) -> [Movie] {
    (page * 20..<page * 20 + 20).map { id in
      Movie(
        id: id, title: "A title that does not fit into a word, \(id)", overview: "An overview, longer still, of \(id)",
        posterPath: id.isMultiple(of: 6) ? nil : "/poster-of-\(id).jpg", voteAverage: 7)
    }
  }
}
