extension Subscribers {
  /// How many more values a subscriber will take.
  ///
  /// Arithmetic is Combine's: `unlimited` absorbs, subtraction clamps at ``none``, and
  /// `.max(n) - .unlimited` is `.none`.
  @frozen
  public struct Demand: Hashable, Comparable, Sendable, CustomStringConvertible {
    @usableFromInline
    let rawValue: UInt

    @inlinable
    init(rawValue: UInt) { self.rawValue = rawValue }

    /// Every value, without limit.
    @inlinable public static var unlimited: Demand { Demand(rawValue: UInt(Int.max) + 1) }
    /// No further value.
    @inlinable public static var none: Demand { Demand(rawValue: 0) }

    /// Up to `value` further values.
    /// - Precondition: `value` is not negative.
    @inlinable
    public static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "demand must not be negative, got \(value)")
      return Demand(rawValue: UInt(value))
    }

    /// The number of values, or nil if unlimited.
    @inlinable public var max: Int? { self == .unlimited ? nil : Int(rawValue) }

    /// Fewer values; unlimited is more than any count.
    @inlinable
    public static func < (lhs: Demand, rhs: Demand) -> Bool { lhs.rawValue < rhs.rawValue }

    /// A readable form: `max(n)` or `unlimited`.
    public var description: String { max.map { "max(\($0))" } ?? "unlimited" }
  }
}
