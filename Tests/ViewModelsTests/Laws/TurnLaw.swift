import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// **1. One turn.** A model change and its event happen in one turn; in a bound view the change happens inside the view's own
/// update, and nobody else is told before that update has closed.
///
/// **2. One at a time.** The next change begins when every driver and every hold of the last one has finished, and never
/// inside it; changes are made in the order in which they were asked for. What has been dropped lets go in a later turn. Data
/// never waits for decoration: while more changes wait, a change is made without animation. While the queue is paused none
/// begins, but for one that a loop had been handed before.
///
/// A move that a view has made itself is in its list when the call returns, also while the queue is paused: that view is told
/// nothing, all others and all observers are. Beside an open change it is told when that is over, and all views count.
///
/// The order in a turn is kept as a model: what drives each view, and what keeps the last change open.
struct TurnLaw {
  static func violation(in history: History) -> History.Broken? {
    var law = TurnLaw()
    for (index, record) in history.records.enumerated() {
      if let broken = law.take(record, parent: history.parent(of: index)) {
        return History.Broken(text: broken, index: index)
      }
    }
    return nil
  }

  private var drivers = Drivers()
  /// The views whose updates have been opened for the change being made, and those that are still open.
  private var opened: [(view: Int, animated: Bool, waiting: Int, turn: Int?)] = []
  private var open: [Int] = []
  /// A loop that has just performed a change, though a newer one has begun: that must do nothing.
  private var old: Int?
  /// What drove the views when that change began.
  private var before: Drivers?
  /// The edit that has just been made.
  private var made: (list: Int, turn: Int?)?
  private var shown: [Int: [Moment.Shown]] = [:]
  /// What has been asked for and not been made, in that order.
  private var asked: [Int] = []
  /// The pauses that have not ended, and whether a loop may have been handed a change before the first of them.
  private var pauses: Set<Int> = []
  private var isHandedOut = false
  private var moves = Moves()

  private mutating func take(_ record: Record, parent: Entry?) -> String? {
    if open.isEmpty, !record.entry.isInTurn { forgetUpdates() }
    if let old, record.entry.isInTurn { return "loop \(old) makes a change, and a newer one has begun" }
    old = nil
    if !pauses.isEmpty, !isHandedOut, moves.own == nil, record.entry.isInTurn {
      return "a change is made while its queue is paused"
    }
    switch record.entry {
    case .opened(let view, let animated):
      let waiting = record.waiting - 1  // without the one that is made
      if open.isEmpty, opened.contains(where: { $0.view == view || $0.waiting > waiting }) {
        (opened, made) = ([], nil)  // the change before this one was empty, and told nobody
      }
      if opened.isEmpty, let broken = begin(in: record.turn) { return broken }
      if animated, waiting > 0 { return "view \(view) animates, and \(waiting) changes wait" }
      opened.append((view, animated, waiting, record.turn))
      open.append(view)
    case .closed(let view, let keeper):
      guard open.popLast() == view else { return "view \(view) closes out of order" }
      if let keeper { drivers.animates(keeper, in: view) }
    case .heard(let list, let heard, let moment):
      if !open.isEmpty { return "\(heard) is told inside the update of view \(open)" }
      guard heard.isUpdate else { break }
      if opened.isEmpty, let broken = begin(in: record.turn) { return broken }
      let own = moves.tell()
      if own != nil { drivers.takeBackOffers() }
      defer {
        forgetUpdates()
        if own == nil { isHandedOut = false }
      }
      if opened.contains(where: { $0.turn != record.turn }) { return "\(heard) is told in a later turn" }
      if let made, made.list == list, made.turn != record.turn { return "\(heard) is told in a later turn" }
      let isLate = moves.catchUp(list)
      if let mover = moves.mover, opened.contains(where: { $0.view == mover }) {
        return "view \(mover) is told of a change in the middle of its own move"
      }
      if !isLate, let broken = wasMadeInItsViews(list, own) { return broken }
      if let broken = wasDecorated(list, moment) { return broken }
      let passed = own == nil ? [] : drivers.views(ofLoopIn: list)
      if moves.ahead.isEmpty,
        let view = moment.wrongViews.first(where: { view in
          view != moves.mover && (drivers.mustShow(view) || passed.contains(view))
        })
      {
        return "view \(view) is bound, and shows something else than its list"
      }
    case .held(let list, let keeper):
      if keeper != nil, record.depth == 0 { return "a hold is given while nothing is told" }
      if keeper == nil, case .heard(list, let heard, _)? = parent, heard.isUpdate {
        return "no hold is given for \(heard)"
      }
      drivers.take(record.entry, in: record.turn)
    case .bodyBegan(_, let loop) where drivers.isOld(loop): return "loop \(loop) goes on, and a newer one has begun"
    case .performs(_, let loop, _) where drivers.isOld(loop): old = loop
    case .bodyBegan(let list, let loop):
      if drivers.drives(loop, list), !drivers.letGo(in: record.turn) {
        return "loop \(loop) is handed a change too early"
      }
      drivers.take(record.entry, in: record.turn)
    case .rested(let moments):
      _ = drivers.letGo(in: nil)
      drivers.undecided = []
      forgetUpdates()
      let isKept = !drivers.keepers.isEmpty || !pauses.isEmpty || drivers.hasOffered
      if moments[0].waiting > 0, !isKept { return "\(moments[0].waiting) changes wait, and nothing keeps one open" }
      if moments[0].isIdle != (moments[0].waiting == 0 && drivers.keepers.isEmpty) {
        return
          "the gate is idle: \(moments[0].isIdle), with \(moments[0].waiting) waiting, kept open by \(drivers.keepers)"
      }
      for (list, moment) in moments.enumerated() { shown[list] = moment.shown }
      guard moments[0].isIdle else { break }
      moves = Moves()
      if let view = moments[0].wrongViews.first(where: drivers.mustShow) {
        return "view \(view) is bound, and shows something else than its list"
      }
    case .edited(_, _, let number), .sent(_, _, let number), .seeded(_, let number, _, _, _),
      .arranged(_, let number, _, _):
      asked.append(number)
    case .made(let list, let number, _, _):
      if moves.makes(number) { return nil }
      made = (list, record.turn)
      return isNext(number)
    case .moves(_, let view, let number, let isBack):
      moves.begin(number, by: view, isBack: isBack, mayBeBehind: drivers.mayBeBehind(view))
    case .moved(let list, let view, let isRight, let shown):
      let isChanged = self.shown[list] != shown
      let isOpen = record.depth > 0 || !drivers.keepers.isEmpty
      self.shown[list] = shown
      return moves.end(
        list, view, isRight, mustShow: drivers.mustShow(view), isChanged: isChanged, beside: isOpen)
    case .turn(_, let number): return isNext(number)
    case .paused(_, let pause):
      if pauses.isEmpty { isHandedOut = drivers.hasOffered && record.waiting > 0 }
      pauses.insert(pause)
    case .goesOn(let pause): pauses.remove(pause)
    default: drivers.take(record.entry, in: record.turn)
    }
    return nil
  }

