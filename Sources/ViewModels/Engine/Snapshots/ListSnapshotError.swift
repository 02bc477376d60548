/// A mistake in the use of a ``ListSnapshot``, for which `NSDiffableDataSourceSnapshot` raises an exception.
///
/// A method that throws has changed nothing. Identifiers are given by their descriptions; ``description`` is UIKit's
/// text.
public enum ListSnapshotError: Error, Hashable, Sendable {
  /// What an identifier identifies.
  public enum Kind: String, Sendable {
    /// An item.
    case item
    /// A section.
    case section
  }

  /// The argument that was not found, by its name in UIKit's message.
  public enum Role: String, Sendable {
    /// The section to insert items into, or the section of the item to insert them beside.
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
  case sectionsAlreadyPresent([String])
  /// An argument contains identifiers more than once.
  case repeatedIdentifiers(Kind, [String])
  /// There is no section to append items to.
  case noSections
  /// A section or a destination is not in the snapshot.
  case unknownIdentifier(Role)
  /// The destination is among the identifiers to insert beside it.
  case destinationAmongInserted(Kind, String)
  /// An item or a section can't be moved beside itself.
  case destinationIsSource(Kind, String)
  /// The section to read is not in the snapshot.
  case sectionNotFound(String)
  /// An item or a section to reload or reconfigure is not in the snapshot.
  case reloadOfUnknownIdentifier(Kind, String)
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
        + (sections.count == 1 ? sections[0] : "(\n    \(sections.joined(separator: ",\n    "))\n)")
    case .repeatedIdentifiers(let kind, let identifiers):
      return "Fatal: supplied \(kind) identifiers are not unique. Duplicate identifiers: "
        + "{(\n    \(identifiers.joined(separator: ",\n    "))\n)}"
    case .noSections:
      return "There are currently no sections in the data source. Please add a section first."
    case .unknownIdentifier(let role):
      return "Invalid parameter not satisfying: \(role) != NSNotFound"
    case .destinationAmongInserted(.item, let destination):
      return "Invalid update: destination for insertion operation [\(destination)] is in the insertion identifier list"
    case .destinationAmongInserted(.section, let destination):
      return "Invalid update: destination for section operation [\(destination)] is in the inserted section list"
    case .destinationIsSource(let kind, let destination):
      return "Invalid update: destination for \(kind) move is the same as the source [\(destination)]"
    case .sectionNotFound:
      return "Section identifier was not found. You can verify the section exists by calling the "
        + "indexOfSectionIdentifier API (which has O(1) performance)"
    case .reloadOfUnknownIdentifier(let kind, let identifier):
      return "Attempted to reload \(kind) identifier that does not exist in the snapshot: \(identifier)"
    }
  }
}
