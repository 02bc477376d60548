import ListViewModelsTestSupport

@testable import ListEngine

/// What a list of two sections has to show, read off the history of what was asked, answered and done: no state, no
/// tree, and no name of the engine's workings.
///
/// **The law**: an edit stands above each answer that was asked for at or before the moment at which the edit was known,
/// and below the others. It is known when it is made; one that is sent when it is confirmed; one of an item whose own
/// edit is open when that is settled. Between two answers, edits stand as they were made. One that was taken back never was.
/// What an edit takes out, no page brings that stands above it, until a first page does, or a page that joins on names it.
/// An item that an edit has put somewhere stays beside a page that joins on without naming it. Offsets count from the item that was first when the edit was made, as long as that item's pages stand.
struct ShownHistory {
  enum Deed: Hashable {
    case insert(TestItem, ItemPlace<Int>)
    case remove(Int)
    case update(TestItem)
    case move(Int, ItemPlace<Int>)
  }

  struct Edit {
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
  enum Kind: Hashable {
    case replaces, appends, prepends
    /// Takes the place of what stands between the items that both have, and of all before and after them unless told to
    /// leave it.
    case joins(leavingFront: Bool, back: Bool)

    var phase: LoadPhase {
      switch self {
      case .replaces, .joins: .refresh
      case .appends: .append
      case .prepends: .prepend
      }
    }
  }

  struct Answer {
    let load: Int
    let section: Int
    let kind: Kind
    let page: [TestItem]
  }

  private(set) var edits: [Edit] = []
  private(set) var answers: [Answer] = []
  private(set) var newest = 0
  private var made = 0

  mutating func asked() -> Int {
    newest += 1
    return newest
  }

  mutating func answered(_ load: Int, _ section: Int, _ kind: Kind, _ page: [TestItem]) {
    answers.append(Answer(load: load, section: section, kind: kind, page: page))
  }

  /// - Returns: The edit's number.
  mutating func edit(_ deeds: [(section: Int, deed: Deed)], isSent: Bool) -> Int {
    made += 1
    for (section, deed) in deeds {
      let open = edits.filter { $0.section == section && !$0.waitsFor.isEmpty && $0.deed.id == deed.id }
      let waitsFor = open.reduce(into: Set(isSent ? [made] : [])) { $0.formUnion($1.waitsFor) }
      edits.append(
        Edit(
          section: section, deed: deed, number: made, known: waitsFor.isEmpty ? newest : nil, waitsFor: waitsFor,
          answers: answers.count { $0.section == section }))
    }
    return made
  }

  mutating func settled(_ edit: Int, takenBack: Bool) {
    for index in edits.indices {
      if takenBack, edits[index].number == edit { edits[index].isTakenBack = true }
      if edits[index].waitsFor.remove(edit) != nil, edits[index].waitsFor.isEmpty { edits[index].known = newest }
    }
  }

  /// What a section shows.
  func items(in section: Int) -> [TestItem] {
    let answers = answers.filter { $0.section == section }
    let edits = edits.filter { $0.section == section && !$0.isTakenBack }
    var (items, gone, placed): ([TestItem], Set<Int>, Set<Int>) = ([], [], [])
    var shifts = edits.map { _ in 0 }
    for place in 0...answers.count {
      if place > 0 {
        let front = answers[place - 1].make(on: &items, gone: &gone, placed: &placed)
        for (index, edit) in edits.enumerated() where edit.answers < place {
          shifts[index] = front.map { shifts[index] + $0 } ?? 0
        }
      }
      for (edit, shift) in zip(edits, shifts) where answers.count(where: { $0.load <= edit.known ?? .max }) == place {
        edit.deed.shifted(by: shift).make(on: &items, gone: &gone, placed: &placed)
      }
    }
    return items
  }
}

extension ShownHistory.Answer {
  /// - Returns: How many items have come in before the others; nil if those that stood first are no longer there.
  func make(on items: inout [TestItem], gone: inout Set<Int>, placed: inout Set<Int>) -> Int? {
    defer { placed.subtract(page.map(\.id)) }
    var once: [TestItem] = []
    for item in page where !once.contains(where: { $0.id == item.id }) { once.append(item) }
    let new = once.filter { new in !gone.contains(new.id) && !items.contains { $0.id == new.id } }
    switch kind {
    case .appends: items += new
    case .prepends:
      items = new + items
      return new.count
    case .joins(let leavesFront, let leavesBack):
      let shared = items.indices.filter { index in page.contains { $0.id == items[index].id } }
      guard let first = shared.first, let last = shared.last else { fallthrough }
      gone.subtract(page.map(\.id))
      let (front, back) = (leavesFront ? items[..<first] : [], leavesBack ? items[(last + 1)...] : [])
      let between = items[front.count..<(items.count - back.count)]
      let kept = between.filter { item in placed.contains(item.id) && !page.contains { $0.id == item.id } }
      items = front + (leavesFront ? kept + once : once + kept) + back
      return front.isEmpty ? nil : 0
    case .replaces:
      (items, gone, placed) = (once, [], [])
      return nil
    }
    return 0
  }
}

extension ShownHistory.Deed {
  func shifted(by count: Int) -> Self {
    switch self {
    case .insert(let item, let place): .insert(item, place.shifted(by: count))
    case .move(let id, let place): .move(id, place.shifted(by: count))
    case .remove, .update: self
    }
  }

  var id: Int {
    switch self {
    case .insert(let item, _), .update(let item): item.id
    case .remove(let id), .move(let id, _): id
    }
  }

  func make(on items: inout [TestItem], gone: inout Set<Int>, placed: inout Set<Int>) {
    let old = items.firstIndex { $0.id == id }
    switch self {
    case .insert(let item, let place):
      gone.remove(id)
      placed.insert(id)
      if old == nil { items.insert(item, at: offset(of: place, in: items)) }
    case .remove:
      gone.insert(id)
      placed.remove(id)
      items.removeAll { $0.id == id }
    case .update(let item): if let old { items[old] = item }
    case .move(_, let place):
      placed.insert(id)
      guard let old else { return }
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
