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

  /// How many drivers views have been given to, all together.
  private(set) static var driversSoFar = 0

  private(set) weak var view: (any ListView)?
  /// The number of the driver that has taken the view last.
  private var newestDriver = 0
  /// Bindings of lists that stand one below the other, or one loop.
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

  /// Whether a driver has the view that has taken it after so many others.
  func isDriven(since driver: Int) -> Bool { isDriven && newestDriver > driver }

  /// What binds the view to a gate.
  func binding(to gate: SerialGate) -> BoundView? {
    drivers.lazy.compactMap(\.bound).first { $0.gate === gate && $0.isActive && !$0.isLoop }
  }

  /// Gives the view to a driver. All others end, whether their tasks and tokens have or not, except for the lists that the
  /// newest one stands below, and those that stood below its gate's older binding. The view counts next, which takes them out.
  func add(_ newest: BoundView) {
    removeEnded()
    if !newest.isLoop, let older = newest.gate.flatMap(binding(to:)) {
      newest.shows(older.list)
      for case let lower? in drivers.map(\.bound) where lower.above === older {
        if newest.isBelow(lower) { lower.above = older.above } else { lower.above = newest }
      }
    }
    for case let older? in drivers.map(\.bound) where !newest.isBelow(older) && !older.isBelow(newest) {
      if older.gate === newest.gate { older.replace() } else { older.cancel() }
    }
    drivers.append(Driver(bound: newest))
    Self.driversSoFar += 1
    newestDriver = Self.driversSoFar
  }

  /// Takes out the drivers that have ended. What stood below them stands below what was above them, and the view has to
  /// count what is left.
  private func removeEnded() {
    guard hasEndedDrivers else { return }
    for case let lower? in drivers.map(\.bound) {
      while let above = lower.above, !above.standsAbove { lower.above = above.above }
    }
    drivers.removeAll { $0.bound?.isActive != true }
    isStale = true
  }

  private var hasEndedDrivers: Bool {
    drivers.contains { $0.bound?.isActive != true || $0.bound?.above?.standsAbove == false }
  }

  // MARK: - Counting

  /// Whether the view shows what its lists do.
  var isInStep: Bool { !isStale && !hasEndedDrivers }

  /// Makes the view count before an update, if it shows something else than its lists. That runs the view's code, which may
  /// have called anything.
  func prepare() {
    removeEnded()
    if isStale { count() }
  }

  func count() {
    removeEnded()
    isStale = false
    view?.reloadAndCount()
  }
}
