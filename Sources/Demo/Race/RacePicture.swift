import Foundation
import ViewModels

/// Two runs side by side, as an SVG picture that moves: each section is a row that fills with its pages.
///
/// The same runs give the same bytes. It has no script, and shows how the runs end where motion is reduced.
/// Colours follow the reader's light or dark mode, and say nothing that rows, outlines and marks do not say as well.
struct RacePicture {
  let runs: [RaceResult]
  private let side = 440.0, names = 106.0, row = 38.0, top = 66.0, pause = 4_000
  /// Where the legend begins: below the longest sentence of UIKit's.
  private var bottom: Double { top + Double(MovieSection.allCases.count) * row + 150 }
  private var lastMoment: Int { runs.map(\.timeline.end).max() ?? 0 }
  /// How long the picture moves before it pauses, in milliseconds: at half speed if the runs are short.
  private var moving: Int { min(max(1, lastMoment) * 2, 15_000) }

  /// The whole document.
  var svg: String {
    let label = runs.map { "\($0.way.summary): \($0.end)" }.joined(separator: " ").escaped
    let parts = runs.enumerated().flatMap { number, run in draw(run, at: 10 + Double(number) * (side + 10)) } + legend
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \((side * 2 + 30).svg) \((bottom + 40).svg)" role="img" aria-label="\(label)">
      <style>
      svg { --page: #ffffff; --ink: #1f2328; --line: #818b98; --card: #f6f8fa; --alarm: #b3261e; --on: #ffffff;
        --s0: #0b7285; --s1: #9c36b5; --s2: #a05a00; --s3: #2b8a3e }
      @media (prefers-color-scheme: dark) { svg { --page: #0d1117; --ink: #e6edf3; --card: #161b22; --alarm: #ff8a70;
        --on: #0d1117; --s0: #3bc9db; --s1: #da8ee7; --s2: #f0a94e; --s3: #69db7c } }
      text { font: 12px ui-sans-serif, system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: var(--ink) }
      .title { font-weight: 600; font-size: 14px } .alarm, .failed + .mark { fill: var(--alarm) }
      .page { fill: var(--page) } .card { fill: var(--card) } .mark { text-anchor: middle; fill: var(--on) }
      .s0 { fill: var(--s0) } .s1 { fill: var(--s1) } .s2 { fill: var(--s2) } .s3 { fill: var(--s3) } .pale { opacity: .35 }
      .way { fill: none; stroke: var(--line); stroke-dasharray: 3 3 } .failed { fill: none; stroke: var(--alarm) }
      .ring { fill: none; stroke: var(--ink); stroke-width: 2 }
      g { animation: \(moving + pause)ms step-end infinite }
      @media (prefers-reduced-motion: reduce) { g { animation: none !important } }
      </style>
      <rect class="page" width="100%" height="100%"/>
      \(parts.filter { !$0.isEmpty }.joined(separator: "\n"))
      </svg>

      """
  }

  private func draw(_ run: RaceResult, at x: Double) -> [String] {
    let (lanes, changes) = (run.timeline.lanes, run.timeline.changes)
    let width = min(50, (side - names - 14) / Double(lanes.flatMap(\.loads).map(\.page).max() ?? 1))
    func box(_ style: String, _ lane: Int, _ page: Int, _ mark: String = "") -> String {
      let (left, y) = (x + names + Double(page - 1) * width, top + Double(lane) * row)
      return rect(style, left, y, width - min(4, width / 4), row - 8)
        + (mark.isEmpty ? "" : text("mark", left + width / 2 - 2, y + 20, mark))
    }
    let summary = run.way.summary.components(separatedBy: ": ")
    var parts = [
      rect("card", x, 8, side, bottom - 8), text("title", x + 14, 30, summary[0]), text("", x + 14, 48, summary[1]),
    ]
    for (lane, section) in lanes.enumerated() {
      parts.append(text("", x + 14, top + Double(lane) * row + 20, section.name))
      for (number, load) in section.loads.enumerated() {
        let colour = "s\(lane % 4)", retry = section.loads.dropFirst(number + 1).first?.begun
        parts.append(show(box("way", lane, load.page), load.begun, until: load.answered))
        if load.outcome == .failed {
          parts.append(show(box("failed", lane, load.page, "!"), load.answered, until: retry))
        } else {
          parts.append(show(box("\(colour) pale", lane, load.page), load.answered, until: load.ended))
          parts.append(show(box(colour, lane, load.page, "\(load.page)"), load.ended, until: nil))
        }
      }
    }
    for (number, change) in changes.enumerated() {
      guard let lane = change.lane, let page = change.page else { continue }
      let isRefused = run.crash != nil && number == changes.count - 1
      let part = isRefused ? box("failed", lane, page, "×") : box("ring", lane, page)
      parts.append(show(part, change.made, until: isRefused ? nil : change.completed))
    }
    let end = run.end.wrapped(to: 66).enumerated().map { number, line in
      text(run.crash == nil ? "title" : "alarm", x + 14, bottom - 132 + 15 * Double(number), line)
    }
    if run.crash != nil { parts.append(show(rect("failed", x, 8, side, bottom - 8), run.timeline.end, until: nil)) }
    return parts + [show(end.joined(), run.timeline.end, until: nil)]
  }

  private var legend: [String] {
    [
      ("way", "a page on its way"), ("failed", "its load failed"), ("s0 pale", "arrived, not yet shown"),
      ("s0", "in the list view"), ("ring", "its animation"),
    ].enumerated().map { number, entry in
      let x = 14 + Double(number) * 180
      return rect(entry.0, x, bottom + 12, 16, 16) + text("", x + 24, bottom + 24, entry.1)
    }
  }

  // MARK: - Elements

  /// Shows a part from one moment to another, or for good. What does not stay is hidden where nothing moves.
  private func show(_ part: String, _ start: Int?, until end: Int?) -> String {
    guard let start, end.map({ start < $0 }) ?? true else { return "" }
    func percent(_ time: Int) -> String {
      (Double(time * moving * 1_000 / (max(1, lastMoment) * (moving + pause))) / 10).svg + "%"
    }
    let name = "t\(start)" + (end.map { "-\($0)" } ?? "")
    let steps = "0%{opacity:0}\(percent(start)){opacity:1}" + (end.map { "\(percent($0)){opacity:0}" } ?? "")
    return "<g style=\"animation-name:\(name)\"\(end == nil ? "" : " opacity=\"0\"")>"
      + "<style>@keyframes \(name){\(steps)}</style>\(part)</g>"
  }

  private func rect(_ style: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
    "<rect class=\"\(style)\" x=\"\(x.svg)\" y=\"\(y.svg)\" width=\"\(width.svg)\" height=\"\(height.svg)\" rx=\"4\"/>"
  }

  private func text(_ style: String, _ x: Double, _ y: Double, _ text: String) -> String {
    "<text class=\"\(style)\" x=\"\(x.svg)\" y=\"\(y.svg)\">\(text.escaped)</text>"
  }
}

extension Double {
  /// The number with one decimal, with the same digits on every machine.
  fileprivate var svg: String {
    let tenths = Int((self * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension String {
  /// The text, escaped for XML.
  fileprivate var escaped: String {
    presentable().escaped(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
  }
}