  /// A change begins.
  private mutating func begin(in turn: Int?) -> String? {
    before = drivers
    // A loop was looked at when it was handed its change.
    return drivers.begin() || drivers.letGo(in: turn)
      ? nil : "a change begins while \(drivers.keepers) keep the last one open"
  }

  /// A change has its turn.
  private mutating func isNext(_ number: Int) -> String? {
    asked.isEmpty || asked.removeFirst() == number ? nil : "change \(number) is made before another that waited"
  }

  private mutating func forgetUpdates() { (opened, before, made) = ([], nil, nil) }

  private func wasMadeInItsViews(_ list: Int, _ mover: Int?) -> String? {
    let due = (before ?? drivers).viewsDue(list).filter { $0 != mover }
    return due.first { view in !opened.contains { $0.view == view } }.map { "view \($0) was left out" }
  }

  /// What is not animated though nothing waits is about rows and placeholders alone.
  private mutating func wasDecorated(_ list: Int, _ moment: Moment) -> String? {
    let old = shown.updateValue(moment.shown ?? [], forKey: list)
    guard let plain = opened.first(where: { !$0.animated && $0.waiting == 0 }), let old, let new = moment.shown else {
      return nil
    }
    return old.map(\.rows) == new.map(\.rows) && old.map(\.section) == new.map(\.section)
      ? nil : "view \(plain.view) does not animate, and nothing waits"
  }
}

extension History {
  /// What was being told when an observer did this.
  func parent(of index: Int) -> Entry? {
    guard records[index].depth > 0 else { return nil }
    return records[..<index].last { $0.depth < records[index].depth && $0.entry.isHeard }?.entry
  }
}

extension Entry {
  /// Whether it may come between the updates of views and what is told of their change.
  fileprivate var isInTurn: Bool {
    switch self {
    case .opened, .closed, .made, .turn: true
    case .load(_, let step): step.kind == .applied
    case .heard(_, let heard, _): heard.isUpdate
    default: false
    }
  }
}

extension Heard {
  var isUpdate: Bool {
    switch self {
    case .insert, .reload, .batch: true
    case .insertion, .state, .summary: false
    }
  }
}
