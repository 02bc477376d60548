import ListTesting
import ViewModels

/// A line of the screen: plain text and a style.
struct LiveLine: Equatable {
  enum Style: String {
    case plain = "", bar = "7", title = "1", dim = "2", fresh = "32", failed = "31", doubtful = "33"
    case blue = "97;44", skyBlue = "30;46", red = "97;41", yellow = "30;43"

    /// Whether the line fills the width of the screen.
    var isFilled: Bool { [.bar, .blue, .skyBlue, .red, .yellow].contains(self) }
  }

  var text: String
  var style = Style.plain

  /// Returns the text with or without the terminal's codes for colours.
  func text(inColour: Bool) -> String {
    inColour && style != .plain ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}

extension LiveScreen {
  /// Returns `height` lines: a bar, the list, and the keys.
  func lines(width: Int, height: Int) -> [LiveLine] {
    guard width > 0, height > 0 else { return [] }
    let visible = visibleRows(height: height)
    let extra = extraLines(height: height)
    var lines = [LiveLine(text: bar, style: .bar)]
    if extra.banner, let banner { lines.append(banner) }
    lines += visible.compactMap { line($0) }
    while lines.count < height - (extra.note ? 2 : 1) { lines.append(LiveLine(text: "")) }
    if extra.note, let note { lines.append(note) }
    if height > 1 {
      lines.append(
        violation.map { LiveLine(text: "violation: \($0)", style: .failed) }
          ?? LiveLine(text: "\u{2191}\u{2193} scroll  r retry  R refresh  \(orderHint)q quit", style: .dim))
    }
    return lines.prefix(height).map { line in
      var text = line.text.presentable().clipped(to: width)
      if line.style.isFilled { text += String(repeating: " ", count: max(0, width - text.columns)) }
      return LiveLine(text: text, style: line.style)
    }
  }

  private var bar: String {
    let items = sections.reduce(0) { $0 + $1.cells.count }
    let loading = sections.count { $0.phase.isLoading }
    let failed = sections.count { $0.phase.error != nil }
    return "\(name): \(items) items, \(loading) loading, \(waiting) waiting"
      + (failed > 0 ? ", \(failed) failed" : "") + (status.isEmpty ? "" : "; \(status)")
  }

  private func line(_ index: Int) -> LiveLine? {
    let mark = index == cursor ? "> " : "  "
    switch row(index) {
    case nil: return nil
    case .title(let position):
      let section = sections[position]
      let (status, isFailure) = status(of: section)
      return LiveLine(
        text: "\(mark)\(section.title) (\(section.cells.count))\(status)", style: isFailure ? .failed : .title)
    case .cell(let position, let item):
      let section = sections[position]
      let isFresh = section.fresh?.contains(item) ?? false
      let text = section.cells[item]
      let style: LiveLine.Style = text == StrictListView.placeholder ? .dim : isFresh ? .fresh : .plain
      return LiveLine(text: "\(mark)\(isFresh ? "+" : " ") \(item + 1). \(text)", style: style)
    case .end(let position):
      switch sections[position].phase {
      case .idle: return LiveLine(text: mark)
      case .loading(let page): return LiveLine(text: "\(mark)  loading page \(page)", style: .dim)
      case .failed(_, let error): return LiveLine(text: "\(mark)! r retries: \(error)", style: .failed)
      case .finished: return LiveLine(text: "\(mark)  that is all", style: .dim)
      }
    }
  }

  /// What stands behind a section's title. The row at its end says more.
  private func status(of section: Section) -> (text: String, isFailure: Bool) {
    switch section.phase {
    case .idle: ("", false)
    case .loading(let page): (" \(["|", "/", "-", "\\"][frame % 4]) page \(page)", false)
    case .failed(let page, _): (" page \(page) failed", true)
    case .finished: (" all", false)
    }
  }
}
