/// The posts of one list of a server: numbers without an end, of which some have been deleted, with what users have written
/// below them. What has been taken is in each page that is asked for afterwards.
struct Posts {
  /// Where a list without a cursor begins.
  private static let first = 60
  private static let count = 15
  private var deleted: Set<Int> = []
  private var marks: [Int: [String]] = [:]

  mutating func delete(_ post: Int) { deleted.insert(post) }
  mutating func mark(_ post: Int, _ mark: String) { marks[post, default: []].append(mark) }

  /// The posts from a cursor on, or those before it.
  func page(after: String?, before: String?) -> String {
    let ids: [Int]
    if let before = before.flatMap({ Int($0) }) {
      ids = (0..<before).reversed().lazy.filter { !deleted.contains($0) }.prefix(Self.count).reversed()
    } else {
      let first = after.flatMap { Int($0) } ?? Self.first
      ids = Array((first...).lazy.filter { !deleted.contains($0) }.prefix(Self.count))
    }
    let posts = ids.map { id in
      #"{"id": \#(id), "text": "\#((["Post \(id)"] + (marks[id] ?? []).suffix(5)).joined(separator: " "))"}"#
    }
    let (previous, next) = (ids.first ?? 0, (ids.last ?? Int(after ?? "") ?? 0) + 1)
    let hasPrevious = (0..<previous).contains { !deleted.contains($0) }
    return #"{"posts": [\#(posts.joined(separator: ","))], "next": "\#(next)""#
      + (hasPrevious ? #", "previous": "\#(previous)"}"# : "}")
  }
}
