/// A mistake in the use of a ``ListSnapshot``, for which `NSDiffableDataSourceSnapshot` raises an exception.
///
/// A method that throws has changed nothing. ``description`` is UIKit's text.
public enum ListSnapshotError<SectionIdentifier: Hashable & Sendable, ItemIdentifier: Hashable & Sendable>: Error,
  Hashable, Sendable
{
  /// An identifier of either kind.
  public enum Identifier: Hashable, Sendable {
    /// The identifier of an item.
    case item(ItemIdentifier)
    /// The identifier of a section.
    case section(SectionIdentifier)
  }

  /// The argument that was not found, by its name in UIKit's message.
  public enum Role: String, Sendable {
    /// The section to insert items into, or the item to insert them beside.
    case section
    /// The section to insert sections beside.
    case insertIndex
    /// The item to move.
    case fromIndex
    /// The item to move beside.
    case toIndex
    /// The section to move.
    case fromSection
    /// The section to move beside.
    case toSection
  }

  /// Sections to append or insert are in the snapshot already.
  case sectionsAlreadyPresent([SectionIdentifier])
  /// An argument contains items more than once.
  case repeatedItems([ItemIdentifier])
  /// An argument contains sections more than once.
  case repeatedSections([SectionIdentifier])
  /// There is no section to append items to.
  case noSections
  /// A section or an item that another one's place depends on is not in the snapshot.
  case unknownIdentifier(Role, Identifier)
  /// The destination is among the identifiers to insert beside it.
  case destinationAmongInserted(Identifier)
  /// An item or a section can't be moved beside itself.
  case destinationIsSource(Identifier)
  /// The section to read, or to replace the items of, is not in the snapshot.
  case sectionNotFound(SectionIdentifier)
  /// An item or a section to reload is not in the snapshot.
  case reloadOfUnknownIdentifier(Identifier)
  /// An item to reconfigure is not in the snapshot.
  case reconfigureOfUnknownItem(ItemIdentifier)
}

extension ListSnapshotError: CustomStringConvertible {
  /// UIKit's text, without the address of its internal update object.
  public var description: String {
    switch self {
    case .sectionsAlreadyPresent(let sections):
      let (plural, verb) = sections.count == 1 ? ("", "exists") : ("s", "exist")
      return "Diffable data source detected an attempt to insert or append \(sections.count) section identifier"
        + "\(plural) that already \(verb) in the snapshot. Identifiers in a snapshot must be unique. "
        + "Section identifier\(plural) that already \(verb): "
        + (sections.count == 1 ? "\(sections[0])" : "(\n    \(Self.lines(sections))\n)")
    case .repeatedItems(let items):
      return "Fatal: supplied item identifiers are not unique. Duplicate identifiers: {(\n    \(Self.lines(items))\n)}"
    case .repeatedSections(let sections):
      return "Fatal: supplied section identifiers are not unique. Duplicate identifiers: "
        + "{(\n    \(Self.lines(sections))\n)}"
    case .noSections:
      return "There are currently no sections in the data source. Please add a section first."
    case .unknownIdentifier(let role, _):
      return "Invalid parameter not satisfying: \(role) != NSNotFound"
    case .destinationAmongInserted(.item(let destination)):
      return "Invalid update: destination for insertion operation [\(destination)] is in the insertion identifier list"
    case .destinationAmongInserted(.section(let destination)):
      return "Invalid update: destination for section operation [\(destination)] is in the inserted section list"
    case .destinationIsSource(let destination):
      return "Invalid update: destination for \(destination.kind) move is the same as the source [\(destination)]"
    case .sectionNotFound:
      return "Section identifier was not found. You can verify the section exists by calling the "
        + "indexOfSectionIdentifier API (which has O(1) performance)"
    case .reloadOfUnknownIdentifier(let identifier):
      return "Attempted to reload \(identifier.kind) identifier that does not exist in the snapshot: \(identifier)"
    case .reconfigureOfUnknownItem(let item):
      return "Attempted to reconfigure item identifier that does not exist in the snapshot: \(item)"
    }
  }

  private static func lines(_ identifiers: [some Any]) -> String {
    identifiers.map { "\($0)" }.joined(separator: ",\n    ")
  }
}

extension ListSnapshotError.Identifier: CustomStringConvertible {
  /// The identifier's own description.
  public var description: String {
    switch self {
    case .item(let item): "\(item)"
    case .section(let section): "\(section)"
    }
  }

  fileprivate var kind: String {
    switch self {
    case .item: "item"
    case .section: "section"
    }
  }
}
