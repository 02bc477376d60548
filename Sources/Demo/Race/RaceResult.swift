/// The result of a run.
struct RaceResult: Equatable {
  /// Nil for the run through the gate.
  let way: Mistake?
  /// The number of pages that were loaded.
  let pages: Int
  let items: Int
  /// Virtual milliseconds since the start.
  let time: Int
  /// The list view's violation, if there was one.
  let crash: String?
  /// A line for each event before the violation.
  let story: [String]
}

/// How many runs ended in a violation.
struct RaceCount {
  let way: Mistake?
  let seeds: Int
  var crashes = 0
}

extension Mistake? {
  fileprivate var name: String { self?.rawValue ?? "gate" }
  fileprivate var summary: String {
    self?.summary ?? "through the gate: one change at a time, made inside the view's own update"
  }
}

extension RaceResult {
  /// The text form.
  var text: [String] {
    ["", way.summary] + (crash == nil ? [] : story.suffix(3)) + [TextPrinter.start(time, "") + end]
  }

  private var end: String {
    guard let crash else { return "\(pages) pages, \(items) items, no exception" }
    return "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '\(crash)'"
  }

  /// The JSON form, an object.
  func json(seed: UInt64) -> String {
    var line = JSONLine()
    line.add("event", "race")
    line.add("way", way.name)
    line.add("seed", raw: String(seed))
    line.add("pages", pages)
    line.add("items", items)
    line.add("crashed", crash != nil)
    if let crash { line.add("reason", crash) }
    line.add("time", raw: time.asSeconds)
    return line.text
  }
}

extension RaceCount {
  /// The text form.
  var text: String {
    let padding = String(repeating: " ", count: String(seeds).count - String(crashes).count)
    return "\(padding)\(crashes) of \(seeds) seeds crash  \(way.summary)"
  }

  /// The JSON form, an object.
  var json: String {
    var line = JSONLine()
    line.add("event", "race")
    line.add("way", way.name)
    line.add("seeds", seeds)
    line.add("crashed", crashes)
    return line.text
  }
}
