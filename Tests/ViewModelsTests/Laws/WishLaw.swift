import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// **What is wished is begun, and nothing else.** A wish for a first, next or previous page, or for one that has failed, begins
/// a load, unless its section's state says that there is nothing to load. One that comes while another page loads is kept, and
/// looked at when that ends; a refresh and a cancel take it back. A page that brings nothing leads to the next one, and a
/// section is filled until enough is shown, one that is filtered until anything is, unless the user has cancelled.
///
/// At each rest nothing that must be begun has been left out, and no load has begun that nothing asked for.
struct WishLaw {
  static func violation(in history: History) -> History.Broken? {
    var lists = history.rules.map { List(rules: $0) }
    for (index, record) in history.records.enumerated() {
      let isNested = record.depth > 0
      var broken: String?
      if !isNested, !record.entry.isHeard {
        for list in lists.indices { lists[list].sections = lists[list].sections.mapValues { $0.afterObservers } }
      }
      switch record.entry {
      case .asked(let list, let wish): lists[list].take(wish, isNested)
      case .displayed(let list, let position, let offset): lists[list].display(position, offset, isNested)
      case .rowsChosen(let list, let rows): lists[list].showsRows = !rows.isEmpty
      case .typed(let list, _): lists[list].type(isNested)
      case .advanced(let list, let time): lists[list].advance(time)
      case .reconnected(let list): lists[list].reconnect()
      case .load(let list, let step): broken = lists[list].take(step)
      case .answered(let list, let request, let answer, _):
        if case .section(let section) = request.target { lists[list].sections[section]?.answer = answer }
      case .made(let list, _, _, let calls): lists[list].made(calls)
      case .moves(let list, _, _, _): lists[list].isMoving = true
      case .moved(let list, _, _, let shown): lists[list].look(shown)
      case .settled(let list, let edit, _): lists[list].touch(lists[list].edits[edit - 1])
      case .seeded(let list, let number, let section, _, let next): lists[list].seeds[number] = (section, next)
      case .arranged(let list, let number, let section, _): lists[list].arranged[number] = section
      case .turn(let list, let number): lists[list].takeTurn(number)
      case .heard(let list, .state(.section(let section), let state), _): lists[list].sections[section]?.told = state
      case .heard(let list, .state(.sections, _), _): lists[list].mayBegin()
      case .heard(let list, _, let moment): lists[list].look(moment.shown)
      case .rested(let moments):
        for (list, moment) in moments.enumerated() {
          lists[list].look(moment.shown)
          broken = broken ?? lists[list].leftUndone
          lists[list].waitNoMore()
          if moment.isIdle { lists[list].forgetWishes() }
        }
      default: break
      }
      if let broken { return History.Broken(text: broken, index: index) }
    }
    return nil
  }
}
