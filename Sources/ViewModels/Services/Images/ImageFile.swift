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
