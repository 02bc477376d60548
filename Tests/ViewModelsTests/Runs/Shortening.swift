/// Finds a short run that fails.
enum Shortening {
  /// Takes out chunks of a list, large ones first, then single elements, as long as what is left still fails.
  ///
  /// What is left need not fail in the same way: each run that the laws do not allow is worth to be looked at, and the
  /// shortest is seen through first.
  /// - Parameters:
  ///   - budget: How often `fails` may be asked.
  ///   - fails: Whether this list fails.
  @MainActor
  static func shortest<Element>(
    _ elements: [Element], budget: Int, fails: @MainActor ([Element]) async -> Bool
  ) async -> [Element] {
    var (rest, left) = (elements, budget)
    var size = max(1, rest.count / 2)
    while left > 0 {
      var (start, isShorter) = (0, false)
      while start < rest.count, left > 0 {
        var shorter = rest
        shorter.removeSubrange(start..<min(start + size, rest.count))
        left -= 1
        if await fails(shorter) { (rest, isShorter) = (shorter, true) } else { start += size }
      }
      if size == 1, !isShorter { break }
      size = max(1, size / 2)
    }
    return rest
  }
}
