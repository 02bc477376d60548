/// An array whose copies share what they have in common.
///
/// Appending costs the same at every length, also while a copy is held: it touches the last leaf and, once a leaf, the
/// path to it. An `Array` would copy everything. The shape is a radix tree of arrays: full leaves of ``leafWidth``
/// elements (32, or 256 of a plain type) under inner nodes of ``innerWidth`` children, and a tail, the last leaf,
/// outside the tree. The count alone determines the shape, so two vectors can be compared leaf by leaf, and what they
/// share can be skipped.
///
/// - Complexity: Append, read and replace are O(log *n*) to the base 32: the depth is 4 at two million elements.
@usableFromInline
struct PersistentVector<Element> {
  /// A leaf or an inner node: one of the two arrays is empty. It is a struct of two arrays rather than an enum, because
  /// its parts can then be changed in place, and read without being retained.
  @usableFromInline
  struct Node {
    @usableFromInline var elements: ContiguousArray<Element>
    @usableFromInline var children: ContiguousArray<Node>

    @inlinable
    init(elements: ContiguousArray<Element> = [], children: ContiguousArray<Node> = []) {
      self.elements = elements
      self.children = children
    }
  }

  /// The leaf's width, as a power of two. Elements without references are copied and compared as bytes, so their leaves
  /// may be wide. Other leaves are short: an append while a copy is held copies the last one, and retains its elements.
  @usableFromInline static var leafBits: Int { _isPOD(Element.self) ? 8 : 5 }
  @usableFromInline static var innerBits: Int { 5 }
  @usableFromInline static var leafWidth: Int { 1 << leafBits }
  @usableFromInline static var innerWidth: Int { 1 << innerBits }

  /// The root's children. Its leaves are `height` steps down; every leaf in the tree is full.
  @usableFromInline var root: ContiguousArray<Node> = []
  @usableFromInline var height = 1
  /// The number of elements in the tree: a multiple of ``leafWidth``.
  @usableFromInline var treeCount = 0
  /// The elements after the tree's. Empty only if the vector is.
  @usableFromInline var tail: ContiguousArray<Element> = []

  @inlinable init() {}

  @inlinable
  init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  @inlinable var count: Int { treeCount + tail.count }

  @inlinable
  subscript(offset: Int) -> Element {
    precondition(offset >= 0 && offset < count, "offset out of range")
    if offset >= treeCount { return tail[offset - treeCount] }
    return Self.element(at: offset, in: root, height: height)
  }

  /// Returns the leaf that holds the element at `offset`, and the offset of the leaf's first element.
  @inlinable
  func leaf(containing offset: Int) -> (elements: ContiguousArray<Element>, start: Int) {
    if offset >= treeCount { return (tail, treeCount) }
    let start = offset & ~(Self.leafWidth - 1)
    return (Self.leaf(at: offset, in: root, height: height), start)
  }

  @inlinable
  static func element(at offset: Int, in children: ContiguousArray<Node>, height: Int) -> Element {
    let index = childIndex(of: offset, height: height)
    if height == 1 { return children[index].elements[offset & (leafWidth - 1)] }
    return element(at: offset, in: children[index].children, height: height - 1)
  }

  @inlinable
  static func leaf(at offset: Int, in children: ContiguousArray<Node>, height: Int) -> ContiguousArray<Element> {
    let index = childIndex(of: offset, height: height)
    if height == 1 { return children[index].elements }
    return leaf(at: offset, in: children[index].children, height: height - 1)
  }

  @inlinable
  static func childIndex(of offset: Int, height: Int) -> Int {
    (offset >> (leafBits + innerBits * (height - 1))) & (innerWidth - 1)
  }
}

extension PersistentVector: Sendable where Element: Sendable {}
extension PersistentVector.Node: Sendable where Element: Sendable {}

// MARK: - Changing

extension PersistentVector {
  @inlinable
  mutating func append(_ element: Element) {
    if tail.count == Self.leafWidth {
      pushTail()
      tail.reserveCapacity(Self.leafWidth)
    }
    tail.append(element)
  }

