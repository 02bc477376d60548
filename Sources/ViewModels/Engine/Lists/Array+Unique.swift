extension Array where Element: Hashable {
  /// The elements, each once.
  /// - Complexity: O(*n*), where *n* is the length of the array.
  package var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
