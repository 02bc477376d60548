import Foundation
import ViewModels

/// Prints text lines.
struct TextPrinter: EventPrinter {
  var style = TextStyle()

  /// Returns a line that a terminal shows as it is, whatever the services have answered.
  func line(for event: RunEvent) -> String? {
    guard let text = text(of: event)?.presentable() else { return nil }
    let isSection = !event.section.isEmpty
    let colour: TextStyle.Colour =
      switch event.kind {
      case .state("failed", _, _): .failure
      case .state: .faint
      default: .plain
      }
    return text.prefix(9) + style.paint(text.prefix(22).dropFirst(9), isSection ? .section(event.sectionIndex) : .plain)
      + style.paint(text.dropFirst(22), colour)
  }

  private func text(of event: RunEvent) -> String? {
    switch event.kind {
    case .insert(let paths):
      let places = paths.first.flatMap { first in paths.last.map { "[\(first.section), \(first.item)...\($0.item)]" } }
      return start(of: event) + column("insert \(places ?? "")") + "+\(paths.count) = \(event.total)"
    case .reload: return start(of: event) + column("reload section \(event.sectionIndex)") + "= \(event.total)"
    case .state("idle", _, _): return nil  // the insert or reload before it says so
    case .state(let name, let page, let reason):
      return start(of: event) + "\(name)\(page.map { " page \($0)" } ?? "")\(reason.map { ": \($0)" } ?? "")"
    case .batch(let batch):
      return Self.start(event.time, "list") + column("batch \(counts(of: batch))") + "= \(event.total)"
    case .allEnded(let loaded, let failed, let cancelled):
      let counts = [(loaded, "loaded"), (failed, "failed"), (cancelled, "cancelled")].filter { !$0.0.isEmpty }
      let words = counts.map { "\($0.0.count) \($0.1)" }.joined(separator: ", ")
      return Self.start(event.time, "list") + "first pages ended: \(words)"
    case .user(let deed): return Self.start(event.time, "user") + deed
    case .typed(let query): return Self.start(event.time, "typed") + "\"\(query)\""
    case .order(let order): return Self.start(event.time, "order \(order.id)") + "\(order.title): \(order.state.words)"
    case .toast(let toast): return Self.start(event.time, "toast") + toast.text
    case .page(let title, let page):
      let prices = page.prices.map(\.text).joined(separator: ", now ")
      return Self.start(event.time, "page") + "\(title): \(prices), \(page.images.count.of("picture"))"
    case .image(let title, let bytes, let place):
      return Self.start(event.time, "image") + "\(title): \(bytes) bytes from \(place)"
    case .noImage(let title, let reason): return Self.start(event.time, "image") + "\(title): none: \(reason)"
    case .banner(let banner): return Self.start(event.time, "banner") + "\(banner.text) (\(banner.color.rawValue))"
    }
  }

  func lines(for summary: Summary) -> [String] {
    var lines = [
      "",
      "\(summary.timeline.lanes.count.of("section")), \(summary.timeline.pages.of("page")), \(summary.items.of("item")), "
        + "\(summary.repeatsDropped.of("repeat")) dropped",
    ]
    if let orders = summary.orders {
      lines.append(
        "\(orders.count.of("order")): \(orders.count("sent")) sent, \(orders.count("refused")) refused, "
          + "\(orders.count("unknown")) unknown")
    }
    if let wishes = summary.wishes {
      lines.append(
        "\(wishes.wishes) wish\(wishes.wishes == 1 ? "" : "es"): \(wishes.lost) lost, \(wishes.twice) done twice, \(wishes.cameBack) items came back"
          + (wishes.moved.map { "; the screen moved \($0) times under the reader" } ?? ""))
    }
    lines.append(
      "\(summary.events.of("event")) in \(summary.timeline.end.asSeconds) s\(summary.isVirtual ? " of virtual time" : ""); "
        + "at most \(summary.mostChangesWaiting.of("change")) waiting")
    if let wait = summary.timeline.answerWait {
      lines.append("answers waited \(wait.asSeconds) s on average for the gate")
    }
    lines += summary.failed.map {
      style.paint("given up: \($0.title), \($0.reason)".presentable(), .failure)
    }
    return lines + [style.paint("violations: \(summary.violations)", summary.violations == 0 ? .plain : .failure)]
  }

  private func counts(of batch: ListBatch) -> String {
    let counts: [(Int, String)] = [
      (batch.deletedSections.count, "sections deleted"), (batch.insertedSections.count, "sections inserted"),
      (batch.deletedItems.count, "deleted"), (batch.insertedItems.count, "inserted"), (batch.movedItems.count, "moved"),
      (batch.reloadedItems.count, "reloaded"), (batch.reconfiguredItems.count, "reconfigured"),
    ]
    return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  private func column(_ text: String) -> String { text.padded(to: max(20, text.columns)) + "  " }

  private func start(of event: RunEvent) -> String { Self.start(event.time, event.title) }

  /// Returns the beginning of each line: the time and the section.
  static func start(_ milliseconds: Int, _ section: String) -> String {
    String(format: "%3d.%03d  ", milliseconds / 1_000, milliseconds % 1_000) + section.padded(to: 11) + "  "
  }
}

/// Colours for a terminal, or none.
struct TextStyle {
  enum Colour {
    case plain, faint, failure
    case section(Int)
  }

  var isInColour = false

  func paint(_ text: some StringProtocol, _ colour: Colour) -> String {
    let code =
      switch colour {
      case .plain: ""
      case .faint: "2"
      case .failure: "31"
      case .section(let position): ["36", "35", "33", "32", "34", "95"][position % 6]
      }
    return isInColour && !code.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : String(text)
  }
}
