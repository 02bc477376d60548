/// Entries with a cost, ordered by their last use.
///
/// Removed values are returned, so that they can be released outside a lock.
/// - Complexity: O(1) for each operation, and for each entry that ``trim(to:)`` removes
struct LeastRecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Node {
    var entry: (key: Key, value: Value, cost: Int)?
    var newer: Int?
    var older: Int?
  }

  private var indices: [Key: Int] = [:]
  private var nodes: [Node] = []
  private var free: [Int] = []
  private var newest: Int?
  private var oldest: Int?

  /// The total cost.
  private(set) var cost = 0
  var count: Int { indices.count }

  /// Returns the value of a key and makes it the most recently used.
  mutating func use(_ key: Key) -> Value? {
    guard let index = indices[key] else { return nil }
    if index != newest {
      unlink(index)
      linkAsNewest(index)
    }
    return nodes[index].entry?.value
  }

  /// Inserts an entry as the most recently used.
  /// - Returns: The replaced value.
  @discardableResult
  mutating func insert(_ value: Value, for key: Key, cost: Int) -> Value? {
    let replaced = remove(key)
    let index = makeNode(value, for: key, cost: cost)
    linkAsNewest(index)
    return replaced
  }

  /// Inserts an entry as the least recently used, unless the key exists.
  mutating func insertOldest(_ value: Value, for key: Key, cost: Int) {
    guard indices[key] == nil else { return }
    let index = makeNode(value, for: key, cost: cost)
    nodes[index].newer = oldest
    if let oldest { nodes[oldest].older = index } else { newest = index }
    oldest = index
  }

  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    guard let index = indices.removeValue(forKey: key), let entry = nodes[index].entry else { return nil }
    unlink(index)
    nodes[index] = Node()
    free.append(index)
    cost -= entry.cost
    return entry.value
  }

  /// Removes entries, the least recently used first, until the total cost is at most `limit`.
  mutating func trim(to limit: Int) -> [(key: Key, value: Value)] {
    var removed: [(key: Key, value: Value)] = []
    while cost > limit, let entry = oldest.flatMap({ nodes[$0].entry }) {
      remove(entry.key)
      removed.append((entry.key, entry.value))
    }
    return removed
  }

  // MARK: - The chain

  private mutating func makeNode(_ value: Value, for key: Key, cost: Int) -> Int {
    self.cost += cost
    let node = Node(entry: (key, value, cost))
    let index = free.popLast() ?? nodes.count
    if index == nodes.count { nodes.append(node) } else { nodes[index] = node }
    indices[key] = index
    return index
  }

  private mutating func linkAsNewest(_ index: Int) {
    nodes[index].older = newest
    if let newest { nodes[newest].newer = index } else { oldest = index }
    newest = index
  }

  private mutating func unlink(_ index: Int) {
    let (newer, older) = (nodes[index].newer, nodes[index].older)
    if let newer { nodes[newer].older = older } else { newest = older }
    if let older { nodes[older].newer = newer } else { oldest = newer }
    (nodes[index].newer, nodes[index].older) = (nil, nil)
  }
}
