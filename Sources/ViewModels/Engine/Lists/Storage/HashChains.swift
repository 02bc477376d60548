/// Tells which of some things have equal hashes: places, counted from 0, in chains by hash. The caller keeps the things, and
/// tells those apart that only share a hash.
@usableFromInline
struct HashChains {
  @usableFromInline static var end: Int32 { -1 }

  /// The place that was added last to each chain; as many as a power of two.
  @usableFromInline var heads: ContiguousArray<Int32>
  @usableFromInline var links: ContiguousArray<Link> = []

  /// A place's hash, and the place that was added to its chain before it.
  @usableFromInline
  struct Link {
    @usableFromInline var next: Int32
    @usableFromInline let hash: UInt32

    @inlinable
    init(next: Int32, hash: UInt32) { (self.next, self.hash) = (next, hash) }
  }

  /// - Parameter capacity: How many places there will be.
  @inlinable
  init(capacity: Int) {
    let width = 1 << (Int.bitWidth - max(capacity, 1).leadingZeroBitCount)
    heads = ContiguousArray(repeating: Self.end, count: width)
    links.reserveCapacity(capacity)
  }

  @inlinable
  func chain(of hash: UInt32) -> Int { Int(truncatingIfNeeded: hash) & (heads.count - 1) }

  /// Adds the next place.
  @inlinable
  mutating func add(_ hash: UInt32) {
    let chain = chain(of: hash)
    links.append(Link(next: heads[chain], hash: hash))
    heads[chain] = Int32(truncatingIfNeeded: links.count - 1)
  }

  /// Returns the place with this hash that was added last, of those that `isMatch` accepts.
  @inlinable
  func last(_ hash: UInt32, where isMatch: (Int) -> Bool) -> Int? {
    var place = heads[chain(of: hash)]
    while place != Self.end {
      if links[Int(place)].hash == hash, isMatch(Int(place)) { return Int(place) }
      place = links[Int(place)].next
    }
    return nil
  }

  /// Takes that place out of its chain.
  @inlinable
  mutating func takeLast(_ hash: UInt32, where isMatch: (Int) -> Bool) -> Int? {
    let chain = chain(of: hash)
    var (before, place) = (Self.end, heads[chain])
    while place != Self.end {
      if links[Int(place)].hash == hash, isMatch(Int(place)) {
        if before == Self.end {
          heads[chain] = links[Int(place)].next
        } else {
          links[Int(before)].next = links[Int(place)].next
        }
        return Int(place)
      }
      (before, place) = (place, links[Int(place)].next)
    }
    return nil
  }
}
