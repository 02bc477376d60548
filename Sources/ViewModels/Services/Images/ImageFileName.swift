import Foundation

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
