/// Which of these places must move if the others are to ascend: the fewest, for what is left is a longest increasing
/// subsequence. Places are different; negative ones stand for nothing and are left out.
///
/// - Returns: indices into `places`, ascending.
/// - Complexity: n log n; linear as far as the places ascend already.
@usableFromInline
func indicesOutsideLongestIncreasingSubsequence(_ places: ContiguousArray<Int32>) -> [Int] {
  // `ends[k]` is where the subsequence of k + 1 places that ends lowest ends, `previous[i]` what comes before i in the
  // best one that ends there.
  var ends: ContiguousArray<Int32> = []
  var previous = ContiguousArray<Int32>(repeating: -1, count: places.count)
  var lastPlace: Int32 = -1
  var count = 0
  for (index, place) in places.enumerated() where place >= 0 {
    count += 1
    if place > lastPlace {
      previous[index] = ends.last ?? -1
      ends.append(Int32(truncatingIfNeeded: index))
      lastPlace = place
      continue
    }
    var (low, high) = (0, ends.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if places[Int(ends[middle])] < place { low = middle + 1 } else { high = middle }
    }
    if low > 0 { previous[index] = ends[low - 1] }
    ends[low] = Int32(truncatingIfNeeded: index)
    if low == ends.count - 1 { lastPlace = place }
  }
  if count == ends.count { return [] }
  var displaced: [Int] = []
  displaced.reserveCapacity(count - ends.count)
  var staying = ends.last ?? -1
  for index in places.indices.reversed() where places[index] >= 0 {
    if index == Int(staying) { staying = previous[index] } else { displaced.append(index) }
  }
  return displaced.reversed()
}
