/// A stretch of a section while an edit rewrites it: takes in what stays and what is new, in order, and cuts it into
/// leaves again.
///
/// A new leaf takes the name of the old one from which most of its items come. So the index has to be told only of
/// the items that are new, that have left, or that are in another leaf than before (see ``arrivals``). A leaf that
/// stays whole is not copied.
@usableFromInline
struct LeafRewrite<Item> {
  @usableFromInline typealias Tree = ItemTree<Item>

  /// An item that is in a leaf in which it was not before.
  @usableFromInline
  struct Arrival {
    /// Its leaf, as an index into ``leaves``.
    @usableFromInline let leaf: Int
    @usableFromInline let offset: Int
    /// The leaf that it was in, as an index into ``old``; -1 if it is new.
    @usableFromInline let origin: Int

    @inlinable
    init(leaf: Int, offset: Int, origin: Int) { (self.leaf, self.offset, self.origin) = (leaf, offset, origin) }
  }

  /// Items side by side in ``buffer`` that come from one old leaf, or are new (-1).
  @usableFromInline
  struct Run {
    @usableFromInline let origin: Int
    @usableFromInline var count: Int

    @inlinable
    init(origin: Int, count: Int) { (self.origin, self.count) = (origin, count) }
  }

  @usableFromInline let range: Range<Int>
  @usableFromInline var tree: Tree
  @usableFromInline let first: Tree.Position?
  @usableFromInline var last: Tree.Position?
  /// The old leaves that are rewritten: all that `range` touches.
  @usableFromInline var old: ContiguousArray<Tree.Leaf> = []
  /// The offsets of their first items in the section.
  @usableFromInline var starts: ContiguousArray<Int> = []
  /// Whether a new leaf has taken the old one's name.
  @usableFromInline var isTaken: ContiguousArray<Bool> = []
  /// For each item of the old leaves, whether it stays.
  @usableFromInline var isKept: ContiguousArray<Bool> = []
  /// The old leaf of the item that was kept last.
  @usableFromInline var lastKept = -2

  /// The new leaves. One that took no old leaf's name has ``unnamed``.
  @usableFromInline var leaves: ContiguousArray<Tree.Leaf> = []
  @usableFromInline var arrivals: ContiguousArray<Arrival> = []
  @usableFromInline var buffer: ContiguousArray<Item> = []
  /// The hashes of the ids in ``buffer``.
  @usableFromInline var hashes: ContiguousArray<UInt32> = []
  @usableFromInline var runs: ContiguousArray<Run> = []

  @usableFromInline static var unnamed: UInt32 { .max }
  /// Up to how many items it takes less time to copy them one by one than to make a slice of them.
  @usableFromInline static var shortRun: Int { 16 }

  /// Begins to rewrite the items in `range`.
  @inlinable
  init(_ tree: consuming Tree, _ range: Range<Int>) {
    self.range = range
    first = tree.count == 0 ? nil : tree.position(of: min(range.lowerBound, tree.count - 1))
    last = tree.count == 0 ? nil : tree.position(of: max(min(range.lowerBound, tree.count - 1), range.upperBound - 1))
    self.tree = tree
    let room = min(range.count + 2 * Tree.leafWidth, 3 * Tree.leafWidth)
    buffer.reserveCapacity(room)
    hashes.reserveCapacity(room)
    var position = first
    while let next = position {
      addOldLeaf(at: next)
      position = next == last ? nil : self.tree.position(after: next)
    }
    if let start = starts.first, start < range.lowerBound { keep(start..<range.lowerBound) }
  }

  @inlinable
  mutating func addOldLeaf(at position: Tree.Position) {
    let leaf = tree[position]
    old.append(leaf)
    starts.append(tree.start(of: position))
    isTaken.append(false)
    isKept.append(contentsOf: repeatElement(false, count: leaf.items.count))
  }

