import ViewModels

/// The loads of each section and the changes of the gate over a run. Times are milliseconds.
struct Timeline: Equatable {
  struct Load: Equatable {
    /// Unique in the run.
    let number: Int
    let page: Int
    /// When its request was started.
    let begun: Int
    /// When the service answered, if it did.
    var answered: Int?
    /// When its items were in the list, or when it failed or was cancelled.
    var ended: Int?
    /// Nil while it is in flight.
    var outcome: LoadOutcome?
  }

  struct Lane: Equatable {
    let name: String
    var loads: [Load] = []
  }

  /// A change of the gate that a list view was told of.
  struct Change: Equatable {
    /// Nil for a change that isn't about one section.
    let lane: Int?
    /// The page that was inserted. Nil for anything else.
    var page: Int?
    let made: Int
    /// When its animation was over.
    var completed: Int?
  }

  var lanes: [Lane] = []
  var changes: [Change] = []
  /// How many requests were on their way at once, at most.
  var mostRequests = 0
  var end = 0

  private var loaded: [Load] { lanes.flatMap(\.loads).filter { $0.outcome == .loaded } }
  /// The number of pages that were loaded.
  var pages: Int { loaded.count }
  /// The mean time from an answer to its change, in milliseconds. Nil if there was none.
  var answerWait: Int? {
    let waits = loaded.compactMap { load in load.answered.flatMap { answer in load.ended.map { $0 - answer } } }
    return waits.isEmpty ? nil : (waits.reduce(0, +) + waits.count / 2) / waits.count
  }

  /// What it shows, in figures.
  var title: String {
    "\(lanes.reduce(0) { $0 + $1.loads.count }.of("load")), at most \(mostRequests) at once; "
      + "\(changes.count.of("change")), one after another"
  }

  /// The letter that tells a lane apart without its colour.
  static func letter(_ lane: Int) -> Character { Character(UnicodeScalar(UInt8(65 + lane % 26))) }
}
