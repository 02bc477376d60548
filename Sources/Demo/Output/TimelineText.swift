/// A timeline as text, in at most 12 lines of 80 columns: a lane for each section with its loads, and one for the gate
/// with its changes.
struct TimelineText {
  let timeline: Timeline
  var style = TextStyle()
  /// The columns of the names, and of the time.
  private let left = 15, width = 65, mostLanes = 7

  var lines: [String] {
    guard !timeline.lanes.isEmpty else { return [] }
    let lanes = timeline.lanes.prefix(mostLanes)
    let more = timeline.lanes.count > lanes.count ? " (the first \(mostLanes) of \(timeline.lanes.count))" : ""
    return ["", timeline.title + more, axis]
      + lanes.enumerated().map { position, lane in
        let name = "\(Timeline.letter(position)) \(lane.name)".padded(to: left)
        return style.paint(name + loads(of: lane), .section(position))
      } + [
        gate,
        style.paint("1── page 1 is on its way   ··· its answer waits for the gate   x it failed", .faint),
        style.paint("A── a page goes into section A, then the animation (* another change)", .faint),
      ]
  }

  private func column(_ milliseconds: Int) -> Int { milliseconds * (width - 1) / max(1, timeline.end) }

  /// Seconds, as many as there is room for.
  private var axis: String {
    let step = [500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000].first { column($0) >= 9 } ?? 300_000
    var line = "".padded(to: left)
    for time in stride(from: 0, through: timeline.end, by: step) {
      let label = "\(time.asSeconds) s"
      if column(time) + label.count <= width { line = line.padded(to: left + column(time)) + label }
    }
    return line
  }

  private func loads(of lane: Timeline.Lane) -> String {
    var cells = [Character](repeating: " ", count: width)
    for load in lane.loads {
      let (begun, ended) = (column(load.begun), column(load.ended ?? timeline.end))
      let answered = min(column(load.answered ?? timeline.end), ended)
      for column in begun...answered { cells[column] = "─" }
      for column in answered..<max(answered, ended) { cells[column] = "·" }
      let label = "\(load.page)"
      if ended - begun > label.count { cells.replaceSubrange(begun..<begun + label.count, with: label) }
      if load.outcome == .failed { cells[ended] = "x" }
    }
    return String(cells)
  }

  /// Changes that are made at the same time stand one after another, if there is room.
  private var gate: String {
    var cells = [(mark: Character, lane: Int?)](repeating: (" ", nil), count: width)
    var free = 0
    for change in timeline.changes {
      let column = min(max(column(change.made), free), width - 1)
      for animated in column..<max(column + 1, self.column(change.completed ?? timeline.end)) {
        cells[animated] = ("─", change.lane)
      }
      cells[column].mark = change.lane.map { Timeline.letter($0) } ?? "*"
      free = column + 1
    }
    return "  gate".padded(to: left)
      + cells.map { style.paint(String($0.mark), $0.lane.map(TextStyle.Colour.section) ?? .plain) }.joined()
  }
}