  /// Appends a range of another vector, a leaf at a time.
  @inlinable
  mutating func append(_ range: Range<Int>, of other: PersistentVector) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      if tail.count == Self.leafWidth { pushTail() }
      let (elements, start) = other.leaf(containing: offset)
      let end = min(start + elements.count, range.upperBound, offset + Self.leafWidth - tail.count)
      tail += elements[offset - start..<end - start]
      offset = end
    }
  }

  @inlinable
  mutating func replace(at offset: Int, with element: Element) {
    precondition(offset >= 0 && offset < count, "offset out of range")
    if offset >= treeCount {
      tail[offset - treeCount] = element
    } else {
      Self.replace(at: offset, with: element, in: &root, height: height)
    }
  }

  /// Removes the elements from offset `newCount` on.
  @inlinable
  mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count, "count out of range")
    if newCount == 0 {
      self = PersistentVector()
    } else if newCount > treeCount {
      tail.removeLast(count - newCount)
    } else {
      // The leaf of the last remaining element becomes the tail, since the tail must not be empty.
      let (elements, start) = leaf(containing: newCount - 1)
      tail = elements
      tail.removeLast(elements.count - (newCount - start))
      treeCount = start
      if start == 0 {
        root = []
        height = 1
      } else {
        Self.trim(&root, toHold: start, height: height)
        while height > 1, root.count == 1 {
          root = root[0].children
          height -= 1
        }
      }
    }
  }

  @inlinable
  mutating func pushTail() {
    if treeCount == Self.leafWidth << (Self.innerBits * height) {
      root = [Node(children: root)]
      height += 1
    }
    Self.push(tail, at: treeCount, into: &root, height: height)
    treeCount += Self.leafWidth
    tail = []
  }

  @inlinable
  static func push(
    _ leaf: ContiguousArray<Element>, at offset: Int, into children: inout ContiguousArray<Node>, height: Int
  ) {
    if height == 1 {
      children.append(Node(elements: leaf))
      return
    }
    let index = childIndex(of: offset, height: height)
    if index == children.count { children.append(Node()) }
    push(leaf, at: offset, into: &children[index].children, height: height - 1)
  }

  @inlinable
  static func replace(
    at offset: Int, with element: Element, in children: inout ContiguousArray<Node>, height: Int
  ) {
    let index = childIndex(of: offset, height: height)
    if height == 1 {
      children[index].elements[offset & (leafWidth - 1)] = element
    } else {
      replace(at: offset, with: element, in: &children[index].children, height: height - 1)
    }
  }

  @inlinable
  static func trim(_ children: inout ContiguousArray<Node>, toHold count: Int, height: Int) {
    let width = leafWidth << (innerBits * (height - 1))
    let kept = (count + width - 1) / width
    children.removeLast(children.count - kept)
    if height > 1 {
      trim(&children[kept - 1].children, toHold: count - (kept - 1) * width, height: height - 1)
    }
  }
}

// MARK: - Comparing

extension PersistentVector {
  /// Visits, in order, the pairs of leaves at the same offset that are not the same storage, until `body` returns
  /// false. What the two vectors share is skipped, whole subtrees at a time.
  @inlinable
  func forEachLeafNotShared(
    with other: PersistentVector,
    _ body: (_ start: Int, _ mine: ContiguousArray<Element>, _ theirs: ContiguousArray<Element>) -> Bool
  ) {
    let inBothTrees = min(treeCount, other.treeCount)
    if inBothTrees > 0 {
      var (mine, theirs) = (root, other.root)
      for _ in 0..<max(0, height - other.height) { mine = mine[0].children }
      for _ in 0..<max(0, other.height - height) { theirs = theirs[0].children }
      let shallContinue = Self.forEachLeafNotShared(
        mine, theirs, start: 0, end: inBothTrees, height: min(height, other.height), body)
      if !shallContinue { return }
    }
    // The shorter vector's tail is compared with a leaf or the tail of the other.
    guard min(count, other.count) > inBothTrees else { return }
    let (mine, theirs) = (leaf(containing: inBothTrees).elements, other.leaf(containing: inBothTrees).elements)
    if !Self.isSameStorage(mine, theirs) { _ = body(inBothTrees, mine, theirs) }
  }

  @inlinable
  static func forEachLeafNotShared(
    _ mine: ContiguousArray<Node>, _ theirs: ContiguousArray<Node>, start: Int, end: Int, height: Int,
    _ body: (Int, ContiguousArray<Element>, ContiguousArray<Element>) -> Bool
  ) -> Bool {
    if isSameStorage(mine, theirs) { return true }
    let width = leafWidth << (innerBits * (height - 1))
    var start = start
    for index in 0..<min(mine.count, theirs.count) where start < end {
      // The parts are not bound to names: that would retain them, which costs as much as comparing a leaf.
      if height > 1 {
        let shallContinue = forEachLeafNotShared(
          mine[index].children, theirs[index].children, start: start, end: end, height: height - 1, body)
        if !shallContinue { return false }
      } else if !isSameStorage(mine[index].elements, theirs[index].elements),
        !body(start, mine[index].elements, theirs[index].elements)
      {
        return false
      }
      start += width
    }
    return true
  }

  @inlinable
  static func isSameStorage<T>(_ a: ContiguousArray<T>, _ b: ContiguousArray<T>) -> Bool {
    a.count == b.count
      && a.withUnsafeBufferPointer { a in b.withUnsafeBufferPointer { b in a.baseAddress == b.baseAddress } }
  }
}

extension PersistentVector: Equatable where Element: Equatable {
  @inlinable
  static func == (first: PersistentVector, second: PersistentVector) -> Bool {
    guard first.count == second.count else { return false }
    var isEqual = true
    first.forEachLeafNotShared(with: second) { _, mine, theirs in
      isEqual = mine == theirs
      return isEqual
    }
    return isEqual
  }
}

// MARK: - Invariants

extension PersistentVector {
  /// Checks the shape, for tests and debug builds.
  func checkInvariants() {
    precondition(tail.count <= Self.leafWidth && (!tail.isEmpty || treeCount == 0))
    precondition(treeCount % Self.leafWidth == 0)
    precondition(height == 1 || treeCount > Self.leafWidth << (Self.innerBits * (height - 1)))
    precondition(Self.checkedCount(root, height: height) == treeCount)
  }

  private static func checkedCount(_ children: ContiguousArray<Node>, height: Int) -> Int {
    precondition(children.count <= innerWidth)
    return children.enumerated().reduce(0) { sum, child in
      if height == 1 {
        precondition(child.element.elements.count == leafWidth && child.element.children.isEmpty)
        return sum + leafWidth
      }
      let count = checkedCount(child.element.children, height: height - 1)
      let isLast = child.offset == children.count - 1
      precondition(child.element.elements.isEmpty && (isLast || count == leafWidth << (innerBits * (height - 1))))
      return sum + count
    }
  }
}
