import Foundation
import ViewModels

/// An event of a run.
struct RunEvent {
  enum Kind {
    case insert([IndexPath])
    case reload
    case state(name: String, page: Int?, reason: String?)
    case batch(ListBatch)
    /// The first pages of all sections have ended; the names of the loaded, failed and cancelled ones.
    case allEnded(loaded: [String], failed: [String], cancelled: [String])
    case typed(String)
    /// What the user does with the list.
    case user(String)
    case order(Order)
    case toast(OrderToast)
    case banner(ConnectivityBanner)
    case page(of: String, DishDetail)
    case image(of: String, bytes: Int, from: String)
    case noImage(of: String, reason: String)
  }

  let kind: Kind
  /// The section's name for programs, and for people. Empty for an event that isn't about one section.
  var section = "", title = ""
  var sectionIndex = 0
  /// The ids of the inserted items, or of all items of a reloaded section.
  var ids: [RawJSON] = []
  /// The number of items after the event: of the section, or for a batch of the list.
  var total = 0
  /// Milliseconds since the start.
  let time: Int
}

/// The summary of a run.
struct Summary {
  struct Failure {
    /// The section's name for programs, and for people.
    let section: String, title: String
    /// The page, and what was wrong.
    let reason: String
  }

  var timeline = Timeline()
  var items = 0
  var repeatsDropped = 0
  var events = 0
  var mostChangesWaiting = 0
  var violations = 0
  /// Sections whose last load failed.
  var failed: [Failure] = []
  /// Nil on screens without orders.
  var orders: [Order]?
  /// Nil where nobody wishes anything.
  var wishes: WishCounts?
  /// Whether the run has failed if an order was not sent.
  var needsOrders = false
  var isVirtual = true
  /// The signal that ended the run.
  var signal: Int32?

  /// The exit status of the command.
  var status: Int32 {
    if let signal { return 128 + signal }
    return violations == 0 && failed.isEmpty && (wishes?.areKept ?? true)
      && (!needsOrders || orders?.allSatisfy { $0.state == .sent } ?? true)
      ? 0 : 1
  }
}

/// What has become of the wishes of a user of a list that loads meanwhile.
struct WishCounts {
  var wishes: Int
  /// Not shown in the end.
  var lost: Int
  /// Done twice on the service.
  var twice: Int
  /// Deleted items that were seen again.
  var cameBack: Int

  /// How often something else stood first on the screen without having been scrolled to; nil where nobody looks.
  var moved: Int?

  var areKept: Bool { lost == 0 && twice == 0 && cameBack == 0 && moved ?? 0 == 0 }
}

/// Formats events as lines.
protocol EventPrinter {
  /// Nil for an event that needs no line.
  func line(for event: RunEvent) -> String?
  func lines(for summary: Summary) -> [String]
}

/// Prints events with the time at which they happen.
@MainActor
struct EventLog {
  let time: any DemoTime
  let printer: any EventPrinter
  let output: (String) -> Void

  func print(_ kind: RunEvent.Kind) { print { RunEvent(kind: kind, time: $0) } }
  func print(_ event: (_ time: Int) -> RunEvent) {
    if let line = printer.line(for: event(time.milliseconds)) { output(line) }
  }
}

extension Int {
  /// Milliseconds as seconds, in the shortest form.
  var asSeconds: String { self % 1_000 == 0 ? "\(self / 1_000)" : "\(Double(self) / 1_000)" }

  /// The number with a noun: `1 page`, `2 pages`.
  func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
