import ListViewModelsTestSupport

@testable import ViewModels

/// What views have moved themselves, and who has been told: the part of the law of one turn that is about drags.
struct Moves {
  /// What a view has just moved, whether it has to be taken over, and whether it was, and has been told.
  private var moving: (view: Int, number: Int, isBack: Bool, isDue: Bool, isMade: Bool, isTold: Bool)?
  /// The lists of moves that have been made and not been told.
  private(set) var ahead: [Int] = []
  /// Whether views count when a change is over beside which something has been moved: until then nothing need be taken over
  /// but what the view moves that has moved something last.
  private var isCounting = false
  private var inStep: Int?

  /// The view that is in the middle of a move of its own.
  var mover: Int? { moving?.view }

  /// The view whose own move is being made and has not been told.
  var own: Int? { moving.flatMap { $0.isTold ? nil : $0.view } }

  /// - Parameters:
  ///   - isBack: Whether the item is dropped where it stood.
  ///   - mayBeBehind: Whether the view may have to count.
  mutating func begin(_ number: Int, by view: Int, isBack: Bool, mayBeBehind: Bool) {
    let isDue = !isBack && !mayBeBehind && (!isCounting || inStep == view)
    moving = (view, number, isBack, isDue, isMade: false, isTold: false)
  }

  /// An edit is made. Returns whether it is the move.
  mutating func makes(_ number: Int) -> Bool {
    guard moving?.number == number else { return false }
    moving?.isMade = true
    return true
  }

  /// A change is told. Returns the view that has made it itself.
  mutating func tell() -> Int? {
    defer { moving?.isTold = true }
    return own
  }

  /// Returns whether what is told of the list are moves that were made beside another change: they are told as one.
  mutating func catchUp(_ list: Int) -> Bool {
    defer { ahead.removeAll { $0 == list } }
    return ahead.contains(list)
  }

  /// The view has said that it has moved something.
  ///
  /// - Parameters:
  ///   - isRight: Whether the view shows what its list shows.
  ///   - mustShow: Whether it has to.
  ///   - isChanged: Whether the list shows something else than before.
  ///   - isOpen: Whether another change is open.
  mutating func end(
    _ list: Int, _ view: Int, _ isRight: Bool, mustShow: Bool, isChanged: Bool, beside isOpen: Bool
  ) -> String? {
    defer { moving = nil }
    if !isRight, mustShow { return "view \(view) shows something else than its list when its move has been taken over" }
    guard let moving else { return nil }
    if moving.isBack, moving.isMade { return "what view \(view) drops where it stood is edited" }
    if !moving.isMade { return moving.isDue ? "a move of view \(view) is not taken over" : nil }
    if moving.isTold { return nil }
    isCounting = isCounting || isOpen
    inStep = view
    guard isChanged else { return nil }
    ahead.append(list)
    return isCounting ? nil : "a move is not told, and no change is open"
  }
}
