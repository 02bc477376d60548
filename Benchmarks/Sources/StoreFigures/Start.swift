import Foundation
import ViewModels

/// What a start costs its caller when the folder is full, and when the store knows all that is in it.
enum Start {
  private static let files = 100_000
  private static let fileSize = 100

  private struct NoClient: HTTPClient {
    func send(_ request: HTTPRequest) async throws -> HTTPAnswer { HTTPAnswer(status: 404) }
  }

  /// - Returns: whether the start takes as long with a full folder as with an empty one, give or take 100 µs.
  static func measure() async throws -> Bool {
    let (empty, full) = (try TemporaryFolder(), try TemporaryFolder())
    let content = Data(count: fileSize)
    func name(_ number: Int) -> String {
      String(repeating: "0", count: 24) + String(format: "%08x", number) + ".image"
    }
    for number in 0..<files { try content.write(to: full.url.appendingPathComponent(name(number))) }
    var starts: [(empty: Double, full: Double, ready: Double)] = []
    for round in 1...5 {
      // What the last round leaves to the background ends; a start that does not count wakes its threads.
      try await Task.sleep(for: .milliseconds(300))
      let warmUp = start(in: empty, limit: 1)
      let one = start(in: empty, limit: 1)
      // One file too many: when the oldest is gone, the store knows of all.
      let oldest = name(round)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)],
        ofItemAtPath: full.url.appendingPathComponent(oldest).path)
      let other = start(in: full, limit: (files - round) * fileSize)
      let begun = ContinuousClock.now
      while full.size(of: oldest) != nil { try await Task.sleep(for: .milliseconds(1)) }
      starts.append((one.time, other.time, begun.duration(to: .now) / .milliseconds(1)))
      withExtendedLifetime((warmUp, one, other)) {}
    }
    let (empties, fulls) = (starts.map(\.empty).sorted(), starts.map(\.full).sorted())
    func text(_ time: Double) -> String { String(format: "%.1f", time) }
    print("start with \(files) files: \(text(fulls[2])) µs (at most \(text(fulls[4])));")
    print("  in an empty folder \(text(empties[2])) µs (at most \(text(empties[4]))); the middle ones of 5")
    print("  the store knows all files after \(text(starts.map(\.ready).sorted()[2])) ms, in the background")
    return fulls[2] < empties[2] + 100
  }

  /// A store, and how many microseconds its making took.
  private static func start(in folder: TemporaryFolder, limit: Int) -> (store: ImageStore, time: Double) {
    let begun = ContinuousClock.now
    let store = ImageStore(folder: folder.url, limits: ImageStore.Limits(disk: limit), client: NoClient())
    return (store, begun.duration(to: .now) / .microseconds(1))
  }
}
