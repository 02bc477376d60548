import ListEngine

/// What a list has to show, read off the history of what was asked, answered and done: no state, no tree, and no name of
/// the engine's workings.
///
/// **The law**: an edit stands above each answer that was asked for at or before the moment at which the edit was known,
/// and below the others. It is known when it is made; one that is sent when it is confirmed; one of an item whose own
/// edit is open when that is settled. Between two answers, edits stand as they were made. One that was taken back never was.
/// What an edit takes out, no page brings that stands above it, until a first page does, or a page that joins on names it.
/// An item that an edit has put somewhere stays beside a page that joins on without naming it. An offset is the nearest one
/// that there was when the edit was made. Items that a page has brought before all others since, and that were not there
/// then, come on top, as long as that page stands. A seed is older than all that its section's
/// load in flight does not know, and than what was done on top of that.
package struct ShownHistory {
  package enum Deed: Hashable, Sendable {
    case insert([TestItem], ItemPlace<Int>)
    case remove(Int)
    case update(TestItem)
    case move(Int, ItemPlace<Int>)
    /// Puts these into this order, on the places that they have together.
    case order([Int])
  }

  package struct Edit {
    let section: Int
    let deed: Deed
    let number: Int
    /// The newest load when it became known; nil while it is not.
    var known: Int?
    /// The edits that have to be settled before.
    var waitsFor: Set<Int>
    var isTakenBack = false
    /// How many answers had come to its section.
    let answers: Int
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

  /// What a load has brought.
  package mutating func answered(_ load: Int, _ section: Int, _ kind: Kind, _ page: [TestItem]) {
    let knows = edits.filter { $0.section == section }.map { ($0.known ?? .max) < load }
    answers.append(Answer(section: section, kind: kind, page: page, knows: knows))
  }

  /// Items from elsewhere.
  package mutating func seeded(_ section: Int, _ page: [TestItem], loadInFlight: Int?) {
    var isOnTop = false
    let edits = edits.filter { $0.section == section }
    let older = answers.filter { $0.section == section }
    let knows = edits.indices.map { index in
      if older.contains(where: { $0.isAbove(index) }) { return true }
      isOnTop = isOnTop || (edits[index].known ?? .max) >= loadInFlight ?? .max
      return !isOnTop
    }
    answers.append(Answer(section: section, kind: .seeds, page: page, knows: knows))
  }

  /// Does something to items.
  /// - Returns: The edit's number.
  package mutating func edit(_ deeds: [(section: Int, deed: Deed)], isSent: Bool) -> Int {
    made += 1
    for (section, deed) in deeds {
      let deed = deed.possible(among: items(in: section))
      let open = edits.filter { edit in
        edit.section == section && !edit.waitsFor.isEmpty && !edit.deed.ids.isDisjoint(with: deed.ids)
      }
      let waitsFor = open.reduce(into: Set(isSent ? [made] : [])) { $0.formUnion($1.waitsFor) }
      edits.append(
        Edit(
          section: section, deed: deed, number: made, known: waitsFor.isEmpty ? newest : nil, waitsFor: waitsFor,
          answers: answers.count { $0.section == section }))
    }
    return made
  }

  /// An edit that was sent counts as done now, or has never been made.
  package mutating func settled(_ edit: Int, takenBack: Bool) {
    for index in edits.indices {
      if takenBack, edits[index].number == edit { edits[index].isTakenBack = true }
      if edits[index].waitsFor.remove(edit) != nil, edits[index].waitsFor.isEmpty { edits[index].known = newest }
    }
  }

  /// What a section shows.
  package func items(in section: Int) -> [TestItem] {
    let answers = answers.filter { $0.section == section }
    let edits = edits.filter { $0.section == section }
    let places = edits.indices.map { index in answers.firstIndex { $0.isAbove(index) } ?? answers.count }
    var (items, gone, placed): ([TestItem], Set<Int>, Set<Int>) = ([], [], [])
    // What pages have brought before all others since, by edit.
    var fronts = edits.map { _ in Set<Int>() }
    for place in 0...answers.count {
      if place > 0 {
        let front = answers[place - 1].make(on: &items, gone: &gone, placed: &placed)
        for (index, edit) in edits.enumerated() where edit.answers < place {
          fronts[index] = front.map { fronts[index].union($0) } ?? []
        }
      }
      for (index, edit) in edits.enumerated() where places[index] == place && !edit.isTakenBack {
        let shift = items.count { fronts[index].contains($0.id) }
        edit.deed.shifted(by: shift).make(on: &items, gone: &gone, placed: &placed)
        // What it has put in was there when a later offset was given.
        guard case .insert(let inserted, _) = edit.deed else { continue }
        for later in (index + 1)..<edits.count { fronts[later].subtract(inserted.map(\.id)) }
      }
    }
    return items
  }
}

extension ShownHistory.Answer {
  /// Whether it knows the edit with this number among its section's, and stands on top of it.
  func isAbove(_ edit: Int) -> Bool { knows.indices.contains(edit) && knows[edit] }

  /// - Returns: The items that have come in before the others; nil if those that stood first are no longer there.
  func make(on items: inout [TestItem], gone: inout Set<Int>, placed: inout Set<Int>) -> [Int]? {
    defer { placed.subtract(page.map(\.id)) }
    var once: [TestItem] = []
    for item in page where !once.contains(where: { $0.id == item.id }) { once.append(item) }
    let new = once.filter { new in !gone.contains(new.id) && !items.contains { $0.id == new.id } }
    switch kind {
    case .appends: items += new
    case .prepends:
      items = new + items
      return new.map(\.id)
    case .joins(let leavesFront, let leavesBack):
      let shared = items.indices.filter { index in page.contains { $0.id == items[index].id } }
      guard let first = shared.first, let last = shared.last else { fallthrough }
      gone.subtract(page.map(\.id))
      let (front, back) = (leavesFront ? items[..<first] : [], leavesBack ? items[(last + 1)...] : [])
      let between = items[front.count..<(items.count - back.count)]
      let kept = between.filter { item in placed.contains(item.id) && !page.contains { $0.id == item.id } }
      items = front + (leavesFront ? kept + once : once + kept) + back
      return front.isEmpty ? nil : []
    case .replaces:
      (items, gone, placed) = (once, [], [])
      return nil
    case .seeds: (items, placed) = (once.filter { !gone.contains($0.id) }, [])
    }
    return []
  }
}

extension ShownHistory.Deed {
  /// The same with an offset that there is.
  func possible(among items: [TestItem]) -> Self {
    switch self {
    case .insert(let new, let place): .insert(new, place.mapped { min(max(0, $0), items.count) })
    case .move(let id, let place):
      .move(id, place.mapped { min(max(0, $0), items.count { $0.id != id }) })
    case .remove, .update, .order: self
    }
  }

  func shifted(by count: Int) -> Self {
    switch self {
    case .insert(let items, let place): .insert(items, place.mapped { $0 + count })
    case .move(let id, let place): .move(id, place.mapped { $0 + count })
    case .remove, .update, .order: self
    }
  }

  /// The items that it is about. An order is about none: it puts what is there.
  var ids: Set<Int> {
    switch self {
    case .insert(let items, _): Set(items.map(\.id))
    case .update(let item): [item.id]
    case .remove(let id), .move(let id, _): [id]
    case .order: []
    }
  }

  func make(on items: inout [TestItem], gone: inout Set<Int>, placed: inout Set<Int>) {
    switch self {
    case .insert(let new, let place):
      gone.subtract(ids)
      placed.formUnion(ids)
      var held = Set(items.map(\.id))
      items.insert(contentsOf: new.filter { held.insert($0.id).inserted }, at: offset(of: place, in: items))
    case .remove(let id):
      gone.insert(id)
      placed.remove(id)
      items.removeAll { $0.id == id }
    case .update(let item): items = items.map { $0.id == item.id ? item : $0 }
    case .order(let ids):
      var ordered = ids.compactMap { id in items.first { $0.id == id } }[...]
      items = items.map { ids.contains($0.id) ? ordered.removeFirst() : $0 }
    case .move(let id, let place):
      placed.insert(id)
      guard let old = items.firstIndex(where: { $0.id == id }) else { return }
      let item = items.remove(at: old)
      switch place {
      case .before(id, _), .after(id, _): items.insert(item, at: old)
      default: items.insert(item, at: offset(of: place, in: items))
      }
    }
  }

  private func offset(of place: ItemPlace<Int>, in items: [TestItem]) -> Int {
    let offset =
      switch place {
      case .first: 0
      case .last: items.count
      case .offset(let offset): offset
      case .before(let id, let fallback): items.firstIndex { $0.id == id } ?? fallback ?? items.count
      case .after(let id, let fallback): items.firstIndex { $0.id == id }.map { $0 + 1 } ?? fallback ?? items.count
      }
    return min(max(0, offset), items.count)
  }
}

extension ItemPlace<Int> {
  fileprivate func mapped(_ offset: (Int) -> Int) -> ItemPlace {
    switch self {
    case .first, .last: self
    case .offset(let old): .offset(offset(old))
    case .before(let id, let fallback): .before(id, orAt: fallback.map(offset))
    case .after(let id, let fallback): .after(id, orAt: fallback.map(offset))
    }
  }
}