  /// Takes in items that the section holds already.
  ///
  /// - Parameters:
  ///   - range: Their offsets before the edit.
  ///   - contents: What takes their place, with the same ids; nil to leave the items as they are.
  @inlinable
  mutating func keep(_ range: Range<Int>, as contents: ContiguousArray<Item>.SubSequence? = nil) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let leaf = indexOfOldLeaf(containing: offset)
      let start = starts[leaf]
      let end = min(range.upperBound, start + old[leaf].items.count)
      for offset in offset..<end { isKept[offset - starts[0]] = true }
      // Where old leaves meet the new ones do, too, so that most items stay in their leaves.
      if buffer.count >= Tree.leafWidth / 2, abs(leaf - lastKept) == 1 { makeLeaf(of: buffer.count) }
      lastKept = leaf
      let slice = contents.map { contents in
        contents[contents.startIndex + offset - range.lowerBound..<contents.startIndex + end - range.lowerBound]
      }
      if buffer.isEmpty, end - offset == old[leaf].items.count, end - offset >= Tree.leafWidth / 2, !isTaken[leaf] {
        leaves.append(old[leaf])
        if let slice { leaves[leaves.count - 1].items = ContiguousArray(slice) }
        isTaken[leaf] = true
      } else {
        if slice == nil, end - offset < Self.shortRun {
          for place in offset - start..<end - start {
            buffer.append(old[leaf].items[place])
            hashes.append(old[leaf].hashes[place])
          }
        } else {
          buffer += slice ?? old[leaf].items[offset - start..<end - start]
          hashes += old[leaf].hashes[offset - start..<end - start]
        }
        add(Run(origin: leaf, count: end - offset))
      }
      offset = end
    }
  }

  /// Takes in an item that the section does not hold, with its id's hash.
  @inlinable
  mutating func insert(_ item: Item, hash: UInt32) {
    buffer.append(item)
    hashes.append(hash)
    add(Run(origin: -1, count: 1))
  }

  /// Takes in what follows `range` in its last leaf, and makes the last of the new leaves.
  @inlinable
  mutating func finish() {
    if let start = starts.last, start + old[old.count - 1].items.count > range.upperBound {
      keep(range.upperBound..<start + old[old.count - 1].items.count)
    }
    // A leaf that would be too short takes its neighbour in. Only the section's last one may be short.
    if !buffer.isEmpty, buffer.count < Tree.leafWidth / 2, let end = last, let next = tree.position(after: end) {
      addOldLeaf(at: next)
      last = next
      keep(starts[starts.count - 1]..<starts[starts.count - 1] + old[old.count - 1].items.count)
    }
    if !buffer.isEmpty { makeLeaf(of: buffer.count) }
  }

  /// Puts the new leaves into the place of the old ones.
  ///
  /// - Returns: The branches whose leaves are new or in new positions.
  @inlinable
  mutating func replaceLeaves() -> Range<Int> {
    guard let first, let last else {
      tree = ItemTree(leaves)
      return tree.branches.indices
    }
    return tree.replaceLeaves(from: first, through: last, with: leaves)
  }

  @inlinable
  func indexOfOldLeaf(containing offset: Int) -> Int {
    for guess in lastKept...lastKept + 1 where old.indices.contains(guess) {
      if starts[guess] <= offset, offset < starts[guess] + old[guess].items.count { return guess }
    }
    var (low, high) = (0, old.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  @inlinable
  mutating func add(_ run: Run) {
    if let last = runs.last, last.origin == run.origin {
      runs[runs.count - 1].count += run.count
    } else {
      runs.append(run)
    }
    while buffer.count >= 2 * Tree.leafWidth { makeLeaf(of: Tree.leafWidth) }
  }

  /// Makes a leaf of the first items in the buffer.
  @inlinable
  mutating func makeLeaf(of count: Int) {
    var (namesake, longest, rest) = (-1, 0, count)
    for run in runs where rest > 0 {
      let length = min(run.count, rest)
      if run.origin >= 0, length > longest, !isTaken[run.origin] { (namesake, longest) = (run.origin, length) }
      rest -= length
    }
    var (offset, used) = (0, 0)
    while offset < count {
      let length = min(runs[used].count, count - offset)
      if runs[used].origin != namesake || namesake < 0 {
        for offset in offset..<offset + length {
          arrivals.append(Arrival(leaf: leaves.count, offset: offset, origin: runs[used].origin))
        }
      }
      offset += length
      runs[used].count -= length
      if runs[used].count == 0 { used += 1 }
    }
    runs.removeFirst(used)
    leaves.append(
      Tree.Leaf(
        Self.take(count, of: &buffer), hashes: Self.take(count, of: &hashes),
        named: namesake < 0 ? Self.unnamed : old[namesake].name))
    if namesake >= 0 { isTaken[namesake] = true }
  }

  /// Takes the first elements out, as an array of their own: one made of a whole slice would share the buffer and its room.
  @inlinable
  static func take<Element>(_ count: Int, of buffer: inout ContiguousArray<Element>) -> ContiguousArray<Element> {
    var taken: ContiguousArray<Element> = []
    taken.reserveCapacity(count)
    taken += buffer[..<count]
    if count == buffer.count { buffer.removeAll(keepingCapacity: true) } else { buffer.removeFirst(count) }
    return taken
  }
}
