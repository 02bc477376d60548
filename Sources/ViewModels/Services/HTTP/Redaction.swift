/// Blacks secrets out of a text.
///
/// A secret is also found in pieces, in either case and percent-encoded: each run of at least eight characters that the
/// text shares with it is replaced. So it does not matter where a service cuts what it quotes.
struct Redaction: Sendable {
  /// Eight random letters and digits leave 2^47 possibilities for a secret of sixteen. Shorter runs occur in words.
  static let pieceLength = 8

  /// The pieces by their length, which is less for secrets that are shorter.
  private var pieces: [Int: Set<UInt64>] = [:]

  /// - Parameter secrets: In ASCII. Those of a single character are ignored.
  init(_ secrets: [String]) {
    for secret in secrets {
      let letters = Self.letters(of: secret).map(\.value)
      let length = min(letters.count, Self.pieceLength)
      guard length > 1 else { continue }
      for end in length...letters.count {
        pieces[length, default: []].insert(Self.piece(letters, length, endingAt: end))
      }
    }
  }

  /// Returns the text with each piece of a secret replaced by a word.
  /// - Complexity: O(length of the text)
  func callAsFunction(_ text: String, by word: String) -> String {
    let letters = Self.letters(of: text)
    let values = letters.map(\.value)
    var isHidden = Array(repeating: false, count: values.count)
    for (length, pieces) in pieces {
      for end in stride(from: length, through: values.count, by: 1)
      where pieces.contains(Self.piece(values, length, endingAt: end)) {
        for index in (end - length)..<end { isHidden[index] = true }
      }
    }
    var result: [UInt8] = []
    for (index, letter) in letters.enumerated() {
      if !isHidden[index] {
        result += letter.source
      } else if index == 0 || !isHidden[index - 1] {
        result += word.utf8
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The bytes of a text without percent-encoding and with capital letters as small ones, each with the bytes that it was
  /// made of.
  private static func letters(of text: String) -> [(value: UInt8, source: ArraySlice<UInt8>)] {
    let bytes = Array(text.utf8)
    var letters: [(value: UInt8, source: ArraySlice<UInt8>)] = []
    var start = 0
    while start < bytes.count {
      var value = bytes[start]
      var end = start + 1
      if value == UInt8(ascii: "%"), start + 2 < bytes.count,
        let high = Character(UnicodeScalar(bytes[start + 1])).hexDigitValue,
        let low = Character(UnicodeScalar(bytes[start + 2])).hexDigitValue
      {
        value = UInt8(high * 16 + low)
        end = start + 3
      }
      if UInt8(ascii: "A")...UInt8(ascii: "Z") ~= value { value |= 0x20 }
      letters.append((value, bytes[start..<end]))
      start = end
    }
    return letters
  }

  /// Up to eight bytes as a number.
  private static func piece(_ values: [UInt8], _ length: Int, endingAt end: Int) -> UInt64 {
    values[(end - length)..<end].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
