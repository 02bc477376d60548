/// The sections of a list, in order. Each has a slot that it keeps wherever it stands, named by its key, and the order is one of
/// keys.
///
/// So a section that comes, goes or moves shifts four bytes for each one behind it, and an edit beside a reader copies a chunk
/// of slots and the list of chunks instead of all sections.
@usableFromInline
struct SectionTable<Content> {
  /// How many slots a chunk has, as a power of two: about as many as chunks where there are thousands of sections.
  @usableFromInline static var chunkBits: UInt32 { 6 }
  @usableFromInline static var gone: Int32 { -1 }

  /// By key. The slot of a removed section keeps what is left of it until its key is used again: to read a slot that may be
  /// empty would copy it, and the questions of each cell go through here.
  @usableFromInline var chunks: ContiguousArray<ContiguousArray<Content>> = []
  /// By position.
  @usableFromInline var keys: ContiguousArray<UInt32> = []
  /// By key; ``gone`` for one that is free.
  @usableFromInline var positions: ContiguousArray<Int32> = []
  /// The keys of removed sections, to be used again, so that there are as many slots as there ever were sections.
  @usableFromInline var free: ContiguousArray<UInt32> = []

  @inlinable init() {}

  /// The position of the section with a key that is in use.
  @inlinable
  func position(of key: UInt32) -> Int { Int(positions[Int(key)]) }

  /// Puts a section into a slot. It has no position until its key is inserted.
  @inlinable
  mutating func add(_ make: (_ key: UInt32) -> Content) -> UInt32 {
    if let key = free.popLast() {
      chunks[Int(key >> Self.chunkBits)][Int(key & (1 << Self.chunkBits - 1))] = make(key)
      return key
    }
    let key = UInt32(positions.count)
    positions.append(Self.gone)
    if key & (1 << Self.chunkBits - 1) == 0 { chunks.append([]) }
    chunks[chunks.count - 1].append(make(key))
    return key
  }

  /// Gives sections that have been added their positions, from this one on.
  @inlinable
  mutating func insert(_ new: [UInt32], at position: Int) {
    keys.insert(contentsOf: new, at: position)
    setPositions(in: position..<keys.count)
  }

  /// Removes the sections at these positions, ascending, each once. They hold nothing any more.
  @inlinable
  mutating func remove(at gone: [Int]) {
    guard let first = gone.first else { return }
    for position in gone {
      let key = keys[position]
      positions[Int(key)] = Self.gone
      free.append(key)
    }
    if gone.count == 1 {
      keys.remove(at: first)
    } else {
      keys.removeAll { positions[Int($0)] == Self.gone }
    }
    setPositions(in: first..<keys.count)
  }

  @inlinable
  mutating func move(from old: Int, to new: Int) {
    keys.insert(keys.remove(at: old), at: new)
    setPositions(in: Swift.min(old, new)..<Swift.max(old, new) + 1)
  }

  /// Puts all sections into another order.
  @inlinable
  mutating func arrange(_ keys: [UInt32]) {
    precondition(keys.count == self.keys.count, "a section is missing")
    self.keys = ContiguousArray(keys)
    setPositions(in: keys.indices)
  }

  @inlinable
  mutating func setPositions(in range: Range<Int>) {
    for position in range { positions[Int(keys[position])] = Int32(truncatingIfNeeded: position) }
  }
}

extension SectionTable: RandomAccessCollection {
  @inlinable var startIndex: Int { 0 }
  @inlinable var endIndex: Int { keys.count }

  @inlinable
  subscript(position: Int) -> Content {
    @inline(__always) _read {
      let key = keys[position]
      yield chunks[Int(key >> Self.chunkBits)][Int(key & (1 << Self.chunkBits - 1))]
    }
    @inline(__always) _modify {
      let key = keys[position]
      yield &chunks[Int(key >> Self.chunkBits)][Int(key & (1 << Self.chunkBits - 1))]
    }
  }
}

extension SectionTable: Sendable where Content: Sendable {}
