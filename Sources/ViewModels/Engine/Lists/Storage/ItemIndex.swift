/// Where an item is: the key of its section, and its offset there.
///
/// The key, unlike a position, stays the same when the section moves, so a moved section leaves the index as it is.
@usableFromInline
struct ItemLocation: Equatable, Sendable {
  @usableFromInline var section: UInt32
  @usableFromInline var offset: UInt32

  @inlinable
  init(section: UInt32, offset: Int) {
    self.section = section
    self.offset = UInt32(offset)
  }
}

/// Finds items' locations by the hash of their ids: a set of triples (hash, section, offset).
///
/// The index does not hold the ids. Its caller compares the id at the offered location, so one compiled copy serves all
/// id types and an entry costs 12 bytes. Copies share what they have in common, and there is no moment at which
/// everything is rehashed: a bucket of 64 that overflows is split into sixteen, and that is the longest a single
/// insertion takes. The shape is a trie over the hash, four bits a level, with buckets as leaves.
///
/// - Complexity: Finding, inserting, moving and removing an entry are O(log *n*) to the base 16.
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
    /// The ``mark(of:)`` bits of all entries, and perhaps of removed ones. A hash whose bit is missing is not in the
    /// bucket, and its entries, which are seldom in the processor's cache, need not be read.
    var marks: UInt64 = 0

    static func mark(of hash: UInt32) -> UInt64 { 1 << UInt64(hash >> 26) }

    mutating func append(_ entry: Entry) {
      entries.append(entry)
      marks |= Self.mark(of: entry.hash)
    }
  }

  /// The bits of the hash that choose a child: 16 children to a node.
  static let bits = 4
  static let width = 1 << bits
  /// The number of entries in a bucket before it is split. More make a search and a copy of the bucket longer, fewer
  /// make the tree deeper.
  static let bucketWidth = 64

  /// The number of entries from which ``prefetch(_:)`` pays.
  ///
  /// Prefetching costs an array of hashes and one more descent for each of them. It gains nothing while the index,
  /// about 100 KB at this size, stays in the processor's cache, and saves waiting for memory beyond it. The row "A page
  /// of 20 movies appended" of the list benchmarks shows both.
  @usableFromInline static var prefetchThreshold: Int { 8_000 }

  /// How many entries a walk through the index may pass for each one that it changes. Up to this ratio
  /// ``remap(section:from:to:)`` is used, beyond it entries are changed one by one.
  ///
  /// A walk passes all entries of a bucket side by side. Changing one entry computes its hash and leads to a bucket
  /// that is seldom in the cache. The ratio is an estimate of how many entries a walk passes meanwhile; any ratio keeps
  /// an edit at O(changed entries). The list benchmarks don't contain edits, so measure some before changing it.
  @usableFromInline static var walkedEntriesPerChange: Int { 8 }

  private var root = Node()
  @usableFromInline private(set) var count = 0

  @usableFromInline init() {}

  @inlinable
  static func hash(_ id: some Hashable) -> UInt32 { UInt32(truncatingIfNeeded: id.hashValue) }

  /// Returns the first location with this hash that `isMatch` accepts; nil if there is none.
  @usableFromInline
  func location(hash: UInt32, where isMatch: (ItemLocation) -> Bool) -> ItemLocation? {
    Self.location(hash: hash, path: hash, in: root, where: isMatch)
  }

  private static func location(hash: UInt32, path: UInt32, in node: Node, where isMatch: (ItemLocation) -> Bool)
    -> ItemLocation?
  {
    if !node.children.isEmpty {
      return location(hash: hash, path: path >> bits, in: node.children[Int(path) & (width - 1)], where: isMatch)
    }
    guard node.marks & Node.mark(of: hash) != 0 else { return nil }
    for entry in node.entries where entry.hash == hash && isMatch(entry.location) { return entry.location }
    return nil
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
  func prefetch(_ hashes: ContiguousArray<UInt32>) {
    var sum = 0
    for hash in hashes { sum &+= Self.bucketCount(path: hash, in: root) }
    precondition(sum >= 0)  // without a use of the sum the optimizer removes the loop
  }

  private static func bucketCount(path: UInt32, in node: Node) -> Int {
    if node.children.isEmpty { return node.entries.count }
    return bucketCount(path: path >> bits, in: node.children[Int(path) & (width - 1)])
  }

  /// Removes an entry, which must be in the index.
  @usableFromInline
  mutating func remove(hash: UInt32, at location: ItemLocation) {
    Self.change(hash: hash, at: location, path: hash, to: nil, in: &root)
    count -= 1
  }

  /// Changes the location of an entry, which must be in the index.
  @usableFromInline
  mutating func move(hash: UInt32, from location: ItemLocation, to newLocation: ItemLocation) {
    Self.change(hash: hash, at: location, path: hash, to: newLocation, in: &root)
  }
}

