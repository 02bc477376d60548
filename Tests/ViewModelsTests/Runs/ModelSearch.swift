/// What is typed in a search.
enum ModelSearch {
  /// The queries, in the order of the loaders' numbers. The first one is empty, and never sent.
  static let queries = ["", "a", "ab", "abc"]
}
