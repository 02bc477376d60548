import Foundation
import ViewModels

/// An event of a run.
struct RunEvent {
  enum Kind {
    case insert([IndexPath])
    case reload
    case state(name: String, page: Int?, reason: String?)
    case batch(ListBatch)
    case order(Order)
    case toast(OrderToast)
    case banner(ConnectivityBanner)
    case image(of: String, bytes: Int, from: String)
    case noImage(of: String, reason: String)
  }

  let kind: Kind
  /// Empty for an event that isn't about one section.
  var section = ""
  var sectionIndex = 0
  /// The number of items after the event: of the section, or for a batch of the list.
  var total = 0
  /// Virtual milliseconds since the start.
  let time: Int
}

/// The summary of a run.
struct Summary {
  var sections = 0
  var pages = 0
  var items = 0
  var repeatsDropped = 0
  var events = 0
  var mostLoadsInFlight = 0
  var mostChangesWaiting = 0
  /// The mean time from an answer to its change, in milliseconds. Nil where it isn't measured.
  var answerWait: Int?
  var violations = 0
  /// Sections whose last load failed.
  var failedSections = 0
  /// Nil on screens without orders.
  var orders: OrderCount?
  /// Milliseconds since the start.
  var time = 0
  var isVirtual = true
}

/// Formats events as lines.
protocol EventPrinter {
  func line(for event: RunEvent) -> String
  func lines(for summary: Summary) -> [String]
}

extension Int {
  /// Milliseconds as seconds, in the shortest form.
  var asSeconds: String { self % 1_000 == 0 ? "\(self / 1_000)" : "\(Double(self) / 1_000)" }
}
