import Foundation
import Reactive

@testable import ListEngine
@testable import ViewModels

/// A folder below the system's temporary one that is gone when this is.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("lvm-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: url) }

  /// The names of the files in it, in order.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
  /// How many bytes the files in it have together.
  var size: Int { names.reduce(0) { $0 + ((try? Data(contentsOf: url.appendingPathComponent($1)).count) ?? 0) } }
}

/// Pictures for tests: they begin as a PNG does, and end as nothing does.
enum Picture {
  static func url(_ number: Int) -> URL { url("\(number)") }
  static func url(_ name: String) -> URL {
    URL(string: "https://pictures.example/\(name)/picture.png?size=s") ?? URL(fileURLWithPath: "/")
  }

  /// What says that it is one.
  static let header = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

  static func data(_ number: Int, size: Int = 200) -> Data {
    var data = header
    withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
    data.append(contentsOf: (data.count..<max(size, data.count)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) })
    return data
  }
}

extension ImageStore {
  /// A store whose folder is looked through at once, and whose client answers with pictures.
  static func example(
    _ folder: TemporaryFolder?, limits: Limits = Limits(), write: WholeFile.Write? = nil,
    client: any HTTPClient = StubClient { _, number in HTTPAnswer(status: 200, body: Picture.data(number)) }
  ) -> ImageStore {
    ImageStore(disk: folder.map { .example($0, limit: limits.disk, write: write) }, limits: limits, client: client)
  }
}

extension ImageDiskCache {
  /// The files of a folder, which is looked through at once.
  static func example(_ folder: TemporaryFolder, limit: Int = 1 << 30, write: WholeFile.Write? = nil)
    -> ImageDiskCache
  {
    var files = ImageFolder(url: folder.url)
    if let write { files.files.writeBytes = write }
    return ImageDiskCache(files, limit: limit) { $0() }
  }
}
