/// Entries that cost something, ordered by when they were last used.
///
/// Every operation takes constant time. What is removed is returned, so that it can be released outside a lock.
struct LeastRecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Node {
    var entry: (key: Key, value: Value, cost: Int)?
    var newer: Int?
    var older: Int?
  }

  private var places: [Key: Int] = [:]
  private var nodes: [Node] = []
  private var free: [Int] = []
  private var newest: Int?
  private var oldest: Int?

  /// What all entries cost together.
  private(set) var cost = 0
  /// How many entries there are.
  var count: Int { places.count }

  /// The value of a key, which becomes the one used last.
  mutating func use(_ key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    if place != newest {
      unlink(place)
      linkAsNewest(place)
    }
    return nodes[place].entry?.value
  }

  /// Puts an entry in as the one used last; returns the value that stood there.
  @discardableResult
  mutating func insert(_ value: Value, for key: Key, cost: Int) -> Value? {
    let replaced = remove(key)
    let place = makeNode(value, for: key, cost: cost)
    linkAsNewest(place)
    return replaced
  }

  /// Puts an entry in that was used before all others, unless the key is there.
  mutating func insertOldest(_ value: Value, for key: Key, cost: Int) {
    guard places[key] == nil else { return }
    let place = makeNode(value, for: key, cost: cost)
    nodes[place].newer = oldest
    if let oldest { nodes[oldest].older = place } else { newest = place }
    oldest = place
  }

  /// Takes an entry out.
  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    guard let place = places.removeValue(forKey: key), let entry = nodes[place].entry else { return nil }
    unlink(place)
    nodes[place] = Node()
    free.append(place)
    cost -= entry.cost
    return entry.value
  }

  /// Takes entries out, the least recently used first, until the rest costs no more than this.
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
    let place = free.popLast() ?? nodes.count
    if place == nodes.count { nodes.append(node) } else { nodes[place] = node }
    places[key] = place
    return place
  }

  private mutating func linkAsNewest(_ place: Int) {
    nodes[place].older = newest
    if let newest { nodes[newest].newer = place } else { oldest = place }
    newest = place
  }

  private mutating func unlink(_ place: Int) {
    let (newer, older) = (nodes[place].newer, nodes[place].older)
    if let newer { nodes[newer].older = older } else { newest = older }
    if let older { nodes[older].newer = newer } else { oldest = newer }
    (nodes[place].newer, nodes[place].older) = (nil, nil)
  }
}
