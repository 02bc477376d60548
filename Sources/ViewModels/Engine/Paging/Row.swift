/// What stands at an index path; see ``PagedListViewModel/row(at:)``.
///
/// ```swift
/// switch viewModel.row(at: indexPath) {
/// case .item(let post): show(post, in: cell)
/// case .placeholder: showPlaceholder(in: cell)
/// case .failed(_, let error): showRetry(error, in: cell)
/// case .loading, .empty, .finished: showSpinner(in: cell)
/// }
/// ```
public enum Row<Item> {
  /// An item.
  case item(Item)
  /// A placeholder, in a section that waits for its first page.
  case placeholder
  /// The row of a section whose page is on its way.
  case loading(page: Int)
  /// The row of a section whose page could not be loaded. ``PagedListViewModel/retry(_:)`` asks for it again.
  case failed(page: Int, LoadError)
  /// The row of a section that has loaded all its pages, at both ends, and shows no item.
  case empty
  /// The row of a section at an end beyond which there is nothing.
  case finished

  /// Which states of a section have a row at an end of it; none, unless ``PagedListViewModel/showStateRows(_:atFront:)`` says
  /// so.
  public struct Kinds: OptionSet, Hashable, Sendable {
    /// A page that is on its way.
    public static var loading: Kinds { Kinds(rawValue: 1) }
    /// A page that could not be loaded.
    public static var failed: Kinds { Kinds(rawValue: 2) }
    /// A section of which there is nothing.
    public static var empty: Kinds { Kinds(rawValue: 4) }
    /// A section that is all there.
    public static var finished: Kinds { Kinds(rawValue: 8) }

    /// The states, as bits.
    public let rawValue: Int
    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
  }
}

extension Row: Equatable where Item: Equatable {}
extension Row: Hashable where Item: Hashable {}
extension Row: Sendable where Item: Sendable {}

/// The row of a section's state, which holds no item.
@usableFromInline
typealias StateRow = Row<Never>

extension Row<Never> {
  /// The row before the items of a section in this state, if it has one.
  init?(before state: LoadState, in kinds: Kinds) {
    switch state.prepend {
    case .loading(let page) where kinds.contains(.loading): self = .loading(page: page)
    case .failed(let page, let error) where kinds.contains(.failed): self = .failed(page: page, error)
    case .finished where kinds.contains(.finished): self = .finished
    case .idle, .loading, .failed, .finished: return nil
    }
  }

  /// The row after the items of a section in this state, if it has one.
  ///
  /// A refresh of a section that holds items has no row: what is above the row is on its way, not what is below. In one that
  /// holds none, where nothing follows, it is about what comes before.
  init?(_ state: LoadState, holdsItems: Bool, in kinds: Kinds) {
    let refresh = holdsItems && state.refresh.isLoading ? .idle : state.refresh
    let end = holdsItems || state.append != .finished ? state.append : state.prepend
    switch end.isLoading || refresh == .idle ? end : refresh {
    case .loading(let page) where kinds.contains(.loading): self = .loading(page: page)
    case .failed(let page, let error) where kinds.contains(.failed): self = .failed(page: page, error)
    case .finished where !holdsItems && kinds.contains(.empty): self = .empty
    case .finished where holdsItems && kinds.contains(.finished): self = .finished
    case .idle, .loading, .failed, .finished: return nil
    }
  }

  /// The same row, beside items of any type.
  @usableFromInline
  func row<Element>() -> Row<Element> {
    switch self {
    case .placeholder: .placeholder
    case .loading(let page): .loading(page: page)
    case .failed(let page, let error): .failed(page: page, error)
    case .empty: .empty
    case .finished: .finished
    }
  }
}

/// Rows that a section shows besides its items. Part of its count.
@usableFromInline
enum SectionExtra: Hashable, Sendable {
  /// Placeholders in place of items.
  case placeholders(Int)
  /// A row before the items, one after them, or both.
  case rows(front: StateRow?, back: StateRow?)

  /// The number of rows in all.
  @usableFromInline
  func count(items: Int) -> Int {
    switch self {
    case .placeholders(let count): count
    case .rows(_, let back): lead + items + (back == nil ? 0 : 1)
    }
  }

  /// How many rows stand before the items.
  @usableFromInline
  var lead: Int { if case .rows(.some, _) = self { 1 } else { 0 } }

  /// The row at an offset that is not an item's; nil for a placeholder.
  func row(at offset: Int) -> StateRow? {
    guard case .rows(let front, let back) = self else { return nil }
    return offset == 0 ? front ?? back : back
  }

  var isPlaceholders: Bool { if case .placeholders = self { true } else { false } }
}
