/// What a list shows, as a pure value: what its loads brought, with what the user did on it.
///
/// What a user does outranks every answer that was asked for before it. So an edit is kept as the operations it
/// consists of, each with the number of the newest load of that moment, and is made again on top of each answer that
/// does not know it. A load knows the edits with a smaller number than its own; one that is being sent has no number
/// yet, and no load knows it.
///
/// ```text
/// base     a b c d      what the loads brought, with the edits that the next answer knows
/// + edits    −b   +x    those that it may not know, in the order in which they were made
/// whole    a c d x      what there is
/// list     x c          what is shown: of a section with an arrangement what that lets through, in its order
/// ```
/// - An answer goes on what was loaded and on the edits it knows, which are then forgotten; the others stay on top.
/// - The oldest edits of a section are forgotten, too, as soon as each of them is known to the load that its section
///   waits for. Without one, an edit that is made for good is forgotten at once.
/// - What an edit has removed, no later page brings back; a first page that knows the removal does.
/// - An edit of an item whose own edit is being sent is remembered with that one until it is settled. A move across
///   sections is an edit of both; see `Carried`.
@usableFromInline
struct Shown<SectionID: Hashable & Sendable, Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  @usableFromInline typealias List = SectionedList<SectionID, Item>

  /// An operation that answers may not know.
  struct Remembered: Sendable {
    let edit: Int
    let section: Section
    var operation: ItemOperation<Item>
    /// The newest load when it was made; it means nothing while `unsettled` edits are open.
    var number: Int
    /// The edits being sent, its own among them, that it is remembered with.
    var unsettled: Set<Int>
    /// Of both halves of a move across sections: what it brings, while edits of that are open.
    var carried: Carried?
    /// Of the second half: the sections from which it has brought its item.
    var sources: [Section] = []
    /// The item that this follows back to its section; nil for what does not. It does nothing where that item is not held.
    var home: Item.ID?
    /// The items that pages have brought before all others since: offsets are counted behind them.
    var front: Set<Item.ID> = []
    /// The items that answers have brought since, which are older than what it puts in.
    var outranked: Set<Item.ID> = []
    /// Of an operation that sets all items, those that pages have brought behind all others since.
    var back: Set<Item.ID> = []

    func isKnown(to load: Int) -> Bool { unsettled.isEmpty && number < load }

    /// The ids of the items that it is about.
    var ids: [Item.ID] { carried.map { [$0.id] } ?? operation.ids }

    var setsItems: Bool { if case .set = operation { true } else { false } }

    /// - Returns: Whether what it is made on holds what it needs.
    @discardableResult
    func make(on list: inout List, _ work: ListWork<SectionID, Item>) -> Bool {
      if let home, list[section.id, home] == nil { return false }
      if case .replace = operation, operation.ids.allSatisfy({ list[section.id, $0] == nil }) { return false }
      if case .set(let items, let removed) = operation {
        // It knew of nothing that pages have brought at the ends. What it has taken out stays out.
        let known = Set(items.map(\.id)).union(removed)
        let added = front.isEmpty && back.isEmpty ? [] : list.items(in: section.id).filter { !known.contains($0.id) }
        let all = added.filter { front.contains($0.id) } + items + added.filter { back.contains($0.id) }
        work.make(&list, .set(all, removed: removed), section.id)
        return true
      }
      if case .insert(let items, _) = operation, !outranked.isEmpty {
        work.make(&list, .remove(items.map(\.id).filter(outranked.contains)), section.id)
      }
      // Those that another edit keeps out do not count.
      let shift = front.count { list[section.id, $0] != nil }
      work.make(&list, operation.shifted(by: shift), section.id)
      return true
    }
  }

  /// A section, told by its birth from one of the same name that has gone.
  struct Section: Hashable, Sendable {
    let id: SectionID
    let birth: Int
  }

  /// What is shown.
  @usableFromInline var list: List
  /// What there is; nil while no section is arranged, and both are the same.
  var whole: List?
  /// What that stands on; nil while no edit is remembered, and both are the same.
  var base: List?
  var arrangements: [SectionID: Arrangement<Item>] = [:]
  /// In the order in which they were made.
  var remembered: [Remembered] = []
  /// By section and item, the edits being sent that edits of the item are remembered with.
  var open: [SectionID: [Item.ID: Set<Int>]] = [:]
  /// What edits that have been forgotten took out, and no page after the first may bring back.
  var removed: [SectionID: Set<Item.ID>] = [:]
  /// What they put where it stands, and no page has named since: the service may have it elsewhere.
  var placed: [SectionID: Set<Item.ID>] = [:]
  var lastEdit = 0
  /// Whether any edit that has been remembered sets all items of a section; most never do.
  var hasSetItems = false

  let work: ListWork<SectionID, Item>

  init(_ list: List, work: ListWork<SectionID, Item> = ListWork()) {
    self.list = list
    self.work = work
  }

  /// How many operations are remembered.
  var remembers: Int { remembered.count }

  /// Makes edits in their order.
  /// - Parameter made: Told those that found what they need.
  func make(_ edits: [Remembered], on list: inout List, made: (Remembered) -> Void = { _ in }) {
    // What an edit has put in was there when a later offset was given, whatever a page has brought since.
    var inserted: [SectionID: Set<Item.ID>] = [:]
    let counts = edits.contains { !$0.front.isEmpty }
    for var edit in edits {
      if let inserted = inserted[edit.section.id] { edit.front.subtract(inserted) }
      guard edit.make(on: &list, work) else { continue }
      made(edit)
      if counts { inserted[edit.section.id, default: []].formUnion(edit.operation.inserted) }
    }
  }

  /// Makes the remembered edits on what is loaded.
  /// - Parameter sections: Those in which that can make a difference.
  mutating func show(on loaded: List, in sections: [SectionID]) {
    var all = loaded
    make(remembered, on: &all)
    all.forgetUpdates()
    base = remembered.isEmpty ? nil : loaded
    if whole == nil {
      list = all
    } else {
      whole = all
      for section in sections { arrange(section) }
    }
  }
}

extension Shown {
  /// Forgets which items are to be configured again, when that has been told.
  mutating func forgetUpdates() {
    list.forgetUpdates()
    whole?.forgetUpdates()
  }
}
