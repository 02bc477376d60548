import Foundation

/// The header field that says how long to wait before the next request (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// The device's clock may be wrong by decades, so a date is not trusted further than this.
  private static let longestUntilDate = 3_600.0

  /// Reads seconds or an HTTP date in any of its three forms. A date in the past is zero, and one that is more than an
  /// hour ahead is an hour.
  /// - Returns: Nil if the text is neither.
  static func duration(_ text: String?, now: Date) -> Duration? {
    guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
    if text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
      // Digits that don't fit an Int mean a very long time too.
      return .seconds(min(Int(text) ?? .max, 1_000_000_000))
    }
    // Dates are in ASCII. On Linux the formatter ends the process where it stops within a letter, before an accent.
    guard text.utf8.allSatisfy({ 0x20...0x7e ~= $0 }) else { return nil }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    for format in [
      "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
    ] {
      formatter.dateFormat = format
      if let date = formatter.date(from: text) {
        return .seconds(min(max(0, date.timeIntervalSince(now)), longestUntilDate))
      }
    }
    return nil
  }
}
