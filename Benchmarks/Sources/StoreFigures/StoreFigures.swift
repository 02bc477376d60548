import Foundation

/// Prints how images are shared, kept below a limit, and found again, on real sockets and files of this machine:
///
///     swift run -c release StoreFigures [DEMO]
///
/// DEMO is the path of the demo's release build, whose `serve` answers; see `DemoServer`.
///
/// Ends with status 1 if a download is made twice, if the folder grows too large, or if a start does work where it is
/// called.
@main
struct StoreFigures {
  @MainActor
  static func main() async {
    do {
      let demo = CommandLine.arguments.dropFirst().first
      let areFine = [try await Waiters.measure(demo: demo), try await DiskLimit.measure(), try await Start.measure()]
      if areFine.contains(false) { exit(1) }
    } catch {
      print("StoreFigures: \(error)")
      exit(1)
    }
  }

  /// Bytes that begin as a PNG does.
  static func image(size: Int) -> Data {
    Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) + Data(repeating: 7, count: max(0, size - 8))
  }

  /// The URL of an image below `address`.
  static func url(_ address: String, _ number: Int) throws -> URL {
    guard let url = URL(string: "\(address)/images/\(number).png") else { throw URLError(.badURL) }
    return url
  }
}

/// A folder below the system's temporary one that is gone when this is.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("lvm-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: url) }

  /// The names of the files in it.
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [] }
  /// How many bytes a file has; nil if it is gone.
  func size(of name: String) -> Int? {
    var status = stat()
    return stat(url.appendingPathComponent(name).path, &status) == 0 ? Int(status.st_size) : nil
  }
}
