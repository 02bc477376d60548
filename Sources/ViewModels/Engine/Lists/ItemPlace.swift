/// Where an edit puts items of a section.
///
/// ```swift
/// list.insert([draft], .after(post.id), in: .inbox)
/// list.move(post.id, .first, in: .inbox)
/// ```
/// A place is looked for when the edit is made, and again each time it is made again: beside an item that has gone it is
/// the offset given for that case, and the end where none is given. An offset that is too small or too large is the
/// nearest one that there is when the edit is made; items that a previous page has brought since are not counted.
public enum ItemPlace<ID: Hashable & Sendable>: Hashable, Sendable {
  /// Before all others.
  case first
  /// Behind all others.
  case last
  /// With this offset, from 0, once it is there.
  case offset(Int)
  /// Right before the item with this id; at the offset `orAt` if the section does not hold it.
  case before(ID, orAt: Int? = nil)
  /// Right behind the item with this id; at the offset `orAt` if the section does not hold it.
  case after(ID, orAt: Int? = nil)

  /// The same place with the nearest offset that there is among so many items.
  @inlinable
  func clamped(to count: Int) -> ItemPlace {
    switch self {
    case .first, .last: self
    case .offset(let offset): .offset(Swift.min(Swift.max(0, offset), count))
    case .before(let id, let fallback): .before(id, orAt: fallback.map { Swift.min(Swift.max(0, $0), count) })
    case .after(let id, let fallback): .after(id, orAt: fallback.map { Swift.min(Swift.max(0, $0), count) })
    }
  }

  /// The same place behind so many more items.
  func shifted(by count: Int) -> ItemPlace {
    switch self {
    case .first, .last: self
    case .offset(let offset): .offset(offset + count)
    case .before(let id, let fallback): .before(id, orAt: fallback.map { $0 + count })
    case .after(let id, let fallback): .after(id, orAt: fallback.map { $0 + count })
    }
  }
}

extension SectionedList {
  /// The offset, from 0 to the number of items, that a place is at now.
  @inlinable
  func offset(of place: ItemPlace<Item.ID>, inSection position: Int) -> Int {
    let count = contents[position].items.count
    switch place {
    case .first: return 0
    case .last: return count
    case .offset(let offset): return Swift.min(Swift.max(0, offset), count)
    case .before(let id, let fallback):
      return offset(of: id, inSection: position)
        ?? offset(of: fallback.map { .offset($0) } ?? .last, inSection: position)
    case .after(let id, let fallback):
      return offset(of: id, inSection: position).map { $0 + 1 }
        ?? offset(of: fallback.map { .offset($0) } ?? .last, inSection: position)
    }
  }
}
