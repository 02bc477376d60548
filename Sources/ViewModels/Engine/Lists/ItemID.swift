/// Identifies an item across sections.
///
/// Ids are unique within a section only: a film can be popular and now playing. Diffable data sources and SwiftUI's
/// `ForEach` need an identity that is unique in the whole list; this is it.
///
/// ```swift
/// let ids = viewModel.items(in: .popular).map { ItemID(section: MovieSection.popular, id: $0.id) }
/// ```
public struct ItemID<SectionID: Hashable & Sendable, ID: Hashable & Sendable>: Hashable, Sendable {
  /// The section that holds the item.
  public var section: SectionID
  /// The item's id within its section.
  public var id: ID

  /// Creates the identity of an item in a section.
  @inlinable
  public init(section: SectionID, id: ID) {
    self.section = section
    self.id = id
  }
}
