import Foundation

/// Real answers of the services, kept beside the package and not in it; tests that read them skip where they are absent.
enum SharedData {
  static let isPresent = FileManager.default.fileExists(atPath: folder.appendingPathComponent("tmdb").path)
  static let absence: String = "no real answers in \(folder.path)"

  static func read(_ path: String) throws -> Data {
    try Data(contentsOf: folder.appendingPathComponent(path))
  }

  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("../shared/data").standardizedFileURL
}
