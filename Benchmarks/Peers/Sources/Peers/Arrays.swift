import Figures
import Foundation
import ListEngine

/// A section's storage beside what an app would write: an array of items, and a dictionary of their places.
@MainActor
enum Arrays {
  struct Movie: Identifiable, Sendable {
    let id: Int
    let title: String
    let overview: String
    let posterPath: String?
    let voteAverage: Double
  }

  typealias List = SectionedList<Int, Movie>

  /// What a reader holds: kept where the compiler cannot see that nobody looks at it.
  static var kept: Any?

  static func movies(page: Int) -> [Movie] {
    (page * 20..<page * 20 + 20).map { id in
      Movie(
        id: id, title: "A title that does not fit into a word, \(id)", overview: "An overview, longer still, of \(id)",
        posterPath: id.isMultiple(of: 6) ? nil : "/poster-of-\(id).jpg", voteAverage: 7)
    }
  }

  struct Plain {
    var items: [Movie] = []
    var offsets: [Int: Int] = [:]

    mutating func append(_ page: [Movie]) {
      for movie in page where offsets[movie.id] == nil {
        offsets[movie.id] = items.count
        items.append(movie)
      }
    }

    mutating func remove(_ id: Int) {
      guard let offset = offsets.removeValue(forKey: id) else { return }
      items.remove(at: offset)
      for offset in offset..<items.count { offsets[items[offset].id] = offset }
    }
  }

  static func run() {
    var rows: [[String]] = []
    for size in [200, 1_000, 10_000, 100_000] {
      var (list, plain) = (List(sections: [0, 1]), Plain())
      for page in 0..<size / 20 {
        let movies = Self.movies(page: page)
        list.append(movies, to: 0)
        plain.append(movies)
      }
      let page = Arrays.movies(page: size / 20)
      let (times, rounds) = (15, size > 10_000 ? 20 : 200)
      /// The median of one call, in µs: each on a value of its own, which is made outside the clock.
      func each<Value>(_ value: Value, held: Bool, _ work: (inout Value) -> Void) -> Double {
        Times(
          (0..<times * rounds / 10).map { _ in
            var own = value
            kept = held ? own : nil
            defer { kept = nil }
            return Times.once { work(&own) }
          }
        ).median * 1e3
      }
      /// Of one call in a chain of calls, so that storage is its owner's alone.
      func chained<Value>(_ value: Value, _ work: (inout Value, Int) -> Void) -> Double {
        var own = value
        work(&own, 0)  // copies what is shared with `value`
        return Times.once { for step in 1...rounds { work(&own, step) } } * 1e3 / Double(rounds)
      }
      func row(_ what: String, _ ours: Double, _ theirs: Double) {
        rows.append([what, "\(size)", ours.short, theirs.short, (theirs / ours).short])
      }
      let pages = (0...rounds).map { movies(page: size / 20 + $0) }
      row(
        "a page of 20", chained(list) { $0.append(pages[$1], to: 0) }, chained(plain) { $0.append(pages[$1]) })
      row(
        "a page, a reader holds the list", each(list, held: true) { $0.append(page, to: 0) },
        each(plain, held: true) { $0.append(page) })
      row(
        "one item deleted", chained(list) { $0.remove(CollectionOfOne(size / 4 + $1 * 3 % (size / 2)), from: 0) },
        chained(plain) { $0.remove(size / 4 + $1 * 3 % (size / 2)) })
      var sum = 0
      row(
        "where an item is",
        chained(list) { list, step in sum += list.indexPath(of: step * 7 % size, in: 0)?.item ?? 0 },
        chained(plain) { plain, step in sum += plain.offsets[step * 7 % size] ?? 0 })
      row(
        "the item at an offset", chained(list) { list, step in sum += list[[0, step * 7 % size]].id },
        chained(plain) { plain, step in sum += plain.items[step * 7 % size].id })
      precondition(sum > 0)  // else the optimizer sees that nothing comes of it
    }
    printTable(
      "One section beside an array with a dictionary of offsets, µs",
      ["what", "items", "ours", "array and dictionary", "times as fast"], rows)
  }
}
