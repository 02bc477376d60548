extension Unicode.Scalar {
  /// Whether the character can be printed, logged and put into XML without changing what stands around it.
  ///
  /// Not presentable are control characters, which steer terminals; line and paragraph separators, which forge lines;
  /// Unicode's Bidi_Control characters, which reorder what follows; and noncharacters, which no XML may hold.
  package var isPresentable: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: !properties.isBidiControl && !properties.isNoncharacterCodePoint
    }
  }
}

extension String {
  /// Returns the text on one line, without characters that aren't presentable: white space becomes a space, and
  /// anything else a question mark. All text from outside passes through here before it is shown or logged.
  ///
  /// - Parameter length: The maximum number of Unicode scalars. Characters can have any number of combining marks.
  package func presentable(atMost length: Int = .max) -> String {
    let scalars = unicodeScalars.prefix(length).map { scalar in
      scalar.isPresentable ? scalar : scalar.properties.isWhitespace ? " " : "?"
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Returns the text with Unicode scalars replaced. Not characters: `<` with a combining mark behind it is another character
  /// to Swift and Foundation, and still opens a tag elsewhere.
  package func escaped(_ replacements: [Unicode.Scalar: String]) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let replacement = replacements[scalar] {
        result.append(contentsOf: replacement.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
