/// Where an item is: the leaf that holds it, and its offset there when it was put there.
///
/// The offset is a hint, because edits of the leaf shift items. The leaf is exact.
@usableFromInline
struct ItemLocation: Equatable, Sendable {
  @usableFromInline let bits: UInt32

  /// - Precondition: The name of the leaf is below 2^24, which is enough for 250 million items.
  @inlinable
  init(leaf: UInt32, hint: Int) {
    precondition(leaf < 1 << 24 && hint < 1 << 8, "too many items")
    bits = leaf << 8 | UInt32(truncatingIfNeeded: hint)
  }

  @inlinable var leaf: UInt32 { bits >> 8 }
  @inlinable var hint: Int { Int(bits & 0xFF) }
}

/// Finds items' locations by the hash of their ids: a bag of pairs (hash, location).
///
/// The index does not hold the ids. Its caller compares the ids in the offered leaf, so one compiled copy serves all id
/// types and an entry costs 8 bytes. Two entries with the same hash and leaf are interchangeable. Copies share what they
/// have in common, and there is no moment at which everything is rehashed: a bucket of 64 that overflows is split into
/// sixteen, and that is the longest a single insertion takes. The shape is a trie over the hash, four bits a level, with
/// buckets as leaves.
///
/// Ids with equal hashes can't be told apart by any shape. Their bucket grows instead, with the entries of a leaf next to
/// each other, so that a leaf is asked once and not once for each of them; and a debug build names the type.
///
/// - Complexity: Finding, inserting, moving and removing an entry are O(log *n*) to the base 16, and linear in the number
///   of entries with the same hash.
@usableFromInline
struct ItemIndex: Sendable {
  struct Entry: Sendable {
    var hash: UInt32
    var location: ItemLocation
  }

  /// A bucket of entries, or, if it has children, an inner node without entries. It is a struct of two arrays rather
  /// than an enum, because its parts can then be changed in place, and read without being retained.
  struct Node: Sendable {
    var entries: ContiguousArray<Entry> = []
    var children: ContiguousArray<Node> = []
    /// The ``mark(of:)`` bits of all entries. A hash whose bit is missing is not in the
    /// bucket, and its entries, which are seldom in the processor's cache, need not be read.
    var marks: UInt64 = 0

    static func mark(of hash: UInt32) -> UInt64 { 1 << UInt64(hash >> 26) }

    var isEmpty: Bool { entries.isEmpty && children.isEmpty }
    /// Whether the hashes in the bucket are equal, but for one that has just come: else it would have been split.
    var isCrowded: Bool { entries.count > bucketWidth }

    mutating func append(_ entry: Entry) {
      if isCrowded, let last = entries.lastIndex(where: { $0.location.leaf == entry.location.leaf }) {
        entries.insert(entry, at: last + 1)
      } else {
        entries.append(entry)
      }
      marks |= Self.mark(of: entry.hash)
    }

    /// Returns the first entry with this hash from `start` on, and where to go on behind it: past the entries of the same leaf
    /// that follow it, because the caller looks at the whole leaf.
    func location(hash: UInt32, from start: Int) -> (location: ItemLocation, next: Int)? {
      if marks & Self.mark(of: hash) == 0 { return nil }
      for index in start..<entries.count where entries[index].hash == hash {
        let location = entries[index].location
        var next = index + 1
        while next < entries.count, entries[next].location.leaf == location.leaf { next += 1 }
        return (location, next)
      }
      return nil
    }

    mutating func remove(at index: Int) {
      if isCrowded {
        entries.remove(at: index)
      } else {
        let last = entries.removeLast()
        if index < entries.count { entries[index] = last }
      }
      // Room for four times what is left is given back.
      if entries.count * 4 < entries.capacity { entries = [] + entries }
      marks = entries.withUnsafeBufferPointer { $0.reduce(0) { $0 | Self.mark(of: $1.hash) } }
    }
  }

  /// The bits of the hash that choose a child: 16 children to a node.
  static let bits = 4
  static let width = 1 << bits
  /// The child that the rest of a hash leads to.
  static func child(of path: UInt32) -> Int { Int(truncatingIfNeeded: path) & (width - 1) }
  /// The number of entries in a bucket before it is split. More make a search and a copy of the bucket longer, fewer
  /// make the tree deeper.
  static let bucketWidth = 64

