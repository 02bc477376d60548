/// The result of a run.
struct RaceResult: Equatable {
  /// Nil for the run through the gate.
  let way: Mistake?
  let items: Int
  /// The list view's violation, if there was one.
  let crash: String?
  /// A line for each event before the violation.
  let story: [String]
  let timeline: Timeline
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
    ["", way.summary] + (crash == nil ? [] : story.suffix(3)) + [TextPrinter.start(timeline.end, "") + end]
  }

  /// What happens last.
  var end: String {
    guard let crash else { return "\(timeline.pages) pages, \(items) items, no exception" }
    return "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '\(crash)'"
  }

  /// The JSON form, an object.
  func json(seed: UInt64) -> String {
    JSONLine.text([
      "event": "race", "way": way.name, "seed": seed, "pages": timeline.pages, "items": items, "crashed": crash != nil,
      "reason": crash, "time": RawJSON(seconds: timeline.end),
    ])
  }
}
