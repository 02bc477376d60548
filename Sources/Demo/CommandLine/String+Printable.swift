import Foundation

extension String {
  /// The text in quotes, shortened, without control characters, so that no input can control the terminal.
  var printable: String { "\"\(self.withoutControlCharacters.prefix(80))\"" }

  /// The text with each control character replaced by "?".
  var withoutControlCharacters: String {
    String(String.UnicodeScalarView(unicodeScalars.map { CharacterSet.controlCharacters.contains($0) ? "?" : $0 }))
  }
}
