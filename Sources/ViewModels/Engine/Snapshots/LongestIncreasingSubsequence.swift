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
