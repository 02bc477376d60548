import Foundation

extension String {
  /// The text in quotes, shortened, without control characters: nothing from outside can steer a terminal.
  var printable: String { "\"\(self.withoutControlCharacters.prefix(80))\"" }

  /// The text with control characters, escape sequences among them, replaced by "?".
  var withoutControlCharacters: String {
    String(String.UnicodeScalarView(unicodeScalars.map { CharacterSet.controlCharacters.contains($0) ? "?" : $0 }))
  }
}
