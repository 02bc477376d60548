/// The work on lists that looks at many items, compiled for an app's own types.
///
/// The code of ``PagedList`` is compiled once, for all types, and asks the runtime for a type at each item. What is made here is
/// made in the initializer of the list, which is inlined into the app's module, where both types are known.
@usableFromInline
struct ListWork<SectionID: Hashable & Sendable, Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  @usableFromInline typealias List = SectionedList<SectionID, Item>

  /// Adds items at an end of a section, and returns the offsets of the new ones.
  @usableFromInline let add:
    @Sendable (_ list: inout List, _ items: [Item], _ section: SectionID, _ isAtFront: Bool) -> Range<Int>
  /// Joins items on to the items of a section.
  @usableFromInline let join:
    @Sendable (
      _ list: inout List, _ items: [Item], _ section: SectionID, _ front: Bool, _ back: Bool, _ placed: Set<Item.ID>
    ) -> (front: Int, back: Int, new: Range<Int>)?
  /// Replaces all items of a section.
  @usableFromInline let replaceItems: @Sendable (_ list: inout List, _ section: SectionID, _ items: [Item]) -> Void
  /// Shows all items of a section as an arrangement says.
  @usableFromInline let arrange:
    @Sendable (_ list: inout List, _ section: SectionID, _ all: List.Items, Arrangement<Item>) -> Void
  /// Shows some items of a section as an arrangement says.
  @usableFromInline let place:
    @Sendable (_ list: inout List, _ position: Int, _ all: List, _ ids: Set<Item.ID>, Arrangement<Item>) -> Void
  /// Makes again what a call did.
  @usableFromInline let make: @Sendable (_ list: inout List, ItemOperation<Item>, _ section: SectionID) -> Void

  @inlinable
  init() {
    add = { $3 ? $0.insert($1, .first, in: $2) : $0.append($1, to: $2) }
    join = { $0.join($1, to: $2, leavingFront: $3, back: $4, keeping: $5) }
    replaceItems = { $0.replaceItems(in: $1, with: $2) }
    arrange = { $0.replaceItems(in: $1, with: $3($2)) }
    place = { $0.place($3, of: $2, at: $1, by: $4) }
    make = { $1.make(in: $2, of: &$0) }
  }
}

/// The comparing of two lists, compiled for an app's own types; see ``ListWork``.
@usableFromInline
struct ListComparing<SectionID: Hashable & Sendable, Item: Identifiable & Equatable & Sendable>: Sendable
where Item.ID: Sendable {
  @usableFromInline typealias List = SectionedList<SectionID, Item>

  /// Returns what to tell of the sections at these positions, if only items in them have changed.
  @usableFromInline let batch: @Sendable (_ old: List, _ new: List, _ positions: [Int]) -> ListBatch
  /// Returns what to tell if sections have changed, too. Those of which this is true may not move.
  @usableFromInline let sectionsBatch:
    @Sendable (_ old: List, _ new: List, _ isFixed: @escaping (SectionID) -> Bool) -> ListBatch

  @inlinable
  init() {
    batch = { $1.batch(of: ListDifference(from: $0, to: $1, at: $2), by: ==, andUpdated: true) }
    sectionsBatch = { old, new, isFixed in
      new.batch(
        of: ListDifference(from: old, to: new, comparesBirths: true, isFixed: isFixed), by: ==, andUpdated: true)
    }
  }
}
