import Foundation

/// The format of an image's file.
///
/// ```
/// 8 bytes   "LVMIMG1\n"
/// 8 bytes   the length of the URL
/// 8 bytes   the length of the image
/// 8 bytes   the checksum of both
///           the URL
///           the image
/// ```
/// Numbers are little-endian. A file that was cut off, or in which one 8-byte word was changed, is always detected. Other
/// damage is missed in one case of 2^64.
enum ImageFile {
  static let headSize = 32
  private static let magic = Array("LVMIMG1\n".utf8)

  /// The size of the file of an image.
  static func size(of url: URL, _ image: Data) -> Int { headSize + url.absoluteString.utf8.count + image.count }

  /// Everything before the image.
  static func head(of url: URL, _ image: Data) -> Data {
    let address = Data(url.absoluteString.utf8)
    var head = Data(magic)
    for number in [UInt64(address.count), UInt64(image.count), checksum(address, image)] {
      withUnsafeBytes(of: number.littleEndian) { head.append(contentsOf: $0) }
    }
    return head + address
  }

  /// Reads the lengths of the URL and the image, and the checksum. Nil if this is not the head of an image's file.
  static func read(_ head: Data) -> (address: Int, image: Int, checksum: UInt64)? {
    guard head.count == headSize, head.prefix(8).elementsEqual(magic) else { return nil }
    let numbers = head.withUnsafeBytes { bytes in
      (1...3).map { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
    }
    guard let address = Int(exactly: numbers[0]), let image = Int(exactly: numbers[1]) else { return nil }
    return (address, image, numbers[2])
  }

  static func checksum(_ address: Data, _ image: Data) -> UInt64 { sum(image, from: sum(address, from: 0xcbf2_9ce4)) }

  /// FNV-1a's step on eight bytes at a time. Each step is reversible, so one changed word changes the result.
  private static func sum(_ data: Data, from start: UInt64) -> UInt64 {
    data.withUnsafeBytes { bytes in
      var sum = start ^ UInt64(bytes.count)
      let wordsEnd = bytes.count & ~7
      for offset in stride(from: 0, to: wordsEnd, by: 8) {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        sum = (sum ^ word) &* 0x100_0000_01b3
      }
      for byte in bytes[wordsEnd...] { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
      return sum
    }
  }
}

/// The name of an image's file: a 128-bit hash of the whole URL.
///
/// The hash is FNV-1a (Fowler, Noll, Vo; 128 bits), which needs no library. It is not cryptographic: two URLs with one
/// name can be made on purpose. That costs a download but shows no wrong image, because a file contains its URL; see
/// ``ImageFile``.
struct ImageFileName: Hashable, Sendable {
  /// The end of each file name.
  static let suffix = ".image"

  let hash: UInt128

  init(_ url: URL) {
    hash = url.absoluteString.utf8.reduce(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d) { hash, byte in
      (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B
    }
  }

  /// Reads a file name. Nil if it isn't the name of an image's file.
  init?(_ text: String) {
    guard text.utf8.count == 32 + Self.suffix.utf8.count, text.hasSuffix(Self.suffix),
      let hash = UInt128(text.dropLast(Self.suffix.count), radix: 16)
    else { return nil }
    self.hash = hash
    // Excludes digits in capitals and a leading plus.
    guard self.text == text else { return nil }
  }

  var text: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 32 - digits.utf8.count) + digits + Self.suffix
  }
}
