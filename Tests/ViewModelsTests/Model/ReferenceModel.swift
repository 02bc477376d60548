import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// What the laws say of a run.
///
/// A plain value that is told the account of a run: what was asked, answered and done, and what was heard. It goes
/// through the same run by itself, with arrays and numbers. Where it would tell observers something, the next entry of
/// the account has to be just that; what an observer did then comes behind it and is done at that place. Anything else
/// that was heard, or was not heard, is a disagreement.
///
/// Nothing in it waits, and nothing calls it: it knows no task, no view and no service. What keeps a change open it is
/// told: an animation has begun, a hold was taken. So it can say what was made too early, too late, or never.
struct ReferenceModel {
  /// The laws do not allow what happened.
  struct Disagreement: Error, CustomStringConvertible {
    let description: String
  }

  var lists: [ModelList]
  var gate = ModelGate()
  /// What has not been explained yet.
  var account: ArraySlice<Record> = []
  /// The turn of the entry that is being explained; nil while everything comes to rest.
  var turn: Int?

  init(_ lists: [ModelList]) { self.lists = lists }

  /// Goes on with the run.
  mutating func explain(_ records: [Record]) throws {
    account = records[...]
    while let record = account.first {
      turn = record.turn
      switch record.entry {
      case .heard, .opened:
        guard try letGo() else { throw Disagreement(description: "\(record.entry): nothing leads to it") }
      default:
        account.removeFirst()
        try letGo(before: record)
        try take(record.entry)
      }
    }
  }

  /// Tells the observers. What they do is done before the next thing happens.
  mutating func tell(_ heard: Heard, of list: Int) throws {
    guard case .heard(list, heard, let moment)? = account.first?.entry else {
      let other = account.first.map { "\($0.entry)" } ?? "the account ends"
      throw Disagreement(description: "list \(list) has to tell \(heard); instead: \(other)".withoutTypes)
    }
    let record = account.removeFirst()
    try letGo(before: record)
    try check(moment, of: list)
    while let next = account.first, next.depth > record.depth, !next.entry.isHeard {
      account.removeFirst()
      try take(next.entry)
    }
  }

  private mutating func take(_ entry: Entry) throws {
    switch entry {
    case .asked(let list, let wish): try send(wish, to: list)
    case .edited(let list, let edit): try ask(.edit(edit), of: list)
    case .sent(let list, let edit, let number):
      lists[list].sent.insert(number)
      try ask(.send(edit, number), of: list)
    case .settles(let list, let number, let takesBack): try ask(.settle(number, takesBack: takesBack), of: list)
    case .seeded(let list, let section, let rows, let next): try ask(.seed(section, rows, next: next), of: list)
    case .arranged(let list, let section, let lens): try ask(.arrange(section, lens), of: list)
    case .rowsChosen(let list, let rows):
      lists[list].stateRows = rows
      for section in lists[list].contents.sectionIDs {
        for change in lists[list].rowDeeds(section) { try ask(change, of: list) }
      }
    case .displayed(let list, let position, let offset):
      let sections = lists[list].sectionsToLoad(displaying: position, offset)
      if let section = sections.next { try send(.next(section), to: list) }
      if let section = sections.previous, lists[list].state(of: .section(section)).prepend == .idle {
        try send(.previous(section), to: list)
      }
    case .typed(let list, let text): lists[list].search?.type(text)
    case .advanced(let list, let time):
      guard let end = lists[list].search.map({ $0.now + time }) else { return }
      while lists[list].search?.advance(to: end) == false {
        let state = lists[list].state(of: .section(0))
        if let wish = lists[list].search?.send(state) { try send(wish, to: list) }
      }
    case .answered(let list, let request, let answer, let text): try receive(answer, text, for: request, in: list)
    case .timedOut(let list, let request): try timeOut(request, in: list)
    case .settled(let list): try checkSettled(list)
    case .rested(let moments):
      while try letGo() {}
      gate.undecided = []
      for (list, moment) in moments.enumerated() { try checkRest(moment, of: list) }
    default: try takeDriving(entry)
    }
  }

  /// Makes the changes without an event that had been made by then.
  private mutating func letGo(before record: Record) throws {
    while record.waiting < gate.waiting.count, try letGo() {}
  }

  /// What was dropped or cancelled lets go in a later turn: now.
  /// - Returns: Whether anything was left to let go.
  mutating func letGo() throws -> Bool {
    if gate.forgetDropped(in: turn) {
      try runGate()
      return true
    }
    for list in lists.indices {
      if let load = lists[list].loadThatAnswersItself {
        try receive(.page(ModelAnswer.Page(isLast: true)), for: load, in: list)
        return true
      }
    }
    return false
  }
}
