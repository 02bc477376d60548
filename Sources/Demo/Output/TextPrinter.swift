import Foundation
import ViewModels

/// Prints text lines.
struct TextPrinter: EventPrinter {
  /// Returns a line that a terminal shows as it is, whatever the services have answered.
  func line(for event: RunEvent) -> String { text(of: event).presentable() }

  private func text(of event: RunEvent) -> String {
    let start = Self.start(event.time, event.section)
    switch event.kind {
    case .insert(let paths):
      let places = paths.first.flatMap { first in paths.last.map { "[\(first.section), \(first.item)...\($0.item)]" } }
      return "\(start)insert \(places ?? "")  +\(paths.count) = \(event.total)"
    case .reload:
      return "\(start)reload section \(event.sectionIndex)  = \(event.total)"
    case .state(let name, let page, let reason):
      return "\(start)\(name)\(page.map { " page \($0)" } ?? "")\(reason.map { ": \($0)" } ?? "")"
    case .batch(let batch): return "\(start)batch \(counts(of: batch))  = \(event.total)"
    case .order(let order): return Self.start(event.time, "order \(order.id)") + "\(order.title): \(order.state.words)"
    case .toast(let toast): return Self.start(event.time, "toast") + toast.text
    case .image(let title, let bytes, let place):
      return Self.start(event.time, "image") + "\(title): \(bytes) bytes from \(place)"
    case .noImage(let title, let reason): return Self.start(event.time, "image") + "\(title): none: \(reason)"
    case .banner(let banner): return Self.start(event.time, "banner") + "\(banner.text) (\(banner.color.rawValue))"
    }
  }

  func lines(for summary: Summary) -> [String] {
    let orders = summary.orders.map {
      "\($0.all) orders: \($0.sent) sent, \($0.refused) refused, \($0.unknown) unknown"
    }
    return [
      "",
      "\(summary.sections) sections, \(summary.pages) pages, \(summary.items) items, "
        + "\(summary.repeatsDropped) repeats dropped",
    ] + (orders.map { [$0] } ?? []) + [
      "\(summary.events) events in \(summary.time.asSeconds) \(summary.isVirtual ? "virtual " : "")seconds; "
        + "at most \(summary.mostLoadsInFlight) loads in flight and \(summary.mostChangesWaiting) changes waiting"
    ] + (summary.answerWait.map { ["answers waited \($0.asSeconds) s on average for the gate"] } ?? []) + [
      "violations: \(summary.violations)"
    ]
  }

  private func counts(of batch: ListBatch) -> String {
    let counts: [(Int, String)] = [
      (batch.deletedSections.count, "sections deleted"), (batch.insertedSections.count, "sections inserted"),
      (batch.deletedItems.count, "deleted"), (batch.insertedItems.count, "inserted"), (batch.movedItems.count, "moved"),
      (batch.reloadedItems.count, "reloaded"), (batch.reconfiguredItems.count, "reconfigured"),
    ]
    return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  /// Returns the beginning of each line: the time and the section.
  static func start(_ milliseconds: Int, _ section: String) -> String {
    "\(time(milliseconds))  \(section.padding(toLength: 12, withPad: " ", startingAt: 0)) "
  }

  private static func time(_ milliseconds: Int) -> String {
    let digits = String(milliseconds % 1_000)
    let seconds = "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - digits.count))\(digits) s"
    return String(repeating: " ", count: max(0, 9 - seconds.count)) + seconds
  }
}
