// What all edits of a section come down to: a stretch of it is written anew, and the index is told.

extension SectionedList {
  @inlinable
  mutating func insertNew(_ items: [Item], at offset: Int, inSectionAt position: Int) {
    precondition(offset >= 0 && offset <= contents[position].items.count, "offset out of range")
    guard !items.isEmpty else { return }
    // One item mostly finds room in its leaf, and a loop of single edits should not pay for more.
    if items.count == 1 {
      let hash = ItemIndex.hash(items[0].id)
      if let place = contents[position].items.insert(items[0], hash: hash, at: offset) {
        index.insert(
          hash: hash &+ salt(of: contents[position].key), at: ItemLocation(leaf: place.leaf, hint: place.offset))
        return checkInvariants(touching: position)
      }
    }
    rewrite(sectionAt: position, offset..<offset) { rewrite in
      for item in items { rewrite.insert(item, hash: ItemIndex.hash(item.id)) }
    }
  }

  /// - Parameter offsets: The offsets of the items to remove, ascending; repeats are allowed.
  @inlinable
  mutating func removeItems(at offsets: [Int], inSectionAt position: Int) {
    // Each stretch of neighbours is rewritten alone, the last first, so that the offsets of the others stay true.
    var end = offsets.count
    while end > 0 {
      var start = end - 1
      while start > 0, offsets[end - 1] - offsets[start - 1] < ItemTree<Item>.leafWidth { start -= 1 }
      let stretch = offsets[start]..<offsets[end - 1] + 1
      if stretch.count == 1, let removed = contents[position].items.remove(at: stretch.lowerBound) {
        index.remove(hash: removed.hash &+ salt(of: contents[position].key), in: removed.leaf)
        end = start
        continue
      }
      rewrite(sectionAt: position, stretch) { rewrite in
        for index in start..<end - 1 {
          rewrite.keep(min(offsets[index] + 1, offsets[index + 1])..<offsets[index + 1])
        }
      }
      end = start
    }
  }

  @inlinable
  mutating func removeAllItems(inSectionAt position: Int) {
    let items = contents[position].items
    guard items.count > 0 else { return }
    contents[position].items = ItemTree()
    if index.count == items.count { return (index, names) = (ItemIndex(), LeafNames()) }
    // Whichever costs less: taking out what goes, or indexing again what stays.
    if index.count + contents.count < 2 * items.count { return makeIndex() }
    let salt = salt(of: contents[position].key)
    for branch in items.branches {
      for leaf in branch.leaves {
        for hash in leaf.hashes { index.remove(hash: hash &+ salt, in: leaf.name) }
        names.release(leaf.name)
      }
    }
  }

  /// Makes the index from what the sections hold.
  @inlinable
  mutating func makeIndex() {
    (index, names) = (ItemIndex(), LeafNames())
    for position in contents.indices {
      let old = contents[position].items
      contents[position].items = ItemTree()
      for branch in old.branches {
        for leaf in branch.leaves {
          for (item, hash) in zip(leaf.items, leaf.hashes) {
            let location = Self.nextLocation(in: contents[position].items, names)
            index.insert(hash: hash &+ salt(of: contents[position].key), at: location)
            Self.append(item, hash: hash, to: &contents[position], &names)
          }
        }
      }
    }
  }

  /// Rewrites a stretch of a section. All edits go through here, so that items and index can't disagree.
  ///
  /// - Parameter body: Gives, in order, what stands in the stretch afterwards. Items that it leaves out are removed.
  @inlinable
  mutating func rewrite(sectionAt position: Int, _ range: Range<Int>, _ body: (inout LeafRewrite<Item>) -> Void) {
    // The tree is taken out meanwhile, so that it can be changed in place.
    var tree = ItemTree<Item>()
    swap(&tree, &contents[position].items)
    var rewrite = LeafRewrite(consume tree, range)
    body(&rewrite)
    rewrite.finish()
    take(&rewrite, inSectionAt: position)
    swap(&rewrite.tree, &contents[position].items)
    checkInvariants(touching: position)
  }

  /// Tells the index what a rewrite changed, and puts the new leaves into the tree.
  @inlinable
  mutating func take(_ rewrite: inout LeafRewrite<Item>, inSectionAt position: Int) {
    let key = contents[position].key
    let salt = salt(of: key)
    var place = 0
    for leaf in rewrite.old {
      for hash in leaf.hashes {
        if !rewrite.isKept[place] { index.remove(hash: hash &+ salt, in: leaf.name) }
        place += 1
      }
    }
    for leaf in rewrite.leaves.indices where rewrite.leaves[leaf].name == LeafRewrite<Item>.unnamed {
      let name = names.assign(to: .init(section: key, branch: 0, leaf: 0))  // until it has a position
      rewrite.leaves[leaf].name = name
    }
    for arrival in rewrite.arrivals {
      let location = ItemLocation(leaf: rewrite.leaves[arrival.leaf].name, hint: arrival.offset)
      let hash = rewrite.leaves[arrival.leaf].hashes[arrival.offset] &+ salt
      if arrival.origin < 0 {
        index.insert(hash: hash, at: location)
      } else {
        index.move(hash: hash, from: rewrite.old[arrival.origin].name, to: location)
      }
    }
    for leaf in rewrite.old.indices where !rewrite.isTaken[leaf] { names.release(rewrite.old[leaf].name) }
    rewrite.old = []
    for branch in rewrite.replaceLeaves() {
      for leaf in rewrite.tree.branches[branch].leaves.indices {
        names[rewrite.tree.branches[branch].leaves[leaf].name] = .init(section: key, branch: branch, leaf: leaf)
      }
    }
  }
}
