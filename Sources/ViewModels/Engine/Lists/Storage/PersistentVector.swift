/// An array whose copies share what they have in common.
///
/// Appending costs the same at every length, also while a copy is held: it touches the last leaf and, once a leaf, the
/// path to it. An `Array` would copy everything. The shape is a radix tree of arrays: full leaves of ``leafWidth``
/// elements under inner nodes of ``innerWidth`` children, and a tail, the last leaf, outside the tree.
///
/// - Complexity: Append, read and replace are O(log *n*) to the base 32.
struct PersistentVector<Element> {
  /// A leaf or an inner node: one of the two arrays is empty. It is a struct of two arrays rather than an enum, because
  /// its parts can then be changed in place, and read without being retained.
  struct Node {
    var elements: ContiguousArray<Element>
    var children: ContiguousArray<Node>

    init(elements: ContiguousArray<Element> = [], children: ContiguousArray<Node> = []) {
      self.elements = elements
      self.children = children
    }
  }

  /// The leaf's width, as a power of two.
  static var leafBits: Int { 6 }
  static var innerBits: Int { 5 }
  static var leafWidth: Int { 1 << leafBits }
  static var innerWidth: Int { 1 << innerBits }

  /// The root's children. Its leaves are `height` steps down; every leaf in the tree is full.
  var root: ContiguousArray<Node> = []
  var height = 1
  /// The number of elements in the tree: a multiple of ``leafWidth``.
  var treeCount = 0
  /// The elements after the tree's. Empty only if the vector is.
  var tail: ContiguousArray<Element> = []

  init() {}

  init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  var count: Int { treeCount + tail.count }

  subscript(offset: Int) -> Element {
    precondition(offset >= 0 && offset < count, "offset out of range")
    if offset >= treeCount { return tail[offset - treeCount] }
    return Self.element(at: offset, in: root, height: height)
  }

  static func element(at offset: Int, in children: ContiguousArray<Node>, height: Int) -> Element {
    let index = childIndex(of: offset, height: height)
    if height == 1 { return children[index].elements[offset & (leafWidth - 1)] }
    return element(at: offset, in: children[index].children, height: height - 1)
  }

  static func childIndex(of offset: Int, height: Int) -> Int {
    (offset >> (leafBits + innerBits * (height - 1))) & (innerWidth - 1)
  }
}

extension PersistentVector: Sendable where Element: Sendable {}
extension PersistentVector.Node: Sendable where Element: Sendable {}

// MARK: - Changing

extension PersistentVector {
  mutating func append(_ element: Element) {
    if tail.count == Self.leafWidth {
      pushTail()
      tail.reserveCapacity(Self.leafWidth)
    }
    tail.append(element)
  }

  mutating func replace(at offset: Int, with element: Element) {
    precondition(offset >= 0 && offset < count, "offset out of range")
    if offset >= treeCount {
      tail[offset - treeCount] = element
    } else {
      Self.replace(at: offset, with: element, in: &root, height: height)
    }
  }

  mutating func pushTail() {
    if treeCount == Self.leafWidth << (Self.innerBits * height) {
      root = [Node(children: root)]
      height += 1
    }
    Self.push(tail, at: treeCount, into: &root, height: height)
    treeCount += Self.leafWidth
    tail = []
  }

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
