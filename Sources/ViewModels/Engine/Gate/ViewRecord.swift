/// What is known of one list view, whichever gate drives it: its drivers, whether an update of it runs, and whether it has to
/// count.
///
/// These are facts of the view and not of a gate, because a view goes from one view model to another: a carousel in a
/// reused cell, a table under tabs. Drivers keep it, and it goes with the last of them.
@MainActor
final class ViewRecord {
  struct Weak {
    weak var record: ViewRecord?
  }

  private struct Driver {
    weak var bound: BoundView?
  }

  private(set) static var records: [ObjectIdentifier: Weak] = [:]
  /// At how many records those of views that have gone are looked for.
  private static var limit = 64

  private(set) weak var view: (any ListView)?
  /// Bindings of gates that share a queue, or one loop.
  private var drivers: [Driver] = []
  /// Whether the animation of an update is not over. A batch that is opened meanwhile would overlap it, which list views
  /// accept in silence and then miscount.
  var isUpdating = false
  /// Whether the view shows something else than its lists do, so that it has to count before its next update.
  var isStale = false

  private init(_ view: any ListView) { self.view = view }

  /// The record of a view.
  static func of(_ view: any ListView) -> ViewRecord {
    let id = ObjectIdentifier(view)
    // A view may have the address of one that has gone.
    if let record = records[id]?.record, record.view === view { return record }
    if records.count >= limit {
      records = records.filter { $0.value.record?.view != nil }
      limit = max(64, records.count * 2)
    }
    let record = ViewRecord(view)
    records[id] = Weak(record: record)
    return record
  }

  // MARK: - Drivers

  var isDriven: Bool { drivers.contains { $0.bound?.isActive == true } }

  /// The driver of a gate.
  func driver(of gate: SerialGate) -> BoundView? {
    drivers.lazy.compactMap(\.bound).first { $0.gate === gate && $0.isActive }
  }

  /// Gives the view to a driver. The older one of the same gate ends, and so do all of other queues, whose changes do not
  /// wait for what the view animates any more.
  func add(_ newest: BoundView) {
    for case let older? in drivers.map(\.bound) where older.isActive {
      if older.gate === newest.gate {
        older.replace()
        for case let lower? in drivers.map(\.bound) where lower.above === older {
          lower.above = newest.isBelow(lower) ? older.above : newest
        }
      } else if older.gate?.queue !== newest.gate?.queue {
        older.cancel()
      } else {
        precondition(
          !older.isLoop && !newest.isLoop,
          "a loop makes the changes of one list; lists that share a view are bound to it, see bind(to:below:)")
      }
    }
    drivers.removeAll { $0.bound?.isActive != true }
    drivers.append(Driver(bound: newest))
  }

  /// Takes out the drivers that have ended. What stood below them stands below what was above them, and the view has to
  /// count what is left.
  private func removeEnded() {
    for case let ended? in drivers.map(\.bound) where !ended.isActive {
      for case let lower? in drivers.map(\.bound) where lower.above === ended { lower.above = ended.above }
    }
    drivers.removeAll { $0.bound?.isActive != true }
    isStale = true
  }

  // MARK: - Counting

  /// Makes the view count before an update, if it shows something else than its lists.
  func prepare() {
    if drivers.contains(where: { $0.bound?.isActive != true }) { removeEnded() }
    if isStale { count() }
  }

  func count() {
    isStale = false
    view?.reloadAndCount()
  }
}
