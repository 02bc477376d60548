extension ItemTree {
  /// Checks the shape, for tests and debug builds.
  func checkInvariants() {
    var offset = 0
    for (index, branch) in branches.enumerated() {
      let isLast = index == branches.count - 1
      precondition(branch.start == offset && !branch.leaves.isEmpty && branch.leaves.count <= 2 * Self.branchWidth)
      precondition(isLast || branch.leaves.count >= Self.branchWidth / 2, "a branch is too short")
      for (index, leaf) in branch.leaves.enumerated() {
        precondition(offset == branch.start + Int(leaf.start) && !leaf.items.isEmpty)
        precondition(leaf.items.count <= 2 * Self.leafWidth, "a leaf is too long")
        precondition(leaf.hashes.count == leaf.items.count, "a hash is missing")
        let isLastLeaf = isLast && index == branch.leaves.count - 1
        precondition(isLastLeaf || leaf.items.count >= Self.leafWidth / 2, "a leaf is too short")
        offset += leaf.items.count
      }
    }
    precondition(offset == count)
  }
}
