import Foundation

/// A running `Demo serve`: the sample data behind real sockets, in a process of its own.
///
/// The process ends with ``stop()``, and at the latest with this object.
public final class DemoServer {
  /// Where the service is reached: `http://127.0.0.1:PORT`.
  public let address: String
  private let process = Process()

  /// Starts the demo and waits until it serves.
  /// - Parameters:
  ///   - options: what follows `serve`, `--fault` for instance.
  ///   - path: the demo's release build. Nil means that of the package around this one.
  /// - Throws: ``Missing`` without such a build, or what the system says.
  public init(_ options: [String] = [], demo path: String? = nil) throws {
    let path = path ?? "../.build/release/Demo"
    guard FileManager.default.isExecutableFile(atPath: path) else { throw Missing(path: path) }
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["serve"] + options
    process.standardOutput = output
    try process.run()
    // One line, which ends with the address; wrong options end the process without it.
    var line = Data()
    while line.last != UInt8(ascii: "\n"), let more = try output.fileHandleForReading.read(upToCount: 1) {
      line += more
    }
    guard let address = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace).last else {
      process.waitUntilExit()
      throw NotServing(status: process.terminationStatus)
    }
    self.address = String(address)
  }

  deinit { stop() }

  /// Ends the process and returns when it is gone.
  public func stop() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }

  /// There is no release build of the demo.
  public struct Missing: Error, CustomStringConvertible {
    let path: String
    public var description: String {
      "no demo at \(path); build it with \"swift build -c release --product Demo\" in the package's root, and start "
        + "this in Benchmarks, or give the path of the demo"
    }
  }

  /// The demo ended without serving; it has printed why.
  public struct NotServing: Error {
    let status: Int32
  }
}
