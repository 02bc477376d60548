import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// One thing that a run does. A run is a list of steps, and a step is a plain value: it can be printed as Swift, pasted
/// into a test, and taken out of its run.
///
/// What a step names, it names by a number that wraps around what is there: section 7 of four is section 3, request 5 of
/// two is request 1. So a run means something whatever has been taken out of it. Sections are numbered through the
/// lists of the world, those that are not in their list at the moment included.
indirect enum Step: Hashable, Sendable {
  case user(UserStep)

  // What an app asks of a list beside.
  case loadSections(list: Int, Int)
  case retrySections(list: Int)
  /// Rows from elsewhere, like those of an answer, before page `next`; 0 if nothing follows.
  case seed(Int, Step.Answer, next: Int)

  // What the services do.
  case answer(Int, Step.Answer)
  /// Ends an edit that is being sent.
  case settle(Int, takesBack: Bool)
  /// Two answers, the second of which reaches the main actor before anything has followed from the first.
  case answerBoth(Int, Step.Answer, Int, Step.Answer)
  /// The alarm of a load goes off, if it was the only one set at its moment.
  case timeOut(Int)
  /// Whether requests that are cancelled end at once, or are answered all the same.
  case endCancelled(list: Int, Bool)
  /// The connection of the store is lost, and returns.
  case reconnect
  /// The clock of a search goes on by so many milliseconds.
  case advance(Int)

  // What views, loops and observers do.
  case setView(Int, Habit)
  /// Ends the first animation of a view; its completion is called so many times. With 0 it is dropped.
  case finishAnimation(Int, calls: Int)
  case beginLoop(list: Int)
  /// The body of a list's loop goes on.
  case body(list: Int, Body)
  case cancelLoop(list: Int)
  /// Joins, and takes a step the next so many times that something is heard.
  case observe(list: Int, Channel, times: Int, Step)
  case leave(Int)
  case hold(list: Int)
  case release(Int)
  case drop(Int)
  case awaitSettled(list: Int)
  /// Asks Observation to tell of the next change of what is shown, or of states, and takes a step in the turn after it.
  case track(list: Int, Channel, Step)
  /// A slow observer asks for so many more updates.
  case demand(Int)
  /// Everything comes to rest before the next step. Steps between two of these are taken in one turn.
  case rest

  enum Habit: Hashable, Sendable {
    case animates
    /// Completes at once, as with animations off.
    case completes
    /// Asks for the change twice.
    case asksTwice
    /// Does not ask for the change.
    case forgets
  }

  enum Body: Hashable, Sendable {
    /// In the view with this number, of those that show this list alone.
    case perform(Int)
    case performWithoutView
    case skip
    case leave
  }

  enum Channel: Hashable, Sendable, CaseIterable { case updates, insertions, loadStates, summaries, sectionsStates }
}

extension Step {
  /// What a service answers.
  enum Answer: Hashable, Sendable {
    /// So many items, beginning with the id of this number.
    case page(Int, Int)
    case last(Int, Int)
    /// The answer does not say which page it is.
    case unnumbered(Int, Int)
    /// A service with cursors, which are numbers: what the next page is asked for with; 0 if nothing follows.
    case cursor(Int, Int, next: Int)
    /// The same, of one that pages both ways.
    case between(Int, Int, previous: Int, next: Int)
    /// Two more items could not be read.
    case partly(Int, Int)
    case failure
    case wrongPage

    /// The same of a service that has one item, if it answers at all.
    func of(_ id: Int) -> Answer { self == .failure || self == .wrongPage ? .failure : .last(id, 1) }

    /// The ids of the page: in a circle of 60, and a long page has its first one twice.
    var ids: [Int] {
      switch self {
      case .page(let first, let count), .last(let first, let count), .unnumbered(let first, let count),
        .partly(let first, let count), .cursor(let first, let count, _), .between(let first, let count, _, _):
        (0..<count).map { (first + ($0 > 4 && $0 == count - 1 ? 0 : $0)) % 60 }
      case .failure, .wrongPage: []
      }
    }
  }
}

extension [Step] {
  /// The steps as Swift, a line each.
  var asSwift: String {
    map { "  .\($0),".withoutTypes }.joined(separator: "\n")
  }
}
