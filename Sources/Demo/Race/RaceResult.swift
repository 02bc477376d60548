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

extension Mistake? {
  var name: String { self?.rawValue ?? "gate" }
  var summary: String {
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
    JSONLine.text([
      "event": "race", "way": way.name, "seed": seed, "pages": pages, "items": items, "crashed": crash != nil,
      "reason": crash, "time": RawJSON(seconds: time),
    ])
  }
}
