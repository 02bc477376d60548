/// A season of a series: what a section of the series screen is named by.
public struct SeasonID: Hashable, Sendable, CustomStringConvertible {
  /// The series.
  public let series: Series.ID
  /// The season's number in it; 0 for the Specials.
  public let number: Int

  /// The season with this number in this series.
  public init(series: Series.ID, number: Int) {
    self.series = series
    self.number = number
  }

  /// For logs: `season 3`.
  public var description: String { "season \(number)" }
}