extension ItemIndex {
  /// Moves or removes every entry of a section from offset `start` on, in one walk through the index, without hashing.
  ///
  /// - Parameter destinations: The new offsets of the items at `start`, `start + 1` and so on; ``removed`` removes the
  ///   entry.
  /// - Complexity: O(*n*), where *n* is the number of entries in the index.
  @usableFromInline
  mutating func remap(section: UInt32, from start: Int, to destinations: ContiguousArray<UInt32>) {
    count -= Self.remap(section: section, from: UInt32(start), to: destinations, in: &root)
  }

  @usableFromInline static var removed: UInt32 { .max }

  private static func remap(
    section: UInt32, from start: UInt32, to destinations: ContiguousArray<UInt32>, in node: inout Node
  ) -> Int {
    var removedCount = 0
    for index in node.children.indices {
      removedCount += remap(section: section, from: start, to: destinations, in: &node.children[index])
    }
    func changes(_ location: ItemLocation) -> Bool {
      location.section == section && location.offset >= start
        && destinations[Int(location.offset - start)] != location.offset
    }
    // A bucket in which nothing changes stays shared with the copies of this index.
    guard var index = node.entries.firstIndex(where: { changes($0.location) }) else { return removedCount }
    while index < node.entries.count {
      let location = node.entries[index].location
      let destination = changes(location) ? destinations[Int(location.offset - start)] : location.offset
      if destination == removed {
        node.entries.swapAt(index, node.entries.count - 1)
        node.entries.removeLast()
        removedCount += 1
      } else {
        node.entries[index].location.offset = destination
        index += 1
      }
    }
    return removedCount
  }
}

// MARK: - Workings

extension ItemIndex {
  private static func insert(
    _ entry: Entry, path: UInt32, depth: Int, into node: inout Node, unlessThere isMatch: (ItemLocation) -> Bool
  ) -> Bool {
    if !node.children.isEmpty {
      let index = Int(path) & (width - 1)
      return insert(entry, path: path >> bits, depth: depth + 1, into: &node.children[index], unlessThere: isMatch)
    }
    if node.marks & Node.mark(of: entry.hash) != 0 {
      for other in node.entries where other.hash == entry.hash && isMatch(other.location) { return false }
    }
    node.append(entry)
    // Below its last bits the hash can't tell entries apart: such a bucket grows instead.
    if node.entries.count > bucketWidth && depth * bits < UInt32.bitWidth { split(&node, depth: depth) }
    return true
  }

  private static func split(_ node: inout Node, depth: Int) {
    var children = ContiguousArray(repeating: Node(), count: width)
    for entry in node.entries { children[Int(entry.hash >> UInt32(depth * bits)) & (width - 1)].append(entry) }
    node = Node(children: children)
  }

  private static func change(
    hash: UInt32, at location: ItemLocation, path: UInt32, to newLocation: ItemLocation?, in node: inout Node
  ) {
    if !node.children.isEmpty {
      change(hash: hash, at: location, path: path >> bits, to: newLocation, in: &node.children[Int(path) & (width - 1)])
      return
    }
    guard let index = node.entries.firstIndex(where: { $0.hash == hash && $0.location == location }) else {
      preconditionFailure("no such entry")
    }
    if let newLocation {
      node.entries[index].location = newLocation
    } else {
      node.entries.swapAt(index, node.entries.count - 1)
      node.entries.removeLast()
    }
  }
}

// MARK: - Invariants

extension ItemIndex {
  /// Returns all entries, after checking that each is where its hash leads, for tests and debug builds.
  func checkedEntries() -> [Entry] {
    var found: [Entry] = []
    func visit(_ node: Node, prefix: UInt32, depth: Int) {
      precondition(node.children.isEmpty || (node.children.count == Self.width && node.entries.isEmpty))
      // A split that puts all entries into one child leaves one too many there. The next insertion splits that one, which
      // may leave two too many in its child, and so on down.
      precondition(node.entries.count <= Self.bucketWidth + depth || depth * Self.bits >= 32)
      let mask = depth * Self.bits >= 32 ? UInt32.max : (1 << UInt32(depth * Self.bits)) - 1
      for entry in node.entries {
        precondition(entry.hash & mask == prefix & mask && node.marks & Node.mark(of: entry.hash) != 0)
      }
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
