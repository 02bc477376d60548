extension Range<Int> {
  /// Returns the first number for which a condition holds, which holds for all behind it; the upper bound if it holds for none.
  /// - Complexity: O(log *n*), where *n* is the number of numbers.
  package func partitioningIndex(where holds: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
