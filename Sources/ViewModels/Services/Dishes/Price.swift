/// A price in won, as the service's text and as a number.
public struct Price: Hashable, Sendable {
  /// The service's text, such as `15,800원` or `7,000`.
  public let text: String
  /// The price in won. Nil, and never 0, if the text isn't a price.
  public let won: Int?

  /// Reads digits, with or without commas between groups of three, and with or without 원 at the end.
  public init(_ text: String) {
    self.text = text
    var digits = text[...]
    while digits.first?.isWhitespace == true { digits.removeFirst() }
    while digits.last?.isWhitespace == true { digits.removeLast() }
    if digits.last == "원" { digits.removeLast() }
    let groups = digits.split(separator: ",", omittingEmptySubsequences: false)
    let isGrouped = groups.count > 1
    let isPrice = groups.enumerated().allSatisfy { position, group in
      guard group.allSatisfy({ $0.isASCII && $0.isWholeNumber }) else { return false }
      return !isGrouped || (position == 0 ? 1...3 ~= group.count : group.count == 3)
    }
    won = isPrice ? Int(groups.joined()) : nil
  }
}

extension Price: Codable {
  /// Reads a price from its text.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