  /// The number of entries from which ``prefetch(_:)`` pays.
  ///
  /// Prefetching costs an array of hashes and one more descent for each of them. It gains nothing while the index,
  /// about 100 KB at this size, stays in the processor's cache, and saves waiting for memory beyond it. The row "A page
  /// of 20 movies appended" of the list benchmarks shows both.
  @usableFromInline static var prefetchThreshold: Int { 8_000 }

  var root = Node()
  @usableFromInline var count = 0

  @usableFromInline init() {}

  @inlinable
  static func hash(_ id: some Hashable) -> UInt32 { UInt32(truncatingIfNeeded: id.hashValue) }

  /// Returns a location with this hash, and where to go on if it is not the one that is looked for; nil if there are no more.
  ///
  /// ```swift
  /// var start = 0
  /// while let found = index.location(hash: hash, from: start) {
  ///   // ... return if the leaf at `found.location` holds the id
  ///   start = found.next
  /// }
  /// ```
  /// A closure that looks into the leaf would retain all that it reads of its list for the call.
  ///
  /// - Parameter start: 0, or what the call before has returned.
  @usableFromInline
  func location(hash: UInt32, from start: Int) -> (location: ItemLocation, next: Int)? {
    Self.location(hash: hash, from: start, path: hash, in: root)
  }

  private static func location(hash: UInt32, from start: Int, path: UInt32, in node: Node)
    -> (location: ItemLocation, next: Int)?
  {
    if !node.children.isEmpty {
      return location(hash: hash, from: start, path: path >> bits, in: node.children[child(of: path)])
    }
    return node.location(hash: hash, from: start)
  }

  @usableFromInline
  mutating func insert(hash: UInt32, at location: ItemLocation) {
    _ = insert(hash: hash, at: location, unlessThere: { _ in false })
  }

  /// Inserts an entry unless `isMatch` accepts one with this hash. One descent serves for searching and inserting.
  ///
  /// - Returns: Whether the entry was inserted.
  @usableFromInline
  mutating func insert(hash: UInt32, at location: ItemLocation, unlessThere isMatch: (ItemLocation) -> Bool) -> Bool {
    let isNew = Self.insert(
      Entry(hash: hash, location: location), path: hash, depth: 0, into: &root, unlessThere: isMatch)
    if isNew { count += 1 }
    return isNew
  }

  /// Makes the processor fetch the buckets that these hashes lead to.
  ///
  /// Little of a large index is in the cache. One short loop has many fetches under way at once; insertions, one after
  /// the other, would wait for each.
  @usableFromInline
  func prefetch(_ hashes: ContiguousArray<UInt32>, salt: UInt32) {
    var sum = 0
    for hash in hashes { sum &+= Self.bucketCount(path: hash &+ salt, in: root) }
    precondition(sum >= 0)  // without a use of the sum the optimizer removes the loop
  }

  private static func bucketCount(path: UInt32, in node: Node) -> Int {
    if node.children.isEmpty { return node.entries.count }
    return bucketCount(path: path >> bits, in: node.children[child(of: path)])
  }

  /// Removes an entry, which must be in the index.
  @usableFromInline
  mutating func remove(hash: UInt32, in leaf: UInt32) {
    Self.change(hash: hash, in: leaf, path: hash, to: nil, in: &root)
    count -= 1
  }

  /// Changes the location of an entry, which must be in the index.
  @usableFromInline
  mutating func move(hash: UInt32, from leaf: UInt32, to newLocation: ItemLocation) {
    Self.change(hash: hash, in: leaf, path: hash, to: newLocation, in: &root)
  }
}

// MARK: - Workings

extension ItemIndex {
  private static func insert(
    _ entry: Entry, path: UInt32, depth: Int, into node: inout Node, unlessThere isMatch: (ItemLocation) -> Bool
  ) -> Bool {
    if !node.children.isEmpty {
      let index = child(of: path)
      return insert(entry, path: path >> bits, depth: depth + 1, into: &node.children[index], unlessThere: isMatch)
    }
    var start = 0
    while let found = node.location(hash: entry.hash, from: start) {
      if isMatch(found.location) { return false }
      start = found.next
    }
    node.append(entry)
    // Equal hashes can't be told apart further down: such a bucket grows instead.
    if node.entries.count > bucketWidth, node.entries.contains(where: { $0.hash != entry.hash }) {
      split(&node, depth: depth)
    }
    return true
  }

