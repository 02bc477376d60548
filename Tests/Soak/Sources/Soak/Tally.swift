import Foundation

/// What the run has counted and checked. The first law that is broken ends the run.
@MainActor
final class Tally {
  enum Law: String, CaseIterable {
    case update = "updates that a strict list view accepted"
    case overlap = "updates that began outside of any animation"
    case counts = "lists shown as the model holds them"
    case ended = "waits for all loads and changes that ended"
    case wishes = "wishes heard: loads that ended, edits made and settled, orders taken over, none lost"
    case back = "lists without what the server has confirmed as deleted, nothing came back"
    case twice = "edits made once, here and at the server, none twice"
    case arranged = "sections filtered and in order"
    case paused = "updates that began outside of any pause"
    case orders = "orders taken once each, and those that were sent taken"
    case gone = "objects of screens that were let go of and went"
  }

  private(set) var checks: [Law: Int] = [:]
  private(set) var broken: String?
  var pages = 0, items = 0, changes = 0, depth = 0, screens = 0, failures = 0
  var sent = 0, undone = 0, deleted = 0, drags = 0, restarts = 0
  /// The main actor's time for checks of this program's own.
  let ownTime = TimeSum()
  private var isAside = false
  private var leaving: [Departed] = []

  private struct Departed {
    weak var object: AnyObject?
    let name: String
    let since = ContinuousClock.now
  }

  func check(_ law: Law, _ isHeld: Bool, _ what: @autoclosure () -> String = "") {
    if isHeld { checks[law, default: 0] += 1 } else if broken == nil { broken = "NOT \(law.rawValue): \(what())" }
  }

  /// Does work of this program's own, which the longest stay is measured without.
  func aside<Value>(_ work: () -> Value) -> Value {
    guard !isAside else { return work() }
    isAside = true
    let start = Meters.time()
    defer {
      ownTime.add(Meters.time() - start)
      isAside = false
    }
    return work()
  }

  /// Expects that these objects go, within half a minute: an order that is being sent keeps its queue until it is answered.
  func expectGone(_ name: String, _ objects: [AnyObject]) {
    leaving += objects.map { Departed(object: $0, name: "\(name): \(type(of: $0))") }
  }

  /// How many have not gone yet.
  func checkDepartures() -> Int {
    let gone = leaving.count { $0.object == nil }
    checks[.gone, default: 0] += gone
    leaving.removeAll { $0.object == nil }
    if let first = leaving.first(where: { $0.since.duration(to: .now) > .seconds(30) }) {
      check(.gone, false, "\(first.name) is still there after 30 s")
    }
    return leaving.count
  }
}
