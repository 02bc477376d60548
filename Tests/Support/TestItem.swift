import ListEngine

/// The item of tests: an id, and something else that can change.
package struct TestItem: Identifiable, Hashable, Sendable {
  package let id: Int
  package var text = ""

  package init(_ id: Int, _ text: String = "") {
    self.id = id
    self.text = text
  }
}

extension Page<TestItem> {
  /// A page of rows with these ids.
  package init(_ ids: some Sequence<Int>, number: Int? = nil, isLast: Bool = false) {
    self.init(items: ids.map { TestItem($0) }, number: number, isLast: isLast)
  }
}
