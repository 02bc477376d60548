/// Where an item stands: the number that stays with its section wherever that moves, and the offset within it.
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

/// Finds places by the hash of what stands there: a set of triples (hash, section, offset).
///
/// It does not know the ids. Whoever asks compares the id at the offered place, so one compiled copy serves all id
/// types and an entry costs 12 bytes. Copies share what they have in common, and there is no moment at which everything
/// is rehashed: a bucket of 64 that overflows is split into sixteen, and that is the longest a single insertion takes.
/// The shape is a trie over the hash, four bits a level, with buckets as leaves.
@usableFromInline
struct ItemIndex: Sendable {
  struct Entry: Sendable {
    var hash: UInt32
    var place: ItemLocation
  }

  /// A bucket of entries, or, if it has children, an inner node without any. A struct of two arrays rather than an
  /// enum: its parts are changed in place, and looked at without being retained.
  struct Node: Sendable {
    var entries: ContiguousArray<Entry> = []
    var children: ContiguousArray<Node> = []
    /// The bits of ``mark(of:)`` of all entries, and perhaps of some that have gone: what has none of them is not here,
    /// and the entries, which are seldom in the processor's cache, need not be looked at.
    var marks: UInt64 = 0

    static func mark(of hash: UInt32) -> UInt64 { 1 << UInt64(hash >> 26) }

    mutating func append(_ entry: Entry) {
      entries.append(entry)
      marks |= Self.mark(of: entry.hash)
    }
  }

  static let bits = 4
  static let width = 1 << bits
  static let bucketWidth = 64

  private var root = Node()
  @usableFromInline private(set) var count = 0

  @usableFromInline init() {}

  @inlinable
  static func hash(_ id: some Hashable) -> UInt32 { UInt32(truncatingIfNeeded: id.hashValue) }

  /// The first place with this hash that `isSought` says yes to.
  @usableFromInline
  func place(hash: UInt32, where isSought: (ItemLocation) -> Bool) -> ItemLocation? {
    Self.place(hash: hash, path: hash, in: root, where: isSought)
  }

  private static func place(hash: UInt32, path: UInt32, in node: Node, where isSought: (ItemLocation) -> Bool)
    -> ItemLocation?
  {
    if !node.children.isEmpty {
      return place(hash: hash, path: path >> bits, in: node.children[Int(path) & (width - 1)], where: isSought)
    }
    guard node.marks & Node.mark(of: hash) != 0 else { return nil }
    for entry in node.entries where entry.hash == hash && isSought(entry.place) { return entry.place }
    return nil
  }

  @usableFromInline
  mutating func insert(hash: UInt32, at place: ItemLocation) {
    _ = insert(hash: hash, at: place, unlessThere: { _ in false })
  }

  /// Inserts an entry unless `isSame` says yes to one with this hash, and says whether it did. One way down instead of
  /// two for those who must ask first.
  @usableFromInline
  mutating func insert(hash: UInt32, at place: ItemLocation, unlessThere isSame: (ItemLocation) -> Bool) -> Bool {
    let isNew = Self.insert(Entry(hash: hash, place: place), path: hash, depth: 0, into: &root, unlessThere: isSame)
    if isNew { count += 1 }
    return isNew
  }

  /// Has the processor fetch what looking for these hashes needs.
  ///
  /// Of a large index little is in its cache. Asked for in one short loop, the parts come side by side; asked for by
  /// one insertion after the other, one after the other.
  @usableFromInline
  func prefetch(_ hashes: ContiguousArray<UInt32>) {
    var sum = 0
    for hash in hashes { sum &+= Self.bucketCount(path: hash, in: root) }
    precondition(sum >= 0)  // else the optimizer sees that nothing comes of it
  }

  private static func bucketCount(path: UInt32, in node: Node) -> Int {
    if node.children.isEmpty { return node.entries.count }
    return bucketCount(path: path >> bits, in: node.children[Int(path) & (width - 1)])
  }

  /// Takes out one entry, which must be there.
  @usableFromInline
  mutating func remove(hash: UInt32, at place: ItemLocation) {
    Self.change(hash: hash, at: place, path: hash, to: nil, in: &root)
    count -= 1
  }

