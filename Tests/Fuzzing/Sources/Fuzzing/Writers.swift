import Foundation
import ListEngine
import ViewModels

@testable import Demo

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Whatever texts a service answers: a picture is XML, a line of JSON holds the same texts, lines are lines, and no line
/// is wider than the terminal.
///
/// The input's first lines are texts; what follows the third one chooses times and sizes.
@MainActor
func fuzzWriters(_ bytes: Bytes) {
  var bytes = bytes
  let texts = [bytes.line(), bytes.line(), bytes.line()]
  let timeline = Timeline(&bytes, texts)
  requireXML(texts, timeline)
  requireJSON(texts)
  requireLines(texts, timeline, &bytes)
}

extension Timeline {
  /// A run as one can be: a load is begun, then answered, then ends.
  fileprivate init(_ bytes: inout Bytes, _ names: [String]) {
    self.init(lanes: names.prefix(1 + bytes.number(below: 3)).map { Lane(name: $0) })
    for number in 0..<bytes.number(below: 12) {
      func later(_ bytes: inout Bytes) -> Int { bytes.number(below: 100) * (bytes.byte() & 1 == 0 ? 10 : 1_000) }
      var load = Load(number: number, page: 1 + bytes.number(below: 200), begun: end)
      load.answered = load.begun + later(&bytes)
      load.ended = (load.answered ?? 0) + later(&bytes)
      load.outcome = [.loaded, .failed, .cancelled, nil][bytes.number(below: 4)]
      if load.outcome == nil { load.ended = nil }
      let lane = bytes.number(below: lanes.count)
      lanes[lane].loads.append(load)
      if load.outcome == .loaded { changes.append(Change(lane: lane, page: load.page, made: load.ended ?? 0)) }
      if bytes.byte() & 1 == 0 { end = load.ended ?? end }
    }
    end = max(
      end, changes.map(\.made).max() ?? 0, lanes.flatMap(\.loads).compactMap { $0.ended ?? $0.answered }.max() ?? 0)
  }
}

@MainActor
private func requireXML(_ texts: [String], _ timeline: Timeline) {
  let runs: [RaceResult] = [
    RaceResult(way: .hop, items: 3, crash: texts[0], story: [texts[1]], timeline: timeline),
    RaceResult(way: nil, items: 3, crash: nil, story: [], timeline: timeline),
  ]
  let svg = RacePicture(runs: runs).svg
  let (parser, elements) = (XMLParser(data: Data(svg.utf8)), Elements())
  parser.delegate = elements
  require(parser.parse(), "\(String(describing: parser.parserError)) in line \(parser.lineNumber) of \(svg)")
  let others = elements.names.subtracting(["svg", "style", "rect", "text", "g"])
  require(others.isEmpty, "a text became \(others)")
}

private final class Elements: NSObject, XMLParserDelegate {
  var names: Set<String> = []
  private var name = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    self.name = name
    names.insert(name)
    if let label = attributes["aria-label"] { require(shown: label) }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if name == "text", text != "\n" { require(shown: text) }
  }
}

private func requireJSON(_ texts: [String]) {
  let order = Order(id: 1, title: texts[0], text: "", state: .refused(ServiceError(.unreadable(texts[1]))))
  let events: [(RunEvent.Kind, [String: String])] = [
    (.typed(texts[0]), ["query": texts[0]]), (.order(order), ["title": texts[0]]),
    (.state(name: "failed", page: 1, reason: texts[1]), ["reason": texts[1]]),
    (.toast(OrderToast(orderID: 1, kind: .sent, text: texts[2])), ["text": texts[2]]),
    (.noImage(of: texts[0], reason: texts[1]), ["title": texts[0], "reason": texts[1]]),
  ]
  for (kind, values) in events {
    let event = RunEvent(kind: kind, section: texts[2], title: texts[1], ids: [RawJSON(id: texts[0])], time: 1)
    let line = JSONPrinter().line(for: event) ?? ""
    require(line.unicodeScalars.allSatisfy(\.isPresentable), "not on one line: \(line.debugDescription)")
    guard let read = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
      return require(false, "no JSON: \(line)")
    }
    for (name, value) in values {
      require((read[name] as? String).map { isSame($0, value) } ?? false, "\(name) is another text in \(line)")
    }
    if !texts[2].isEmpty, case .toast = kind {} else { require(shown: TextPrinter().line(for: event) ?? "") }
  }
}

@MainActor
private func requireLines(_ texts: [String], _ timeline: Timeline, _ bytes: inout Bytes) {
  let lines = TimelineText(timeline: timeline).lines
  require(lines.count <= 12, "\(lines.count) lines")
  for line in lines { require(line.columns <= 80, "\(line.columns) columns: \(line)") }

  let (width, height) = (bytes.number(below: 90), bytes.number(below: 20))
  var screen = LiveScreen(
    name: texts[0],
    sections: texts.map { LiveScreen.Section(title: $0, phase: .loading(page: 1), cells: texts, fresh: 0..<1) })
  screen.note = LiveLine(text: texts[1], style: .red)
  screen.status = texts[2]
  screen.cursor = bytes.number(below: 20)
  screen.scroll(height: height)
  let shown = screen.lines(width: width, height: height)
  require(shown.count == (width == 0 ? 0 : height), "\(shown.count) lines of \(height)")
  for line in shown {
    require(shown: line.text)
    require(line.text.columns <= width, "\(line.text.columns) columns of \(width): \(line.text.debugDescription)")
  }
}

private func require(shown text: String) {
  require(isSame(text, text.presentable()), "not presentable: \(text.debugDescription)")
}
