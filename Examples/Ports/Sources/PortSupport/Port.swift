import Foundation
import ListTesting
import Reactive
import ViewModels

/// One run of a port: checks what the screen shows, and reads saved answers of the real service where there are any.
///
/// `swift run Movies` runs on made-up answers. `swift run Movies FOLDER` runs on those in a folder, too.
@MainActor
public final class Port {
  private let name: String
  private let folder: URL?
  private var failures = 0

  public init(_ name: String) {
    self.name = name
    folder = CommandLine.arguments.dropFirst().first.map { URL(fileURLWithPath: $0, isDirectory: true) }
  }

  /// Prints what was checked.
  public func check(_ isRight: Bool, _ what: String) {
    if !isRight { failures += 1 }
    print("\(name): \(isRight ? "" : "WRONG: ")\(what)")
  }

  /// Runs the screen on saved answers, or says that it was skipped.
  public func withRealAnswers(
    _ body: @MainActor (_ read: @Sendable (String) throws -> Data) async throws -> Void
  ) async throws {
    guard let folder, FileManager.default.fileExists(atPath: folder.path) else {
      return print("\(name): no saved answers of the real service; skipped")
    }
    try await body { try Data(contentsOf: folder.appendingPathComponent($0)) }
  }

  /// Checks that a list view shows what its model holds, and that UIKit would have thrown nowhere.
  public func check(_ list: StrictListView) {
    check(
      list.violations.isEmpty && list.discrepancies.isEmpty && list.overlappingBatches == 0,
      "\(list.batches) batches, none wrong, none inside another's animation")
  }

  /// Ends the program with status 1 if anything was wrong. Otherwise the program ends by itself, and the leak sanitizer finds
  /// what is left of what its functions have made.
  public func finish() { if failures > 0 { exit(1) } }
}

extension StrictListView {
  /// A list view as strict as UIKit's whose animations take a moment.
  public convenience init(animated dataSource: any ListDataSource, kind: Kind = .collectionView) {
    self.init(dataSource: dataSource)
    self.kind = kind
    animation = .after(.milliseconds(3), on: .main)
    onViolation = { print("UIKit would have thrown: \($0)") }
  }
}

/// Waits as long as a network may.
public func networkDelay() async throws { try await Task.sleep(for: .milliseconds(.random(in: 1...8))) }
