/// What one call of an edit does to a section, as data: it names items by their ids and holds the items that it adds, so
/// that it can be made again on another state of the section.
@usableFromInline
enum ItemOperation<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Inserts the items that the section does not hold.
  case insert([Item], ItemPlace<Item.ID>)
  case remove([Item.ID])
  case move(Item.ID, ItemPlace<Item.ID>)
  /// Puts these items into this order, on the places that they have together; others keep theirs.
  case order([Item.ID])
  /// Puts an item into the place of the one with its id.
  case update(Item)
  /// Puts an item into the place of the one with this id, which is another's.
  case replace(Item.ID, Item)
  /// Makes these the section's items; the ids name the items that it removes.
  case set([Item], removed: [Item.ID])

  /// The ids of the items that it takes out.
  var removed: [Item.ID] {
    switch self {
    case .remove(let ids), .set(_, let ids): ids
    case .replace(let id, _): [id]
    case .insert, .move, .order, .update: []
    }
  }

  /// The ids of the items that it puts in.
  var inserted: [Item.ID] {
    switch self {
    case .insert(let items, _), .set(let items, _): items.map(\.id)
    case .replace(_, let item): [item.id]
    case .remove, .move, .order, .update: []
    }
  }

  /// The ids of the items that stand where it has put them.
  var placed: [Item.ID] { if case .move(let id, _) = self { [id] } else { inserted } }

  /// The ids of the items that it is about.
  var ids: [Item.ID] {
    switch self {
    case .move(let id, _): [id]
    case .update(let item): [item.id]
    case .insert, .remove, .order, .replace, .set: inserted + removed
    }
  }

  /// What it does to an item wherever that stands; nil if it only says where.
  func done(to id: Item.ID) -> ItemOperation? {
    switch self {
    case .remove: .remove([id])
    case .update: self
    case .replace(let old, let item): id == old ? self : .update(item)
    case .set(let items, _): items.first { $0.id == id }.map { .update($0) } ?? .remove([id])
    case .insert, .move, .order: nil
    }
  }

  /// The ids of the items that may stand elsewhere afterwards, come, go or change.
  var touched: [Item.ID] { if case .order(let ids) = self { ids } else { self.ids } }

  /// The same operation in a section into which so many items have come before all others.
  func shifted(by count: Int) -> ItemOperation {
    switch self {
    case _ where count == 0: self
    case .insert(let items, let place): .insert(items, place.shifted(by: count))
    case .move(let id, let place): .move(id, place.shifted(by: count))
    case .remove, .order, .update, .replace, .set: self
    }
  }

  /// Does to a section what the call did that was recorded.
  @inlinable
  func make<SectionID>(in section: SectionID, of list: inout SectionedList<SectionID, Item>) {
    switch self {
    case .insert(let items, let place): list.insert(items, place, in: section)
    case .remove(let ids): list.remove(ids, from: section)
    case .move(let id, let place): list.move(id, place, in: section)
    case .order(let ids): list.order(section, as: ids)
    case .update(let item): list.update(item, in: section)
    case .replace(let id, let item): list.replace(id, with: item, in: section)
    case .set(let items, _): list.replaceItems(in: section, with: items)
    }
  }
}
