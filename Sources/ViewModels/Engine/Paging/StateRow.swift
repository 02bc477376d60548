/// A row at the end of a section that shows its loading state; see ``PagedListViewModel/showStateRows(_:)``.
public enum StateRow: Hashable, Sendable {
  /// This page is on its way.
  case loading(page: Int)
  /// This page could not be loaded. ``PagedListViewModel/retry(_:)`` asks for it again.
  case failed(page: Int, LoadError)
  /// All there is of the section has been loaded, and that is nothing.
  case empty
  /// All there is of the section is above.
  case finished

  /// The row of a section in this state, if it has one.
  ///
  /// A refresh of a section that holds items has no row: what is above the row is on its way, not what is below.
  init?(_ state: LoadState, holdsItems: Bool, in rows: StateRows) {
    switch holdsItems && state.refresh.isLoading ? state.append : state.phase {
    case .loading(let page) where rows.contains(.loading): self = .loading(page: page)
    case .failed(let page, let error) where rows.contains(.failed): self = .failed(page: page, error)
    case .finished where !holdsItems && rows.contains(.empty): self = .empty
    case .finished where holdsItems && rows.contains(.finished): self = .finished
    case .idle, .loading, .failed, .finished: return nil
    }
  }
}

/// Which states of a section have a row; none, unless ``PagedListViewModel/showStateRows(_:)`` says so.
public struct StateRows: OptionSet, Hashable, Sendable {
  /// A page that is on its way.
  public static let loading = StateRows(rawValue: 1)
  /// A page that could not be loaded.
  public static let failed = StateRows(rawValue: 2)
  /// A section of which there is nothing.
  public static let empty = StateRows(rawValue: 4)
  /// A section that is all there.
  public static let finished = StateRows(rawValue: 8)

  /// The states, as bits.
  public let rawValue: Int
  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// What stands at an index path; see ``PagedListViewModel/row(at:)``.
public enum ListRow<Item> {
  /// An item.
  case item(Item)
  /// A placeholder, in a section that waits for its first page.
  case placeholder
  /// The state of the section, at its end.
  case state(StateRow)
}

/// What a section shows that is no item. Part of its count.
@usableFromInline
enum SectionExtra: Hashable, Sendable {
  /// So many, instead of items.
  case placeholders(Int)
  /// After the items.
  case row(StateRow)

  /// How much the section shows.
  @usableFromInline
  func count(items: Int) -> Int {
    switch self {
    case .placeholders(let count): count
    case .row: items + 1
    }
  }
}
