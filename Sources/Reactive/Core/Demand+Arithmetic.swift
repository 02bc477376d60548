extension Subscribers.Demand {
  /// The sum; unlimited if either is, or if it is too large to count.
  @inlinable
  public static func + (lhs: Self, rhs: Self) -> Self {
    // Two counts of at most Int.max cannot overflow UInt; what exceeds Int.max is unlimited already.
    if lhs == .unlimited || rhs == .unlimited { return .unlimited }
    return Self(rawValue: Swift.min(lhs.rawValue + rhs.rawValue, unlimited.rawValue))
  }

  /// The difference, at least ``none``. Unlimited minus anything is unlimited; a count minus unlimited is ``none``.
  @inlinable
  public static func - (lhs: Self, rhs: Self) -> Self {
    if lhs == .unlimited { return .unlimited }
    return Self(rawValue: lhs.rawValue - Swift.min(lhs.rawValue, rhs.rawValue))
  }

  /// The sum; unlimited stays so, and a sum too large to count becomes so.
  /// - Precondition: The sum is not negative.
  @inlinable
  public static func + (lhs: Self, rhs: Int) -> Self {
    guard let count = lhs.max else { return .unlimited }
    let (sum, overflow) = count.addingReportingOverflow(rhs)
    return overflow ? .unlimited : .max(sum)
  }

  /// The difference, at least ``none``; unlimited stays so.
  @inlinable
  public static func - (lhs: Self, rhs: Int) -> Self {
    guard let count = lhs.max else { return .unlimited }
    let (difference, overflow) = count.subtractingReportingOverflow(rhs)
    return overflow ? .none : .max(Swift.max(0, difference))
  }

  /// The product; unlimited stays so, and a product too large to count becomes so.
  /// - Precondition: The product is not negative.
  @inlinable
  public static func * (lhs: Self, rhs: Int) -> Self {
    guard let count = lhs.max else { return .unlimited }
    let (product, overflow) = count.multipliedReportingOverflow(by: rhs)
    return overflow ? .unlimited : .max(product)
  }

  /// Adds demand.
  @inlinable public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
  /// Takes demand away.
  @inlinable public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }
  /// Adds to the count.
  @inlinable public static func += (lhs: inout Self, rhs: Int) { lhs = lhs + rhs }
  /// Takes from the count.
  @inlinable public static func -= (lhs: inout Self, rhs: Int) { lhs = lhs - rhs }
  /// Multiplies the count.
  @inlinable public static func *= (lhs: inout Self, rhs: Int) { lhs = lhs * rhs }

  /// Whether the demand is this count.
  @inlinable public static func == (lhs: Self, rhs: Int) -> Bool { lhs.max == rhs }
  /// Whether the demand is another than this count.
  @inlinable public static func != (lhs: Self, rhs: Int) -> Bool { lhs.max != rhs }
  /// Whether the demand is below this count.
  @inlinable public static func < (lhs: Self, rhs: Int) -> Bool { lhs.max.map { $0 < rhs } ?? false }
  /// Whether the demand is at most this count.
  @inlinable public static func <= (lhs: Self, rhs: Int) -> Bool { lhs.max.map { $0 <= rhs } ?? false }
  /// Whether the demand is above this count.
  @inlinable public static func > (lhs: Self, rhs: Int) -> Bool { !(lhs <= rhs) }
  /// Whether the demand is at least this count.
  @inlinable public static func >= (lhs: Self, rhs: Int) -> Bool { !(lhs < rhs) }
  /// Whether this count is the demand.
  @inlinable public static func == (lhs: Int, rhs: Self) -> Bool { rhs == lhs }
  /// Whether this count is not the demand.
  @inlinable public static func != (lhs: Int, rhs: Self) -> Bool { rhs != lhs }
  /// Whether this count is below the demand.
  @inlinable public static func < (lhs: Int, rhs: Self) -> Bool { rhs > lhs }
  /// Whether this count is at most the demand.
  @inlinable public static func <= (lhs: Int, rhs: Self) -> Bool { rhs >= lhs }
  /// Whether this count is above the demand.
  @inlinable public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }
  /// Whether this count is at least the demand.
  @inlinable public static func >= (lhs: Int, rhs: Self) -> Bool { rhs <= lhs }
}
