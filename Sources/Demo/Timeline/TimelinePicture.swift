import Foundation
import ViewModels

/// A timeline as an SVG picture: a lane for each section with its loads, and the gate with its changes below.
///
/// The same timeline gives the same bytes. Colours follow the reader's light or dark mode, and letters say the same as
/// the colours of sections.
struct TimelinePicture {
  private let timeline: Timeline
  private let plotWidth = 860.0
  private let left = 124.0, right = 40.0, top = 44.0, lane = 24.0, gap = 10.0

  init(_ timeline: Timeline) { self.timeline = timeline }

  // MARK: - Positions

  private func x(_ milliseconds: Int) -> Double {
    left + Double(milliseconds) / Double(max(1, timeline.end)) * plotWidth
  }
  private func y(lane position: Int) -> Double { top + Double(position) * (lane + gap) }
  private var gateTop: Double { y(lane: timeline.lanes.count) + 14 }
  private var axis: Double { gateTop + lane + 10 }
  private var width: Double { left + plotWidth + right }
  private var height: Double { axis + 76 }

  // MARK: - The picture

  /// The whole document.
  var svg: String {
    let parts: [[String]] = [
      [
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(number(width)) \(number(height))\""
          + " width=\"\(number(width))\" height=\"\(number(height))\" role=\"img\" aria-label=\"\(timeline.title.escaped)\">",
        Self.style,
        "<rect class=\"page\" width=\"100%\" height=\"100%\"/>",
        text(left, 22, timeline.title, "title"),
      ],
      seconds, timeline.lanes.indices.flatMap(loads), gate, legend, ["</svg>", ""],
    ]
    return parts.joined().joined(separator: "\n")
  }

  private static let style = """
    <style>
    svg { --page: #ffffff; --ink: #1f2328; --faint: #d1d9e0; --band: #f6f8fa; --loaded: #2f6feb; --failed: #c4432b;
      --cancelled: #818b98; --s0: #0b7285; --s1: #9c36b5; --s2: #a05a00; --s3: #2b8a3e; --on: #ffffff; }
    @media (prefers-color-scheme: dark) { svg { --page: #0d1117; --ink: #e6edf3; --faint: #3d444d; --band: #161b22;
      --loaded: #6ea8ff; --failed: #ff8a70; --cancelled: #8b949e; --s0: #3bc9db; --s1: #da8ee7; --s2: #f0a94e;
      --s3: #69db7c; --on: #0d1117; } }
    text { font: 11px ui-sans-serif, system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: var(--ink); }
    .page { fill: var(--page); } .band { fill: var(--band); } .title { font-size: 14px; font-weight: 600; }
    .name { text-anchor: end; } .mid { text-anchor: middle; } .on { fill: var(--on); text-anchor: middle; }
    .grid { stroke: var(--faint); stroke-width: 1; }
    .loaded { fill: var(--loaded); } .failed { fill: var(--failed); }
    .cancelled, .unfinished { fill: var(--cancelled); }
    .key { fill: var(--ink); } .held { opacity: 0.4; }
    .s0 { fill: var(--s0); } .s1 { fill: var(--s1); } .s2 { fill: var(--s2); } .s3 { fill: var(--s3); }
    </style>
    """

  /// The grid. The distance of its lines leaves room for the numbers.
  private var seconds: [String] {
    let fitting =
      [250, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000]
      .first { x($0) - x(0) >= 55 } ?? 3_600_000
    return stride(from: 0, through: timeline.end, by: fitting).flatMap { time in
      [
        "<line class=\"grid\" x1=\"\(number(x(time)))\" x2=\"\(number(x(time)))\" y1=\"\(number(top - 8))\""
          + " y2=\"\(number(axis))\"/>",
        text(x(time), axis + 15, "\(time.asSeconds) s", "mid"),
      ]
    }
  }

