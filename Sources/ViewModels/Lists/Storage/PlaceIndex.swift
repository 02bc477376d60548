/// Finds places by the hash of what stands there: a set of triples (hash, section, offset).
///
/// It does not know the ids. Whoever asks compares the id at the offered place, so one compiled copy serves all id types
/// and an entry costs 12 bytes. Copies share what they have in common, and there is no moment at which everything is
/// rehashed: a bucket of 32 that overflows is split into eight, and that is the longest a single insertion takes. The
/// shape is a trie over the hash, three bits a level, with buckets as leaves.
///
/// `section` is a number that stays with a section wherever it moves, `offset` the position within it.
@usableFromInline
struct PlaceIndex: Sendable {
  @usableFromInline
  struct Place: Equatable, Sendable {
    @usableFromInline var section: UInt32
    @usableFromInline var offset: UInt32

    @inlinable
    init(section: UInt32, offset: Int) {
      self.section = section
      self.offset = UInt32(offset)
    }
  }

  struct Entry: Sendable {
    var hash: UInt32
    var place: Place
  }

  enum Node: Sendable {
    case bucket(ContiguousArray<Entry>)
    case inner(ContiguousArray<Node>)
  }

  static let bits = 3
  static let bucketWidth = 32

  private var root = Node.bucket([])
  @usableFromInline private(set) var count = 0

  @usableFromInline init() {}

  @inlinable
  static func hash(_ id: some Hashable) -> UInt32 { UInt32(truncatingIfNeeded: id.hashValue) }

  /// The first place with this hash that `isSought` says yes to.
  @usableFromInline
  func place(hash: UInt32, where isSought: (Place) -> Bool) -> Place? {
    Self.place(hash: hash, path: hash, in: root, where: isSought)
  }

  private static func place(hash: UInt32, path: UInt32, in node: Node, where isSought: (Place) -> Bool) -> Place? {
    switch node {
    case .inner(let children):
      return place(hash: hash, path: path >> bits, in: children[Int(path & 7)], where: isSought)
    case .bucket(let entries):
      for entry in entries where entry.hash == hash && isSought(entry.place) { return entry.place }
      return nil
    }
  }

  @usableFromInline
  mutating func insert(hash: UInt32, at place: Place) {
    Self.insert(Entry(hash: hash, place: place), path: hash, depth: 0, into: &root)
    count += 1
  }

  /// Takes out one entry, which must be there.
  @usableFromInline
  mutating func remove(hash: UInt32, at place: Place) {
    Self.change(hash: hash, at: place, path: hash, to: nil, in: &root)
    count -= 1
  }

  /// Gives an entry, which must be there, another place.
  @usableFromInline
  mutating func move(hash: UInt32, from place: Place, to newPlace: Place) {
    Self.change(hash: hash, at: place, path: hash, to: newPlace, in: &root)
  }
}

// MARK: - Workings

extension PlaceIndex {
  private static func insert(_ entry: Entry, path: UInt32, depth: Int, into node: inout Node) {
    switch node {
    case .inner(var children):
      node = .bucket([])  // gives up the second reference, so that the children are changed in place if they can be
      insert(entry, path: path >> bits, depth: depth + 1, into: &children[Int(path & 7)])
      node = .inner(children)
    case .bucket(var entries):
      node = .bucket([])
      // Below the last bits the hash can tell nothing apart any more: such a bucket grows.
      if entries.count < bucketWidth || depth * bits >= 32 {
        entries.append(entry)
        node = .bucket(entries)
      } else {
        node = .inner(ContiguousArray(repeating: .bucket([]), count: 1 << bits))
        for old in entries { insert(old, path: old.hash >> UInt32(depth * bits), depth: depth, into: &node) }
        insert(entry, path: path, depth: depth, into: &node)
      }
    }
  }

  private static func change(hash: UInt32, at place: Place, path: UInt32, to newPlace: Place?, in node: inout Node) {
    switch node {
    case .inner(var children):
      node = .bucket([])
      change(hash: hash, at: place, path: path >> bits, to: newPlace, in: &children[Int(path & 7)])
      node = .inner(children)
    case .bucket(var entries):
      node = .bucket([])
      guard let index = entries.firstIndex(where: { $0.hash == hash && $0.place == place }) else {
        preconditionFailure("no such entry")
      }
      if let newPlace {
        entries[index].place = newPlace
      } else {
        entries.swapAt(index, entries.count - 1)
        entries.removeLast()
      }
      node = .bucket(entries)
    }
  }
}

// MARK: - Invariants

extension PlaceIndex {
  /// Every entry, after checking that each stands where its hash says; for tests and debug builds.
  func checkedEntries() -> [Entry] {
    var found: [Entry] = []
    func visit(_ node: Node, prefix: UInt32, depth: Int) {
      switch node {
      case .bucket(let entries):
        precondition(entries.count <= Self.bucketWidth || depth * Self.bits >= 32)
        let mask = depth * Self.bits >= 32 ? UInt32.max : (1 << UInt32(depth * Self.bits)) - 1
        for entry in entries { precondition(entry.hash & mask == prefix & mask) }
        found += entries
      case .inner(let children):
        precondition(children.count == 1 << Self.bits)
        for (index, child) in children.enumerated() {
          visit(child, prefix: prefix | UInt32(truncatingIfNeeded: index << (depth * Self.bits)), depth: depth + 1)
        }
      }
    }
    visit(root, prefix: 0, depth: 0)
    precondition(found.count == count)
    return found
  }
}
