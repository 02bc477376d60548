import Foundation

/// A dish's image: a GIF of one pixel. The name and the seed decide its colour.
package enum SampleImage {
  package static func data(named name: String, seed: UInt64) -> Data {
    var random = SeededGenerator(seed: seed, "image", name)
    let colour = (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
    let size: [UInt8] = [1, 0, 1, 0]
    return Data("GIF89a".utf8) + Data(size + [0x80, 0, 0] + colour + [0, 0, 0])  // the size, and two colours
      + Data([0x2c, 0, 0, 0, 0] + size + [0, 2, 2, 0x44, 1, 0, 0x3b])  // the pixel, and the end
  }
}
