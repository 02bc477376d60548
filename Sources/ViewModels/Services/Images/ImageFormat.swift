import Foundation

/// The accepted image formats, detected from the first bytes. The `Content-Type` of an answer is ignored: servers send
/// error pages as images, and images as anything.
enum ImageFormat: Sendable, CaseIterable {
  case jpeg, png, gif, webP, tiff, jpegXL
  /// HEIC and AVIF, which share a container format.
  case heif

  /// Detects the format. Nil for any other data, such as SVG.
  init?(of data: Data) {
    let start = Array(data.prefix(16))
    let format = Self.allCases.first { format in
      format.signatures.contains { offset, bytes in start.dropFirst(offset).starts(with: bytes) }
    }
    guard let format else { return nil }
    if format == .webP, !start.dropFirst(8).starts(with: Array("WEBP".utf8)) { return nil }
    self = format
  }

  private var signatures: [(offset: Int, bytes: [UInt8])] {
    switch self {
    case .jpeg: [(0, [0xff, 0xd8, 0xff])]
    case .png: [(0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])]
    case .gif: [(0, Array("GIF87a".utf8)), (0, Array("GIF89a".utf8))]
    case .webP: [(0, Array("RIFF".utf8))]
    case .tiff: [(0, [0x49, 0x49, 0x2a, 0x00]), (0, [0x4d, 0x4d, 0x00, 0x2a])]
    case .jpegXL: [(0, [0xff, 0x0a]), (0, [0, 0, 0, 0x0c, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a])]
    case .heif:
      ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"].map {
        (4, Array("ftyp\($0)".utf8))
      }
    }
  }
}
