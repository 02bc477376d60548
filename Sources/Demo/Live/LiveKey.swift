/// The action of a key.
enum LiveKey: Hashable {
  case up, down, pageUp, pageDown, top, bottom, retry, refresh, order, redraw, quit, interrupt, suspend

  private static let letters: [Unicode.Scalar: LiveKey] = [
    "k": .up, "j": .down, " ": .pageDown, "b": .pageUp, "g": .top, "G": .bottom, "r": .retry, "R": .refresh,
    "o": .order, "q": .quit, "\u{0c}": .redraw, "\u{03}": .interrupt, "\u{1a}": .suspend,
  ]
  private static let sequences: [String: LiveKey] = [
    "A": .up, "B": .down, "5~": .pageUp, "6~": .pageDown, "H": .top, "F": .bottom, "1~": .top, "4~": .bottom,
  ]

  /// No sequence is this long. Where more bytes come without an end, these are removed, however they were cut.
  private static let longest = 32

  /// Removes the keys from a terminal's input. An incomplete sequence stays. Unknown input is removed.
  static func read(_ bytes: inout [UInt8]) -> [LiveKey] {
    var keys: [LiveKey] = []
    var rest = bytes[...]
    while let byte = rest.first {
      guard byte == 0x1b else {
        rest.removeFirst()
        if let key = letters[Unicode.Scalar(byte)] { keys.append(key) }
        continue
      }
      guard rest.count > 1 else { break }  // the key Escape, or the beginning of an arrow
      let second = rest[rest.startIndex + 1]
      guard second == UInt8(ascii: "[") || second == UInt8(ascii: "O") else {
        rest.removeFirst()
        continue
      }
      guard let end = rest.prefix(longest).dropFirst(2).firstIndex(where: { (0x40...0x7e).contains($0) }) else {
        guard rest.count >= longest else { break }
        rest = rest.dropFirst(longest)
        continue
      }
      if let key = sequences[String(decoding: rest[(rest.startIndex + 2)...end], as: UTF8.self)] { keys.append(key) }
      rest = rest[(end + 1)...]
    }
    bytes = Array(rest)
    return keys
  }
}
