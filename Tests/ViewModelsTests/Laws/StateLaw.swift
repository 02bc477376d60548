import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// **What a load has come to is told.** Only what has changed is told, and what is asked is what was told. A state says *loading*
/// while a load of that end is in flight; *failed* when it has failed, and with what it failed, until it is begun again;
/// *finished* when the page at that end says so. A generation ends with a refresh or a cancel. The page beyond an end is asked for
/// with what the page there gave. Rows and placeholders are what the state says.
///
/// - Must: at each rest a section has been told of the load in flight, of a failure, of an end, and shows its row or placeholders.
/// - Must not: a state is told twice in a row, says something else than became of the loads, or goes back to an older generation;
///   a page is asked for that the one beside it did not name.
struct StateLaw {
  static func violation(in history: History) -> History.Broken? {
    var lists = history.rules.map { List(rules: $0) }
    for (index, record) in history.records.enumerated() {
      var broken: String?
      switch record.entry {
      case .asked(let list, .refresh(.section(let section), _, let page, _)):
        lists[list].refresh(section, page, isNested: record.depth > 0)
      case .advanced(let list, _): lists[list].sections[0]?.firsts.insert(1)
      case .displayed(let list, _, _) where !lists[list].kinds.isEmpty: lists[list].isDisplayed = true
      case .typed(let list, _): lists[list].typed += 1
      case .timedOut(let list, let request):
        if case .section(let section) = request.target { lists[list].sections[section]?.cause = .timedOut }
      case .asked(let list, .cancel(.section(let section))): lists[list].cancel(section)
      case .asked(let list, .placeholders(let count)): lists[list].wants(count)
      case .rowsChosen(let list, let rows): lists[list].kinds = rows
      case .load(let list, let step): broken = lists[list].take(step)
      case .answered(let list, let request, let answer, _): broken = lists[list].answered(request, answer)
      case .made(let list, _, _, let calls): lists[list].made(calls)
      case .seeded(let list, let number, let section, _, let next): lists[list].seeds[number] = (section, next)
      case .turn(let list, let number): lists[list].takeTurn(number)
      case .heard(let list, .state(.section(let section), let state), _): broken = lists[list].hear(state, of: section)
      case .heard(let list, let heard, let moment) where heard.isUpdate: lists[list].look(moment)
      case .rested(let moments):
        for (list, moment) in moments.enumerated() {
          lists[list].look(moment)
          broken = broken ?? lists[list].rest(moment)
        }
      default: break
      }
      if let broken { return History.Broken(text: broken, index: index) }
    }
    return nil
  }
}
