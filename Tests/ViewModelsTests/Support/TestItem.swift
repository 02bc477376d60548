import ViewModels

/// The item of tests: an id, and something else that can change.
struct TestItem: Identifiable, Hashable, Sendable {
  let id: Int
  var text = ""

  init(_ id: Int, _ text: String = "") {
    self.id = id
    self.text = text
  }
}

extension Page<TestItem> {
  /// A page of rows with these ids.
  init(_ ids: some Sequence<Int>, number: Int? = nil, isLast: Bool = false) {
    self.init(items: ids.map { TestItem($0) }, number: number, isLast: isLast)
  }
}
