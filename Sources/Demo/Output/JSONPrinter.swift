import Foundation
import ViewModels

/// Prints a JSON object for each line, with keys in a fixed order.
struct JSONPrinter: EventPrinter {
  func line(for event: RunEvent) -> String {
    var line = JSONLine()
    switch event.kind {
    case .insert(let indexPaths):
      line.add("event", "insert")
      line.add(section: event)
      line.add("indexPaths", raw: indexPaths.json)
      line.add("count", indexPaths.count)
      line.add("total", event.total)
    case .reload:
      line.add("event", "reload")
      line.add(section: event)
      line.add("total", event.total)
    case .state(let name, let page, let reason):
      line.add("event", "state")
      line.add(section: event)
      line.add("state", name)
      if let page { line.add("page", page) }
      if let reason { line.add("reason", reason) }
    case .batch(let batch):
      line.add("event", "batch")
      line.add("deletedSections", batch.deletedSections)
      line.add("insertedSections", batch.insertedSections)
      line.add("deleted", batch.deletedItems)
      line.add("inserted", batch.insertedItems)
      line.add(moves: batch.movedItems)
      line.add("reloaded", batch.reloadedItems)
      line.add("reconfigured", batch.reconfiguredItems)
      line.add("total", event.total)
    case .order(let order):
      line.add("event", "order")
      line.add("order", order.id)
      line.add("title", order.title)
      line.add("state", order.state.name)
      if let reason = order.state.reason { line.add("reason", reason) }
    case .toast(let toast):
      line.add("event", "toast")
      line.add("order", toast.orderID)
      line.add("kind", "\(toast.kind)")
      line.add("text", toast.text)
    case .image(let title, let bytes, let place):
      line.add("event", "image")
      line.add("title", title)
      line.add("bytes", bytes)
      line.add("from", place)
    case .noImage(let title, let reason):
      line.add("event", "image")
      line.add("title", title)
      line.add("reason", reason)
    case .banner(let banner):
      line.add("event", "banner")
      line.add("color", banner.color.rawValue)
      line.add("text", banner.text)
    }
    line.add("time", raw: event.time.asSeconds)
    return line.text
  }

  func lines(for summary: Summary) -> [String] {
    var line = JSONLine()
    line.add("event", "summary")
    line.add("sections", summary.sections)
    line.add("pages", summary.pages)
    line.add("items", summary.items)
    line.add("repeatsDropped", summary.repeatsDropped)
    line.add("events", summary.events)
    line.add("mostLoadsInFlight", summary.mostLoadsInFlight)
    line.add("mostChangesWaiting", summary.mostChangesWaiting)
    if let orders = summary.orders {
      line.add("orders", orders.all)
      line.add("sent", orders.sent)
      line.add("refused", orders.refused)
      line.add("unknown", orders.unknown)
    }
    if let wait = summary.answerWait { line.add("answerWait", raw: wait.asSeconds) }
    line.add("violations", summary.violations)
    line.add("time", raw: summary.time.asSeconds)
    return [line.text]
  }
}

/// Builds a JSON object with keys in a fixed order, which Foundation's encoders don't offer. Foundation escapes the
/// strings, except for characters that control terminals too.
struct JSONLine {
  private var fields: [String] = []

  var text: String { "{\(fields.joined(separator: ","))}" }

  mutating func add(_ key: String, raw value: String) { fields.append("\"\(key)\":\(value)") }
  mutating func add(_ key: String, _ value: Bool) { add(key, raw: String(value)) }
  mutating func add(_ key: String, _ value: Int) { add(key, raw: String(value)) }
  mutating func add(_ key: String, _ value: String) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let data = try? encoder.encode(value)  // a String always encodes
    add(key, raw: data.map { String(decoding: $0, as: UTF8.self).withEscapes } ?? "null")
  }

  /// Empty lists are left out.
  mutating func add(_ key: String, _ places: [IndexPath]) { if !places.isEmpty { add(key, raw: places.json) } }
  mutating func add(moves: [ListBatch.Move<IndexPath>]) {
    guard !moves.isEmpty else { return }
    let pairs = moves.map { "{\"from\":\($0.from.json),\"to\":\($0.to.json)}" }
    add("moved", raw: "[\(pairs.joined(separator: ","))]")
  }
  mutating func add(_ key: String, _ sections: IndexSet) {
    if !sections.isEmpty { add(key, raw: "[\(sections.map(String.init).joined(separator: ","))]") }
  }

  mutating func add(section event: RunEvent) {
    add("section", event.section)
    add("sectionIndex", event.sectionIndex)
  }
}

extension String {
  /// The JSON with an escape for each character that isn't presentable. The encoder leaves U+0080 and up as they are.
  fileprivate var withEscapes: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      guard !scalar.isPresentable else { return text.unicodeScalars.append(scalar) }
      for unit in UTF16.encode(scalar) ?? .init() {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
  }
}

extension IndexPath {
  fileprivate var json: String { "[\(section),\(item)]" }
}

extension [IndexPath] {
  fileprivate var json: String { "[\(map(\.json).joined(separator: ","))]" }
}
