import Foundation
import ViewModels

/// Prints a JSON object for each line, with keys in a fixed order.
struct JSONPrinter: EventPrinter {
  func line(for event: RunEvent) -> String? {
    let (name, fields): (String, KeyValuePairs<String, any JSONValue>) =
      switch event.kind {
      case .insert(let paths):
        ("insert", ["indexPaths": paths, "ids": event.ids, "count": paths.count, "total": event.total])
      case .reload: ("reload", ["ids": event.ids, "total": event.total])
      case .state(let name, let page, let reason): ("state", ["state": name, "page": page, "reason": reason])
      case .batch(let batch):
        (
          "batch",
          [
            "deletedSections": Array(batch.deletedSections).ifAny,
            "insertedSections": Array(batch.insertedSections).ifAny, "deleted": batch.deletedItems.ifAny,
            "inserted": batch.insertedItems.ifAny, "ids": event.ids.ifAny, "moved": batch.movedItems.ifAny,
            "reloaded": batch.reloadedItems.ifAny, "reconfigured": batch.reconfiguredItems.ifAny, "total": event.total,
          ]
        )
      case .allEnded(let loaded, let failed, let cancelled):
        ("allEnded", ["loaded": loaded, "failed": failed, "cancelled": cancelled])
      case .typed(let query): ("typed", ["query": query])
      case .user(let deed): ("user", ["text": deed])
      case .order(let order):
        (
          "order",
          ["order": order.id, "title": order.title, "state": order.state.name, "reason": order.state.reason]
        )
      case .toast(let toast): ("toast", ["order": toast.orderID, "kind": "\(toast.kind)", "text": toast.text])
      case .page(let title, let page):
        ("page", ["title": title, "dish": page.id, "prices": page.prices.map(\.text), "pictures": page.images.count])
      case .image(let title, let bytes, let place): ("image", ["title": title, "bytes": bytes, "from": place])
      case .noImage(let title, let reason): ("image", ["title": title, "reason": reason])
      case .banner(let banner): ("banner", ["color": banner.color.rawValue, "text": banner.text])
      }
    let section: KeyValuePairs<String, any JSONValue> =
      event.section.isEmpty ? [:] : ["section": event.section, "sectionIndex": event.sectionIndex]
    return JSONLine.text(["event": name], section, fields, ["time": RawJSON(seconds: event.time)])
  }

  func lines(for summary: Summary) -> [String] {
    [
      JSONLine.text([
        "event": "summary", "sections": summary.timeline.lanes.count, "pages": summary.timeline.pages,
        "items": summary.items,
        "repeatsDropped": summary.repeatsDropped, "events": summary.events,
        "mostRequests": summary.timeline.mostRequests, "mostChangesWaiting": summary.mostChangesWaiting,
        "orders": summary.orders?.count, "sent": summary.orders?.count("sent"),
        "refused": summary.orders?.count("refused"), "unknown": summary.orders?.count("unknown"),
        "wishes": summary.wishes?.wishes, "wishesLost": summary.wishes?.lost, "doneTwice": summary.wishes?.twice,
        "cameBack": summary.wishes?.cameBack, "moved": summary.wishes?.moved,
        "answerWait": summary.timeline.answerWait.map(RawJSON.init(seconds:)),
        "failed": summary.failed.map(\.section), "violations": summary.violations,
        "time": RawJSON(seconds: summary.timeline.end),
      ])
    ]
  }
}

/// A JSON object on one line with keys in a fixed order, which Foundation's encoders don't offer. Values that are nil
/// are left out.
enum JSONLine {
  static func text(_ fields: KeyValuePairs<String, any JSONValue>...) -> String {
    let members = fields.joined().compactMap { key, value in value.json.map { "\"\(key)\":\($0)" } }
    return "{\(members.joined(separator: ","))}"
  }
}

/// A value in a JSON object. Nil is left out.
protocol JSONValue { var json: String? { get } }

extension Bool: JSONValue { var json: String? { "\(self)" } }
extension Int: JSONValue { var json: String? { "\(self)" } }
extension UInt64: JSONValue { var json: String? { "\(self)" } }
extension IndexPath: JSONValue { var json: String? { "[\(section),\(item)]" } }
extension Optional: JSONValue where Wrapped: JSONValue { var json: String? { flatMap(\.json) } }
extension Array: JSONValue where Element: JSONValue {
  var json: String? { "[\(compactMap(\.json).joined(separator: ","))]" }
  fileprivate var ifAny: [Element]? { isEmpty ? nil : self }
}
extension String: JSONValue {
  /// Foundation escapes.
  var json: String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let data = try? encoder.encode(self)  // a String always encodes
    return data.map { String(decoding: $0, as: UTF8.self).withEscapes }
  }

  /// The JSON with an escape for each character that isn't presentable. The encoder leaves U+0080 and up as they are.
  private var withEscapes: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      guard !scalar.isPresentable else { return text.unicodeScalars.append(scalar) }
      for unit in UTF16.encode(scalar) ?? .init() { text += String(format: "\\u%04x", Int(unit)) }
    }
  }
}
extension ListBatch.Move: JSONValue where Location == IndexPath {
  var json: String? { JSONLine.text(["from": from, "to": to]) }
}
/// A value that is JSON already.
struct RawJSON: JSONValue {
  let json: String?

  /// Milliseconds, as seconds.
  init(seconds milliseconds: Int) { json = milliseconds.asSeconds }
  /// The id of an item: a number, or a text.
  init(id: some Hashable) { json = (id as? Int)?.json ?? "\(id)".json }
}