  static func split(_ node: inout Node, depth: Int) {
    var children = ContiguousArray(repeating: Node(), count: width)
    for entry in node.entries { children[child(of: entry.hash >> UInt32(depth * bits))].append(entry) }
    node = Node(children: children)
  }

  private static func change(
    hash: UInt32, in leaf: UInt32, path: UInt32, to newLocation: ItemLocation?, in node: inout Node
  ) {
    if !node.children.isEmpty {
      let child = child(of: path)
      change(hash: hash, in: leaf, path: path >> bits, to: newLocation, in: &node.children[child])
      if newLocation == nil, node.children[child].isEmpty { merge(&node) }
      return
    }
    let found = node.entries.withUnsafeBufferPointer { entries in
      entries.firstIndex { $0.hash == hash && $0.location.leaf == leaf }
    }
    guard let index = found else { preconditionFailure("no such entry") }
    if let newLocation, !node.isCrowded {
      node.entries[index].location = newLocation
    } else {
      node.remove(at: index)
      if let newLocation { node.append(Entry(hash: hash, location: newLocation)) }
    }
  }

  /// Makes an inner node a bucket if its children hold few entries. It is asked when a child has lost its last one, so
  /// that what has left an index takes its nodes along.
  private static func merge(_ node: inout Node) {
    var sum = 0
    for child in node.children {
      guard child.children.isEmpty else { return }
      sum += child.entries.count
    }
    guard sum <= width else { return }
    var merged = Node()
    for child in node.children {
      for entry in child.entries { merged.append(entry) }
    }
    node = merged
  }
}

// MARK: - Invariants

extension ItemIndex {
  /// Says in a debug build if the ids with this hash are so many that they slow the list down.
  ///
  /// - Returns: True, to be asserted.
  @usableFromInline
  func noticeCrowd<ID>(of type: ID.Type, hash: UInt32) -> Bool {
    guard isCrowded(hash) else { return true }
    DebugNotice.tell(
      "hash of \(type)",
      """
      more than \(Self.bucketWidth) ids of type \(type) have one hash value, and each is compared with all of them. Let \
      hash(into:) combine what tells ids apart.
      """)
    return true
  }

  private func isCrowded(_ hash: UInt32) -> Bool {
    var (node, path) = (root, hash)
    while !node.children.isEmpty {
      node = node.children[Self.child(of: path)]
      path >>= Self.bits
    }
    return node.isCrowded && node.entries.allSatisfy { $0.hash == hash }
  }

  /// The number of nodes, for tests of what the index keeps.
  var nodeCount: Int {
    func count(_ node: Node) -> Int { node.children.reduce(1) { $0 + count($1) } }
    return count(root)
  }

  /// Returns all entries, after checking that each is where its hash leads, for tests and debug builds.
  func checkedEntries() -> [Entry] {
    var found: [Entry] = []
    func visit(_ node: Node, prefix: UInt32, depth: Int) {
      precondition(node.children.isEmpty || (node.children.count == Self.width && node.entries.isEmpty))
      // A split that puts all entries into one child leaves one too many there. The next insertion splits that one, which
      // may leave two too many in its child, and so on down.
      precondition(node.entries.count <= Self.bucketWidth + depth || Set(node.entries.map(\.hash)).count == 1)
      let mask = depth * Self.bits >= 32 ? UInt32.max : (1 << UInt32(depth * Self.bits)) - 1
      for entry in node.entries {
        precondition(entry.hash & mask == prefix & mask)
      }
      precondition(node.marks == node.entries.reduce(0) { $0 | Node.mark(of: $1.hash) })
      precondition(node.entries.capacity <= 4 * max(node.entries.count, Self.width), "a bucket keeps its room")
      found += node.entries
      for (index, child) in node.children.enumerated() {
        visit(child, prefix: prefix | UInt32(truncatingIfNeeded: index << (depth * Self.bits)), depth: depth + 1)
      }
    }
    visit(root, prefix: 0, depth: 0)
    precondition(found.count == count)
    return found
  }
}
