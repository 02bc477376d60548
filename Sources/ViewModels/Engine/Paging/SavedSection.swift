/// What a section holds, as a value to be saved and shown again.
///
/// ```swift
/// viewModel.savedChanges.filter { $0 == .inbox }.debounce(for: .seconds(1), scheduler: .main).sink { section in
///   try? JSONEncoder().encode(viewModel.saved(section)).write(to: file(of: section), options: .atomic)
/// }.store(in: &cancellables)
///
/// viewModel.seed(.inbox, try JSONDecoder().decode(SavedSection<Message>.self, from: data))
/// ```
/// Holds all items in loaded order, with the edits on them, also the items that an arrangement hides.
public struct SavedSection<Item> {
  /// The items, in loaded order.
  public var items: [Item]
  /// The page after them; ``PageKey/first`` if none is known, nil if nothing follows.
  public var next: PageKey?
  /// The page before them; nil if nothing comes before.
  public var previous: PageKey?
  /// The name of the loader that they came from; see ``PagedList/refresh(_:named:at:from:)``. Nil for the list's own. What a
  /// loader without a name brought is saved under a NUL character, a name that no loader has, and is not shown again: its
  /// cursor would be asked of another loader.
  public var source: String?
  /// How many items all pages hold together, as far as it was known.
  public var totalItems: Int?

  /// Creates a value, from an app's own cache for instance.
  public init(
    items: [Item], previous: PageKey? = nil, next: PageKey?, source: String? = nil, totalItems: Int? = nil
  ) {
    self.items = items
    self.previous = previous
    self.next = next
    self.source = source
    self.totalItems = totalItems
  }
}

extension SavedSection: Sendable where Item: Sendable {}
extension SavedSection: Equatable where Item: Equatable {}
extension SavedSection: Encodable where Item: Encodable {}
extension SavedSection: Decodable where Item: Decodable {}