  /// Gives an entry, which must be there, another place.
  @usableFromInline
  mutating func move(hash: UInt32, from place: ItemLocation, to newPlace: ItemLocation) {
    Self.change(hash: hash, at: place, path: hash, to: newPlace, in: &root)
  }
}

extension ItemIndex {
  /// Gives every entry of this section from offset `start` on the place that `destinations` says, or takes it out.
  ///
  /// One walk through the index without a single hash: the way to shift, remove and sort many at once.
  /// - Parameter destinations: the new offset of the entry at `start`, `start + 1` and so on; ``gone`` takes it out.
  @usableFromInline
  mutating func remap(section: UInt32, from start: Int, to destinations: ContiguousArray<UInt32>) {
    count -= Self.remap(section: section, from: UInt32(start), to: destinations, in: &root)
  }

  @usableFromInline static var gone: UInt32 { .max }

  private static func remap(
    section: UInt32, from start: UInt32, to destinations: ContiguousArray<UInt32>, in node: inout Node
  ) -> Int {
    var removed = 0
    for index in node.children.indices {
      removed += remap(section: section, from: start, to: destinations, in: &node.children[index])
    }
    func changes(_ place: ItemLocation) -> Bool {
      place.section == section && place.offset >= start && destinations[Int(place.offset - start)] != place.offset
    }
    // A bucket in which nothing changes stays shared with the copies of this index.
    guard var index = node.entries.firstIndex(where: { changes($0.place) }) else { return removed }
    while index < node.entries.count {
      let place = node.entries[index].place
      let destination = changes(place) ? destinations[Int(place.offset - start)] : place.offset
      if destination == gone {
        node.entries.swapAt(index, node.entries.count - 1)
        node.entries.removeLast()
        removed += 1
      } else {
        node.entries[index].place.offset = destination
        index += 1
      }
    }
    return removed
  }
}

// MARK: - Workings

extension ItemIndex {
  private static func insert(
    _ entry: Entry, path: UInt32, depth: Int, into node: inout Node, unlessThere isSame: (ItemLocation) -> Bool
  ) -> Bool {
    if !node.children.isEmpty {
      let index = Int(path) & (width - 1)
      return insert(entry, path: path >> bits, depth: depth + 1, into: &node.children[index], unlessThere: isSame)
    }
    if node.marks & Node.mark(of: entry.hash) != 0 {
      for other in node.entries where other.hash == entry.hash && isSame(other.place) { return false }
    }
    node.append(entry)
    // Below the last bits the hash can tell nothing apart any more: such a bucket grows.
    if node.entries.count > bucketWidth && depth * bits < 32 { split(&node, depth: depth) }
    return true
  }

  private static func split(_ node: inout Node, depth: Int) {
    var children = ContiguousArray(repeating: Node(), count: width)
    for entry in node.entries { children[Int(entry.hash >> UInt32(depth * bits)) & (width - 1)].append(entry) }
    node = Node(children: children)
  }

  private static func change(
    hash: UInt32, at place: ItemLocation, path: UInt32, to newPlace: ItemLocation?, in node: inout Node
  ) {
    if !node.children.isEmpty {
      change(hash: hash, at: place, path: path >> bits, to: newPlace, in: &node.children[Int(path) & (width - 1)])
      return
    }
    guard let index = node.entries.firstIndex(where: { $0.hash == hash && $0.place == place }) else {
      preconditionFailure("no such entry")
    }
    if let newPlace {
      node.entries[index].place = newPlace
    } else {
      node.entries.swapAt(index, node.entries.count - 1)
      node.entries.removeLast()
    }
  }
}

// MARK: - Invariants

extension ItemIndex {
  /// Every entry, after checking that each stands where its hash says; for tests and debug builds.
  func checkedEntries() -> [Entry] {
    var found: [Entry] = []
    func visit(_ node: Node, prefix: UInt32, depth: Int) {
      precondition(node.children.isEmpty || (node.children.count == Self.width && node.entries.isEmpty))
      // One more than fits may be left by a split that put all into one child; the next one to come splits that.
      precondition(node.entries.count <= Self.bucketWidth + 1 || depth * Self.bits >= 32)
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
