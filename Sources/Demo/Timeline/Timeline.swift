import Foundation
import ViewModels

/// The loads of each section and the changes of the gate over a run. Times are virtual milliseconds.
struct Timeline: Equatable {
  struct Load: Equatable {
    /// Unique in the run.
    let number: Int
    let page: Int
    /// When the load was asked for.
    let begun: Int
    /// When the service answered, if it did.
    var answered: Int?
    /// When its items were in the list, or when it failed or was cancelled.
    var ended: Int?
    /// Nil while it is in flight.
    var outcome: LoadOutcome?
    var reason: String?
  }

  struct Lane: Equatable {
    let name: String
    var loads: [Load] = []
  }

  /// A change of the gate.
  struct Change: Equatable {
    let lane: Int
    /// The page that was inserted. Nil for placeholders that appear or disappear.
    let page: Int?
    /// Since when it waited for the gate.
    let asked: Int
    let made: Int
    /// Whether nothing was new, so that no list view was updated.
    let isEmpty: Bool
    /// When its animation was over.
    var completed: Int?
  }

  var lanes: [Lane] = []
  var changes: [Change] = []
  var end = 0
}

extension Timeline {
  /// Writes the picture.
  func write(to path: String) throws(FileError) {
    do {
      try Data(TimelinePicture(self).svg.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw FileError(path, "cannot be written: \((error as NSError).localizedDescription)")
    }
  }
}
