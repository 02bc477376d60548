import ListEngine

/// What a list has to show, read off the history of what was asked, answered and done: no state, no tree, and no name of
/// the engine's workings.
///
/// **The law**: an edit stands above each answer that was asked for at or before the moment at which the edit was known,
/// and below the others. It is known when it is made; one that is sent when it is confirmed; one of an item whose own
/// edit is open when that is settled. Between two answers, edits stand as they were made. One that was taken back never was.
/// A move across sections is an edit of both, and brings what its item was at that moment, had the edits that were taken
/// back since never been; nothing if the item was not there then. Until it is known, what is done to its item where it
/// went is done where it came from, too, unless it stands there again. Where an open edit has taken it away, a move back puts
/// it, also if that edit is taken back.
/// What an edit takes out, no page brings that stands above it, until a first page does, or a page that joins on names it.
/// A replacement that finds neither item does nothing. Away from home it is one at home, too, where that stands which it is about.
/// An item that an edit puts in is that edit's, also if an answer below it brings it that it was not in before.
/// An item that an edit has put somewhere stays beside a page that joins on without naming it. An offset is the nearest one
/// that there was when the edit was made. Items that a page has brought before all others since, and that were not there
/// then, come on top, as long as that page stands. A seed is older than all that its section's
/// load in flight does not know, and than what was done on top of that.
package struct ShownHistory {
  package enum Deed: Hashable, Sendable {
    case insert([TestItem], ItemPlace<Int>)
    case remove(Int)
    case update(TestItem)
    /// Puts an item into the place of the one with this id; if it is there itself, into its own, without that one.
    case replace(Int, TestItem)
    case move(Int, ItemPlace<Int>)
    /// Puts these into this order, on the places that they have together.
    case order([Int])
    /// Puts all that are there, and all that would be there but for edits that are open, into the order of their ids with
    /// some bits turned.
    case sort(by: Int)
    /// Makes these all that there are; without those that are there. What a page has added at an end since stays there.
    case set([TestItem], without: Set<Int> = [])
    /// Takes an item out that the next deed puts into another section.
    case leave(Int)
    /// Puts the item there that the deed before has taken out.
    case arrive(Int, ItemPlace<Int>)
  }

  /// What a move across sections brings.
  package struct Carried {
    let id: Int
    /// The section that it was in, and those from which moves that are open had brought it.
    let sources: [Int]
    /// What had been before, in which it is looked for; none once that can say only one thing.
    var before: [ShownHistory]
    var item: TestItem?

    func item(without takenBack: Set<Int>) -> TestItem? {
      guard let before = before.first else { return item }
      return sources.lazy.compactMap { source in
        before.items(in: source, without: takenBack).first { $0.id == id }
      }.first
    }
  }

  package struct Edit {
    let section: Int
    let deed: Deed
    var carried: Carried?
    /// The item that it follows home: nothing is done where that does not stand.
    var home: Int?
    let number: Int
    /// The newest load when it became known; nil while it is not.
    var known: Int?
    /// Newer loads that had been asked for before it all the same.
    var askedBefore: Set<Int> = []
    /// The edits that have to be settled before.
    var waitsFor: Set<Int>
    /// How many answers had come to its section.
    let answers: Int

    func isOpen(_ takenBack: Set<Int>) -> Bool { !waitsFor.isEmpty && !takenBack.contains(number) }

    /// Looks for what it brings a last time, when no other edit can be taken back that made a difference.
    mutating func fix(_ takenBack: Set<Int>) {
      guard let carried, !carried.before.isEmpty, waitsFor.isSubset(of: [number]) else { return }
      self.carried?.item = carried.item(without: takenBack)
      self.carried?.before = []
    }

    /// What it does had these edits never been made; nil if that is nothing.
    func deed(without takenBack: Set<Int>) -> Deed? {
      if takenBack.contains(number) { return nil }
      guard let carried else { return deed }
      return carried.item(without: takenBack).map { item in
        if case .arrive(_, let place) = deed { .insert([item], place) } else { .remove(item.id) }
      }
    }
  }

  /// What an answer does to the items of its section.
  package enum Kind: Hashable, Sendable {
    case replaces, appends, prepends
    /// Takes the place of what was loaded, and brings nothing back that an edit has taken out.
    case seeds
    /// Takes the place of what stands between the items that both have, and of all before and after them unless told to
    /// leave it.
    case joins(leavingFront: Bool, back: Bool)
  }

  package struct Answer {
    let section: Int
    let kind: Kind
    let page: [TestItem]
    /// How many of its section's edits it knows, of each whether.
    let knows: [Bool]
  }

  private var edits: [Edit] = []
  private var answers: [Answer] = []
  private var takenBack: Set<Int> = []
  package private(set) var newest = 0
  private var made = 0

  package init() {}

  /// A load is asked for.
  /// - Parameter number: Its number; nil for the next one.
  @discardableResult
  package mutating func asked(_ number: Int? = nil) -> Int {
    newest = number ?? newest + 1
    return newest
  }

  /// A load that has just been told of was asked for before an edit that has been made meanwhile.
  package mutating func wasAsked(before edit: Int) {
    for index in edits.indices where edits[index].number == edit { edits[index].askedBefore.insert(newest) }
  }

  /// What a load has brought.
  package mutating func answered(_ load: Int, _ section: Int, _ kind: Kind, _ page: [TestItem]) {
    let knows = edits.filter { $0.section == section }
      .map { ($0.known ?? .max) < load && !$0.askedBefore.contains(load) }
    answers.append(Answer(section: section, kind: kind, page: page, knows: knows))
  }

  /// Items from elsewhere.
  package mutating func seeded(_ section: Int, _ page: [TestItem], loadInFlight: Int?) {
    var isOnTop = false
    let edits = edits.filter { $0.section == section }
    let older = answers.filter { $0.section == section }
    let knows = edits.indices.map { index in
      if older.contains(where: { $0.isAbove(index) }) { return true }
      let isMade = !takenBack.contains(edits[index].number)
      isOnTop = isOnTop || isMade && (edits[index].known ?? .max) >= loadInFlight ?? .max
      return !isOnTop
    }
    answers.append(Answer(section: section, kind: .seeds, page: page, knows: knows))
  }

  /// Does something to items.
  /// - Returns: The edit's number.
  package mutating func edit(_ deeds: [(section: Int, deed: Deed)], isSent: Bool) -> Int {
    made += 1
    var after = self
    after.note(deeds, isSent) { _, _ in true }
    note(deeds, isSent) { id, section in after.items(in: section).contains { $0.id == id } }
    return made
  }

  /// - Parameter stands: Whether a section shows an item afterwards.
  private mutating func note(
    _ deeds: [(section: Int, deed: Deed)], _ isSent: Bool, _ stands: (_ id: Int, _ section: Int) -> Bool
  ) {
    for (index, (section, deed)) in deeds.enumerated() {
      switch deed {
      case .leave(let id):
        let target = deeds[index + 1]
        let sources = sources(of: id, in: section, stands).filter { $0 != target.section }
        let waitsFor = open([id], in: sources + [target.section])
        let carried = Carried(id: id, sources: sources, before: [self])
        let isBack =
          edits.contains {
            $0.section == target.section && $0.isOpen(takenBack) && $0.deed.ids.contains(id)
          } && !items(in: target.section).contains { $0.id == id }
        for source in sources { note(deed, carried, in: source, waitsFor, isSent) }
        let arrival = target.deed.possible(among: items(in: target.section))
        note(arrival, carried, in: target.section, waitsFor, isSent)
        if isBack, case .arrive(_, let place) = arrival { note(.move(id, place), in: target.section, waitsFor, isSent) }
      case .arrive: break
      case .sort(let salt):
        let all = items(in: section) + items(in: section, without: takenBack, keepsRemoved: true)
        note(.order(Set(all.map(\.id)).sorted { $0 ^ salt < $1 ^ salt }), in: section, open([], in: [section]), isSent)
      case .remove, .update:
        for source in deed.ids.flatMap({ sources(of: $0, in: section, stands) }) {
          note(deed, in: source, open(deed.ids, in: [source]), isSent)
        }
      case .replace(let old, let item) where old == item.id: note([(section, .update(item))], isSent, stands)
      case .replace(let old, let item):
        let elsewhere = deed.ids.sorted().flatMap { id in
          sources(of: id, in: section, stands).dropFirst().map { (id, $0) }
        }
        note(deed, in: section, open(deed.ids, in: [section]), isSent)
        for (id, source) in elsewhere {
          note(id == old ? deed : .update(item), in: source, open([id], in: [source]), isSent, home: id)
        }
      case .set(let all, _):
        let deed = deed.possible(among: items(in: section))
        let elsewhere = deed.ids.sorted().flatMap { id in
          sources(of: id, in: section, stands).dropFirst().map { (id, $0) }
        }
        note(deed, in: section, open(deed.ids, in: [section]), isSent)
        for (id, source) in elsewhere {
          let done = all.first { $0.id == id }.map { Deed.update($0) } ?? .remove(id)
          note(done, in: source, open([id], in: [source]), isSent)
        }
      case .insert, .move, .order:
        let deed = deed.possible(among: items(in: section))
        note(deed, in: section, open(deed.ids, in: [section]), isSent)
      }
    }
  }

  /// A section, and all those from which moves that are not known have brought an item into it, unless it stands there again.
  private func sources(of id: Int, in section: Int, _ stands: (_ id: Int, _ section: Int) -> Bool) -> [Int] {
    var sources = [section]
    var next = 0
    while next < sources.count {
      for edit in edits where edit.section == sources[next] && edit.isOpen(takenBack) && edit.carried?.id == id {
        guard case .arrive = edit.deed else { continue }
        sources += edit.carried?.sources.filter { !sources.contains($0) && !stands(id, $0) } ?? []
      }
      next += 1
    }
    return sources
  }

  /// The edits that edits of these items wait for.
  private func open(_ ids: Set<Int>, in sections: [Int]) -> Set<Int> {
    // What comes after all has been set is about what has been set.
    let open = edits.filter { edit in
      sections.contains(edit.section) && edit.isOpen(takenBack)
        && (edit.deed.isSet || !edit.deed.ids.isDisjoint(with: ids))
    }
    return open.reduce(into: []) { $0.formUnion($1.waitsFor) }
  }

  private mutating func note(
    _ deed: Deed, _ carried: Carried? = nil, in section: Int, _ open: Set<Int>, _ isSent: Bool, home: Int? = nil
  ) {
    let waitsFor = open.union(isSent ? [made] : [])
    edits.append(
      Edit(
        section: section, deed: deed, carried: carried, home: home, number: made,
        known: waitsFor.isEmpty ? newest : nil,
        waitsFor: waitsFor, answers: answers.count { $0.section == section }))
    edits[edits.count - 1].fix(takenBack)
  }

  /// An edit that was sent counts as done now, or has never been made.
  package mutating func settled(_ edit: Int, takenBack isTakenBack: Bool) {
    if isTakenBack { takenBack.insert(edit) }
    for index in edits.indices where edits[index].waitsFor.remove(edit) != nil {
      if edits[index].waitsFor.isEmpty { edits[index].known = newest }
      edits[index].fix(takenBack)
    }
  }

  /// What a section shows.
  package func items(in section: Int) -> [TestItem] { items(in: section, without: takenBack) }

  /// What it would show had these edits never been made.
  /// - Parameter keepsRemoved: Whether open edits are left out that take items out.
  private func items(in section: Int, without takenBack: Set<Int>, keepsRemoved: Bool = false) -> [TestItem] {
    let answers = answers.filter { $0.section == section }
    let edits = edits.filter { $0.section == section }
    let places = edits.indices.map { index in answers.firstIndex { $0.isAbove(index) } ?? answers.count }
    var (items, gone, placed): ([TestItem], Set<Int>, Set<Int>) = ([], [], [])
    // What pages have brought before all others since, by edit, and what they have brought behind all others.
    var (fronts, backs) = (edits.map { _ in Set<Int>() }, edits.map { _ in Set<Int>() })
    // What answers have brought since, by edit: it is older than what an edit puts in.
    var outranked = fronts
    for place in 0...answers.count {
      if place > 0 {
        let before = Set(items.map(\.id))
        let front = answers[place - 1].make(on: &items, gone: &gone, placed: &placed)
        for (index, edit) in edits.enumerated() where edit.answers < place {
          fronts[index] = front.map { fronts[index].union($0) } ?? []
          outranked[index].formUnion(items.map(\.id).filter { !before.contains($0) })
          switch answers[place - 1].kind {
          case .appends: backs[index].formUnion(items.map(\.id).filter { !before.contains($0) })
          case .prepends: break
          case .replaces, .seeds, .joins: backs[index] = []
          }
        }
      }
      for (index, edit) in edits.enumerated() where places[index] == place {
        if keepsRemoved, edit.isOpen(takenBack), edit.deed.isRemoval { continue }
        guard let deed = edit.deed(without: takenBack) else { continue }
        if let home = edit.home, !items.contains(where: { $0.id == home }) { continue }
        if case .set(let all, let without) = deed {
          let known = without.union(all.map(\.id))
          let added = items.filter { !known.contains($0.id) }
          deed.make(on: &items, gone: &gone, placed: &placed)
          items = added.filter { fronts[index].contains($0.id) } + items + added.filter { backs[index].contains($0.id) }
        } else {
          if case .insert(let new, _) = deed {
            items.removeAll { item in outranked[index].contains(item.id) && new.contains { $0.id == item.id } }
          }
          let shift = items.count { fronts[index].contains($0.id) }
          deed.shifted(by: shift).make(on: &items, gone: &gone, placed: &placed)
        }
        // What it has put in, no page has brought, for those above it.
        let inserted: [TestItem]
        switch deed {
        case .insert(let new, _), .set(let new, _): inserted = new
        case .replace(_, let item): inserted = items.filter { $0.id == item.id }
        default: continue
        }
        for above in edits.indices { fronts[above].subtract(inserted.map(\.id)) }
      }
    }
    return items
  }
}
