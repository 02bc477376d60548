import Testing

@testable import ListEngine

@Suite("Comparing the items of two trees")
struct ItemTreeComparingTests {
  typealias Tree = ItemTree<Int>

  /// A branch with leaves of these lengths, whose items count from `first`.
  private func branch(_ lengths: [Int], from first: Int) -> Tree.Branch {
    var (leaves, next) = (ContiguousArray<Tree.Leaf>(), first)
    for length in lengths {
      leaves.append(Tree.Leaf(ContiguousArray(next..<next + length), hashes: [], named: 0))
      next += length
    }
    return Tree(leaves).branches[0]
  }

  /// A tree that shares the leaves of these branches.
  private func tree(_ branches: [Tree.Branch]) -> Tree {
    var tree = Tree()
    for branch in branches {
      var branch = branch
      branch.start = tree.count
      tree.branches.append(branch)
      tree.count += Tree.count(of: branch)
    }
    return tree
  }

  private func items(_ tree: Tree) -> [Int] { tree.branches.flatMap { $0.leaves.flatMap { Array($0.items) } } }

  @Test(
    "all is visited, in order, where leaves end at different offsets, and what both share stands at different ones",
    arguments: [[32], [10], [64], [20, 20], [32, 32, 32]])
  func stretches(lengths: [Int]) {
    let (other, shared) = (branch(lengths, from: 1_000), branch([32, 32], from: 0))
    let (first, second) = (tree([other, shared]), tree([shared, other]))
    for (mine, theirs) in [(first, second), (second, first)] {
      var (visitedMine, visitedTheirs): ([Int], [Int]) = ([], [])
      var isInOrder = true
      mine.forEachStretchNotShared(with: theirs) { start, mine, theirs in
        isInOrder = isInOrder && start == visitedMine.count && mine.count == theirs.count
        visitedMine += mine
        visitedTheirs += theirs
        return isInOrder
      }
      #expect(isInOrder && visitedMine == items(mine) && visitedTheirs == items(theirs))
      #expect(mine != theirs)
    }
  }

  @Test("of a copy with one other item, the leaf that holds it is visited, and no other")
  func sharedLeaves() {
    let old = tree([branch([32, 32, 32, 32], from: 0), branch([32, 32], from: 128)])
    var new = old
    new.replace(at: 40, with: -1)
    var visited: [Int] = []
    new.forEachStretchNotShared(with: old) { start, mine, _ in
      visited += [start, mine.count]
      return true
    }
    #expect(visited == [32, 32])
  }

  @Test("bytes are compared for types without references; for others it has to be the same storage")
  func bytes() {
    final class Object {}
    func areSame<Item>(_ one: ContiguousArray<Item>, _ other: ContiguousArray<Item>) -> Bool {
      ItemTree<Item>.hasSameBytes(one[...], other[...])
    }
    let numbers = ContiguousArray(0..<100)
    #expect(areSame(numbers, ContiguousArray(0..<100)) && !areSame(numbers, ContiguousArray(1..<101)))
    let object = Object()
    let objects = ContiguousArray(repeating: object, count: 2)
    #expect(areSame(objects, objects) && !areSame(objects, ContiguousArray(repeating: object, count: 2)))
  }
}
