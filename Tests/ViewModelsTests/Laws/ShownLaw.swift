import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// **8. The user outranks older answers.** What a user did outranks every answer that was asked for before it. An edit that is
/// being sent outranks every answer until it is confirmed, from when on it counts as done at that moment, or taken back, after
/// which what is shown is what it would be had the edit never been made. A first page asked for afterwards has the last word
/// for its section. What an edit removed does not come back with a next or previous page.
///
/// - Must: whenever something is told, and at rest, each section shows what its answers and edits make, below its filter and
///   order; the sections are those that the newest load of them has named, as edits have changed them since.
/// - Must not: an answer undoes an edit that is newer than its request, or is still being sent; an item that was removed comes
///   back with a next or previous page; a settled edit goes untold.
///
/// What that means, item by item, is ``ShownHistory``; here it is compared with what is shown.
struct ShownLaw {
  static func violation(in history: History) -> History.Broken? {
    var lists = history.rules.map { List(rules: $0) }
    for (index, record) in history.records.enumerated() {
      var broken: String?
      if record.depth > 0 { lists.indices.forEach { lists[$0].hears(record.entry, of: $0) } }
      switch record.entry {
      case .asked(let list, .refresh(.section(let section), let loader, _, let joins)):
        lists[list].refresh(section, loader: loader, joins: joins)
        if record.depth == 0 { lists[list].begin(section) }
      case .asked(let list, .refresh(.sections, _, _, _)): lists[list].isOutranked = true
      case .asked(let list, .cancel(.section(let section))): lists[list].cancel(section)
      case .load(let list, let step): lists[list].take(step)
      case .answered(let list, let request, let answer, let text): lists[list].answered(request, answer, text)
      case .moves(let list, _, let number, _): lists[list].moving = number
      case .made(let list, let edit, let isSent, let calls): lists[list].made(edit, isSent: isSent, calls)
      case .settles(let list, let number, let takesBack): lists[list].settles.append((number, takesBack))
      case .settled(let list, let edit, let takesBack): lists[list].settled(edit, takesBack)
      case .seeded(let list, let number, let section, let rows, _): lists[list].waiting[number] = .seed(section, rows)
      case .arranged(let list, let number, let section, let lens): lists[list].waiting[number] = .arrange(section, lens)
      case .turn(let list, let number): lists[list].takeTurn(number)
      case .heard(let list, let heard, let moment) where heard.isUpdate:
        broken = lists[list].compare(moment, isTold: true)
      case .rested(let moments):
        for (list, moment) in moments.enumerated() { broken = broken ?? lists[list].rest(moment) }
      default: break
      }
      if record.depth == 0, !record.entry.isHeard {
        lists[0].isAdvancing = record.entry.isAdvance
        for list in lists.indices { lists[list].endTurn() }
      }
      if let broken { return History.Broken(text: broken, index: index) }
    }
    return nil
  }
}

extension ShownLaw.List {
  mutating func compare(_ moment: Moment, isTold: Bool) -> String? {
    guard let shown = moment.shown else { return nil }
    if let settling { return "edit \(settling) has been settled, and that is not told" }
    if shown.map(\.section) != sections.map(\.id) {
      guard let index = named.firstIndex(of: shown.map(\.section)) else {
        return "shows \(shown.map(\.section)), not \(sections.map(\.id)), and \(named) are named"
      }
      replaceSections(named[index])
      named.removeFirst(index + 1)
    }
    guard let broken = firstDifference(shown) else { return nil }
    // In the turn of a settled edit views are told first.
    guard isTold, let next = settles.first, let edit = sent[next.number] else { return broken }
    settles.removeFirst()
    history.settled(edit, takenBack: next.takesBack)
    settling = edit
    return firstDifference(shown)
  }

  mutating func rest(_ moment: Moment) -> String? {
    defer { if case .loading = moment.states[.sections]?.refresh {} else { named = [] } }
    return compare(moment, isTold: false)
  }

  private mutating func replaceSections(_ ids: [Int]) {
    let old = sections
    sections = []
    for id in ids {
      if let kept = old.first(where: { $0.id == id }) {
        sections.append(kept)
      } else {
        insert(id, at: sections.count)
      }
    }
  }

  private func firstDifference(_ shown: [Moment.Shown]) -> String? {
    for (seen, section) in zip(shown, sections) {
      let rows = lenses[section.birth, default: .none](history.items(in: section.birth))
      if seen.rows != rows { return "section \(section.id) shows \(seen.rows), not \(rows)" }
    }
    return nil
  }
}

extension Entry {
  fileprivate var isAdvance: Bool { if case .advanced = self { true } else { false } }
}
