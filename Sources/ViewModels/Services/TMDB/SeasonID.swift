/// Identifies a season of a series, and a section of the series screen.
public struct SeasonID: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The series.
  public let series: Series.ID
  /// The season's number in the series. 0 for the specials.
  public let number: Int

  /// Creates the id of a season.
  public init(series: Series.ID, number: Int) {
    self.series = series
    self.number = number
  }

  /// A text for logs, such as `season 3`.
  public var description: String { "season \(number)" }
}
