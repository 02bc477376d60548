import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// One entry in the history of a run: what was asked, answered and done, and what was told.
enum Entry {
  case asked(list: Int, Wish)
  /// An edit is asked for, by a number of the world's.
  case edited(list: Int, Edit, Int)
  /// The same of one that is being sent.
  case sent(list: Int, Edit, Int)
  case settles(list: Int, Int, takesBack: Bool)
  /// An edit has its turn. The list numbers its edits in this order, from 1.
  case made(list: Int, Int, isSent: Bool, [EditCall])
  /// It is told that the edit with this number has been confirmed or taken back.
  case settled(list: Int, Int, takesBack: Bool)
  /// A view has moved an item itself, and says so; by the number that its edit has. It showed what its lists hold before.
  case moves(list: Int, view: Int, Int, isBack: Bool)
  /// That call has returned.
  case moved(list: Int, view: Int, isRight: Bool, [Moment.Shown])
  case seeded(list: Int, Int, section: Int, rows: [TestItem], next: PageKey?)
  case rowsChosen(list: Int, Row<Never>.Kinds)
  case arranged(list: Int, Int, section: Int, Lens)
  /// The seed or the arrangement with this number has had its turn.
  case turn(list: Int, Int)
  /// A step of a load is told.
  case load(list: Int, LoadStep)
  case displayed(list: Int, position: Int, offset: Int)
  case typed(list: Int, String)
  case advanced(list: Int, Int)
  case reconnected(list: Int)
  case answered(list: Int, PageRequest, Step.Answer, text: String)
  case timedOut(list: Int, PageRequest)
  case heard(list: Int, Heard, Moment)

  case opened(view: Int, animated: Bool)
  /// The view's update has returned; with a keeper if it animates now.
  case closed(view: Int, Keeper?)
  case bound(view: Int, lists: [Int])
  case unbound(view: Int)
  case loopBegan(list: Int, loop: Int)
  /// A loop has been handed a change.
  case bodyBegan(list: Int, loop: Int)
  case performs(list: Int, loop: Int, view: Int?)
  case bodyEnded(list: Int, loop: Int)
  /// The loop's task has been cancelled, or its body has left it.
  case loopEnds(list: Int, loop: Int)
  case held(list: Int, Keeper?)
  case ended(Keeper)
  /// What was dropped lets go in a later turn.
  case dropped(Keeper)
  /// The list's queue is paused, by a number of the world's; no change begins until each pause has ended.
  case paused(list: Int, Int)
  case goesOn(Int)
  /// `settled()` has returned.
  case waited(list: Int)
  /// What a list shows when the world is about to do something.
  case looked(list: Int, [Moment.Shown])
  case rested([Moment])
}

/// An entry, and whether an observer did it while it was told of something.
struct Record {
  let entry: Entry
  /// How many observers are at work around it: what one of them does is one deeper than what it has heard.
  let depth: Int
  /// Nothing else runs between two records of one turn. Nil while everything comes to rest, in turns that nobody counts.
  let turn: Int?
  /// How many changes waited then. A change without an event leaves no other trace.
  let waiting: Int
}

extension Entry: CustomStringConvertible {
  /// Whether it comes from the package, and not from the world around it.
  var isHeard: Bool {
    switch self {
    case .heard, .opened, .closed, .load, .made, .settled, .turn: true
    default: false
    }
  }

  var description: String {
    switch self {
    case .heard(let list, let heard, _): "list \(list) tells \(heard)"
    case .rested: "everything rests"
    case .looked(let list, _): "list \(list) is looked at"
    default: Mirror(reflecting: self).children.first.map { "\($0.label ?? "") \($0.value)" } ?? ""
    }
  }
}

extension String {
  /// The description of a value without the names of the types in it.
  var withoutTypes: String { replacing(/(List|View)\w+\.(\w+\.)+/, with: ".") }
}

/// What a list is asked to load.
enum Wish: Hashable {
  case first([Int]?, ReleaseOrder)
  case next(Int)
  case previous(Int)
  case fill(Int, Int)
  case refresh(ModelTarget, loader: Int?, page: Int = 1, joins: Bool = false)
  case retry(ModelTarget)
  case cancel(ModelTarget)
  case placeholders(Int)
}

/// What observers hear.
enum Heard: Hashable {
  case insert([[Int]])
  case reload(position: Int)
  case batch(ListBatch)
  case insertion(section: Int, [[Int]])
  case state(ModelTarget, ModelState)
  case summary(loaded: [Int], failed: [Int], cancelled: [Int], gone: [Int])
}

/// What keeps a change open.
enum Keeper: Hashable {
  case animation(view: Int, Int)
  case hold(Int)
  case body(list: Int)
}

/// A page that a service has been asked for.
struct PageRequest: Hashable {
  let target: ModelTarget
  /// Nil if the service is not told.
  let page: Int?
  var cursor: String?
  let loader: Int?
}

/// What can be seen of a list at some moment.
struct Moment {
  struct Shown: Hashable {
    let section: Int
    let placeholders: Int?
    var rows: [TestItem]
    var state: ModelRow?
  }

  /// Nil where nobody looked.
  var shown: [Shown]?
  var states: [ModelTarget: ModelState]
  /// Views that do not show what their lists hold.
  var wrongViews: [Int]
  var waiting: Int
  var isIdle: Bool
  var loadsInFlight: Int
  /// At rest: the requests that are open and have not been cancelled.
  var requests: [PageRequest] = []
}