  private func loads(in position: Int) -> [String] {
    let shown = timeline.lanes[position]
    let y = y(lane: position)
    var parts = [band(y, lane), rect(left - 14, y + 7, 8, lane - 14, "s\(position % 4)", nil)]
    parts.append(text(left - 20, y + 16, "\(Timeline.letter(position)) \(shown.name)", "name"))
    for load in shown.loads {
      let end = load.ended ?? timeline.end
      let answered = min(load.answered ?? end, end)
      let outcome = load.outcome.map { "\($0)" } ?? "unfinished"
      let hint =
        "\(shown.name), page \(load.page): begun at \(load.begun.asSeconds) s, \(outcome)"
        + " at \(end.asSeconds) s" + (load.reason.map { " (\($0))" } ?? "")
      parts.append(rect(x(load.begun), y, x(answered) - x(load.begun), lane, outcome, hint))
      if end > answered {
        parts.append(rect(x(answered), y + 6, x(end) - x(answered), lane - 12, "\(outcome) held", hint))
      }
      parts += label(
        load.outcome == .failed ? ["\(load.page)!", "!"] : ["\(load.page)"], x(load.begun), x(answered), y)
    }
    return parts
  }

  private var gate: [String] {
    var parts = [band(gateTop, lane), text(left - 20, gateTop + 16, "gate", "name")]
    var labels: [String] = []
    for change in timeline.changes {
      let colour = change.lane.map { "s\($0 % 4)" } ?? "cancelled"
      let end = change.completed ?? timeline.end
      let what = change.page.map { "page \($0)" } ?? "another change"
      let name = change.lane.map { "\(timeline.lanes[$0].name), " } ?? ""
      let hint = "\(name)\(what): made at \(change.made.asSeconds) s, over at \(end.asSeconds) s"
      parts.append(rect(x(change.made), gateTop, x(end) - x(change.made), lane, colour, hint))
      // Changes without an animation are named with the next one, which is made at the same time.
      let letter = change.lane.map { "\(Timeline.letter($0))" } ?? "*"
      labels.append(letter + (change.page.map(String.init) ?? ""))
      if end > change.made {
        parts += label(
          [labels.joined(separator: " "), labels[labels.count - 1], letter], x(change.made), x(end), gateTop)
        labels = []
      }
    }
    return parts
  }

  private var legend: [String] {
    let entries = [
      ("loaded", "a page on its way, then loaded"), ("failed", "a page whose load failed (!)"),
      ("cancelled", "given up"), ("loaded held", "answered, waits for the gate"),
      ("key", "the gate: a change of section A, B, …, and its animation"),
    ]
    var parts = [text(left - 20, axis + 15, "virtual time", "name")]
    for (position, (style, label)) in entries.enumerated() {
      let x = left + Double(position % 3) * 270
      let y = axis + 32 + Double(position / 3) * 22
      let isThin = style.hasSuffix("held")
      parts.append(rect(x, isThin ? y + 4 : y, 14, isThin ? 6 : 14, style, nil))
      parts.append(text(x + 20, y + 11, label, ""))
    }
    return parts
  }

  // MARK: - Elements

  private func band(_ y: Double, _ height: Double) -> String { rect(left, y, plotWidth, height, "band", nil) }

  private func rect(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: String, _ hint: String?
  ) -> String {
    "<rect class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(max(1, width - 1)))\""
      + " height=\"\(number(height))\" rx=\"2\""
      + (hint.map { "><title>\($0.escaped)</title></rect>" } ?? "/>")
  }

  /// The first of these texts that there is room for, in a bar.
  private func label(_ texts: [String], _ start: Double, _ end: Double, _ y: Double) -> [String] {
    let fitting = texts.first { $0 == "!" || end - start > Double($0.count) * 9 - 2 }
    return fitting.map { [text((start + end) / 2, y + 16, $0, "on")] } ?? []
  }

  private func text(_ x: Double, _ y: Double, _ text: String, _ style: String) -> String {
    "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\">\(text.escaped)</text>"
  }

  /// Formats with one decimal, with the same digits on every machine.
  private func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}

extension String {
  /// The text, escaped for XML.
  fileprivate var escaped: String {
    presentable().replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
