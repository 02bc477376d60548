/// The names of a list's leaves, and where each leaf is.
///
/// - Complexity: O(1), amortized; the first change of a copy copies the places.
@usableFromInline
struct LeafNames: Sendable {
  /// The key of a section, and a leaf's position in it.
  @usableFromInline
  struct Place: Sendable {
    @usableFromInline let section: UInt32
    /// The positions of the branch and of the leaf in it.
    @usableFromInline let bits: UInt32

    @inlinable
    init(section: UInt32, branch: Int, leaf: Int) {
      self.section = section
      bits = UInt32(branch) << 8 | UInt32(leaf)  // a branch has at most 128 leaves
    }

    @inlinable var branch: Int { Int(bits >> 8) }
    @inlinable var leaf: Int { Int(bits & 0xFF) }
  }

  /// Eight bytes a leaf: 25 KB for 100,000 items, copied by the first edit beside a reader.
  @usableFromInline var places: ContiguousArray<Place> = []
  /// Names of leaves that have gone, to be used again, so that names stay small.
  private var free: ContiguousArray<UInt32> = []

  @usableFromInline init() {}

  /// How many leaves have a name.
  var count: Int { places.count - free.count }

  /// The name that ``assign(to:)`` returns next.
  @usableFromInline var next: UInt32 { free.last ?? UInt32(places.count) }

  /// Names the leaf at this place.
  @usableFromInline
  mutating func assign(to place: Place) -> UInt32 {
    if let name = free.popLast() {
      places[Int(name)] = place
      return name
    }
    places.append(place)
    return UInt32(places.count - 1)
  }

  /// Makes the name of a leaf that has gone free for another.
  @usableFromInline
  mutating func release(_ name: UInt32) { free.append(name) }

  @inlinable
  subscript(name: UInt32) -> Place {
    get { places[Int(name)] }
    set { places[Int(name)] = newValue }
  }
}
