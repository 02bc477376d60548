import Foundation
import ViewModels

/// What a run did when: the loads of each section, and the gate's changes. Times are virtual milliseconds.
struct Timeline: Equatable {
  struct Load: Equatable {
    /// Unique in the run.
    let number: Int
    let page: Int
    /// When it was asked for.
    let begun: Int
    /// When the service answered; nil if it never did.
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

  /// One turn of the gate.
  struct Change: Equatable {
    let lane: Int
    /// The page it brought in; nil for placeholders that appear or disappear.
    let page: Int?
    /// Since when it waited for its turn.
    let asked: Int
    let made: Int
    /// Nothing was new, and no list view was told.
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
