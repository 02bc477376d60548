/// An input, taken from its front. When all is taken, zeros follow.
///
/// It also is a source of random numbers, so that whatever draws from a seed elsewhere draws from the input here: one
/// byte a number.
struct Bytes: RandomNumberGenerator {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A number from 0 to below a limit of at most 256.
  mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

  /// The text up to the next line break, with a mark for each byte that isn't UTF-8.
  mutating func line() -> String { String(decoding: bytes(until: 0x0a), as: UTF8.self) }

  mutating func bytes(until end: UInt8) -> ArraySlice<UInt8> {
    let line = rest.prefix { $0 != end }
    rest = rest.dropFirst(line.count + 1)
    return line
  }

  /// A byte in all places, because each method of the library looks at others. The bit that is always set keeps those
  /// that try again for an even choice from trying for ever.
  mutating func next() -> UInt64 { UInt64(byte()) &* 0x0101_0101_0101_0101 | 1 << 55 }
}
