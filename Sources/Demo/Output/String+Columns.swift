extension String {
  /// Returns the beginning of the text that fits into a number of columns of a terminal.
  func clipped(to columns: Int) -> String {
    var room = columns
    return String(
      prefix {
        room -= $0.columns
        return room >= 0
      })
  }

  /// The number of columns that the text takes in a terminal.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// The text with spaces up to a number of columns, or its beginning.
  func padded(to columns: Int) -> String {
    let text = clipped(to: columns)
    return text + String(repeating: " ", count: columns - text.columns)
  }

  /// The text in lines of at most so many columns, broken between words.
  func wrapped(to columns: Int) -> [String] {
    split(separator: " ").reduce(into: []) { lines, word in
      if let last = lines.last, last.count + word.count < columns {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
  }
}

extension Character {
  /// Two for East Asian wide letters and for emoji, none for combining marks.
  fileprivate var columns: Int { unicodeScalars.map(\.columns).max() ?? 0 }
}

extension Unicode.Scalar {
  /// Follows Unicode's East Asian Width, in ranges wide enough to do without its tables.
  fileprivate var columns: Int {
    if [.nonspacingMark, .enclosingMark, .format].contains(properties.generalCategory) { return 0 }
    if properties.isEmojiPresentation { return 2 }
    return switch value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff,
      0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f680...0x1f9ff, 0x20000...0x3fffd:
      2
    default: 1
    }
  }
}
