/// Returns the fewest items to move so that the offsets of the others ascend: those outside a longest increasing
/// subsequence.
///
/// - Parameter offsets: Distinct offsets. Negative values are left out.
/// - Returns: Indices into `offsets`, ascending.
/// - Complexity: O(*n* log *n*), where *n* is the number of offsets; O(*n*) if they ascend.
@usableFromInline
func indicesOutsideLongestIncreasingSubsequence(_ offsets: ContiguousArray<Int32>) -> [Int] {
  // Of the subsequences of length k + 1, `ends[k]` is the index at which the one with the lowest last offset ends.
  // `previous[i]` is the index before i in the best subsequence that ends at i.
  var ends: ContiguousArray<Int32> = []
  ends.reserveCapacity(offsets.count)
  var previous = ContiguousArray<Int32>(repeating: -1, count: offsets.count)
  var lastOffset: Int32 = -1
  var count = 0
  for (index, offset) in offsets.enumerated() where offset >= 0 {
    count += 1
    if offset > lastOffset {
      previous[index] = ends.last ?? -1
      ends.append(Int32(truncatingIfNeeded: index))
      lastOffset = offset
      continue
    }
    var (low, high) = (0, ends.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if offsets[Int(ends[middle])] < offset { low = middle + 1 } else { high = middle }
    }
    if low > 0 { previous[index] = ends[low - 1] }
    ends[low] = Int32(truncatingIfNeeded: index)
    if low == ends.count - 1 { lastOffset = offset }
  }
  if count == ends.count { return [] }
  var moving: [Int] = []
  moving.reserveCapacity(count - ends.count)
  var staying = ends.last ?? -1
  for index in offsets.indices.reversed() where offsets[index] >= 0 {
    if index == Int(staying) { staying = previous[index] } else { moving.append(index) }
  }
  return moving.reversed()
}

/// Returns the fewest positions to move so that the others ascend, and of several such sets one that contains the fewest
/// preferred positions.
///
/// - Parameters:
///   - positions: Distinct positions, none of them negative.
///   - isPreferred: Returns whether the position at an index should not move.
/// - Returns: Indices into `positions`, ascending.
/// - Complexity: O(*n* log *n*), where *n* is the number of positions.
@usableFromInline
func indicesOutsideLongestIncreasingSubsequence(
  _ positions: ContiguousArray<Int32>, preferring isPreferred: (Int) -> Bool
) -> [Int] {
  let moving = indicesOutsideLongestIncreasingSubsequence(positions)
  guard moving.contains(where: isPreferred) else { return moving }
  // Of the subsequences that end at an index: the best one's length, and how many of it are preferred in the lower half.
  var scores = ContiguousArray<Int64>(repeating: 0, count: positions.count)
  var previous = ContiguousArray(repeating: -1, count: positions.count)
  // A Fenwick tree over the positions: of a stretch of them, the index with the highest score.
  let width = Int(positions.max() ?? -1) + 1
  var tree = ContiguousArray(repeating: -1, count: width)
  var last = -1
  for (index, position) in positions.enumerated() {
    var best = -1
    var node = Int(position)
    while node > 0 {
      if tree[node] >= 0, best < 0 || scores[tree[node]] > scores[best] { best = tree[node] }
      node -= node & -node
    }
    previous[index] = best
    scores[index] = (best < 0 ? 0 : scores[best]) + (1 << 32) + (isPreferred(index) ? 1 : 0)
    node = Int(position) + 1
    while node < width {
      if tree[node] < 0 || scores[index] > scores[tree[node]] { tree[node] = index }
      node += node & -node
    }
    if last < 0 || scores[index] > scores[last] { last = index }
  }
  var stays = ContiguousArray(repeating: false, count: positions.count)
  while last >= 0 {
    stays[last] = true
    last = previous[last]
  }
  return positions.indices.filter { !stays[$0] }
}
