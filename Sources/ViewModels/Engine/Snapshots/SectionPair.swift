/// A section before and after the update, with the items that match in it.
///
/// An inserted section is empty before the update, a deleted one after it.
@usableFromInline
struct SectionPair<Item: Identifiable> {
  @usableFromInline let oldPosition: Int?
  @usableFromInline let newPosition: Int?
  @usableFromInline var items: ItemMatch<Item>

  @inlinable
  init(old: (position: Int, items: ItemTree<Item>)?, new: (position: Int, items: ItemTree<Item>)?) {
    (oldPosition, newPosition) = (old?.position, new?.position)
    items = ItemMatch(old: old?.items ?? ItemTree(), new: new?.items ?? ItemTree())
  }

  /// Whether a batch may say that the section moves: it has another position, and its items are as before.
  @inlinable var canMove: Bool { oldPosition != newPosition && items.oldRange.isEmpty && items.newRange.isEmpty }
}
