import Foundation
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

/// A list view as strict as UIKit's whose animations take a moment.
@MainActor
public final class AnimatedList: ListView {
  public let strict: StrictListView

  public init(_ dataSource: any ListDataSource, kind: StrictListView.Kind = .collectionView) {
    strict = StrictListView(dataSource: dataSource)
    strict.kind = kind
    strict.animations = .manual
    strict.onViolation = { print("UIKit would have thrown: \($0)") }
  }

  public func reloadAndCount() { strict.reloadAndCount() }

  public func performUpdate(
    animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
  ) {
    let running = strict.runningAnimations
    strict.performUpdate(animated: animated, commit, completion: completion)
    for _ in running..<strict.runningAnimations { animate() }  // an update may open two batches
  }

  /// A batch by hand.
  public func performBatchUpdates(
    _ updates: @escaping @MainActor () -> Void, completion: @escaping @MainActor () -> Void
  ) {
    strict.performBatchUpdates(updates) { _ in completion() }
    animate()
  }

  private func animate() {
    Task {
      try? await Task.sleep(for: .milliseconds(3))
      strict.finishNextAnimation()
    }
  }
}

/// Waits as long as a network may.
public func networkDelay() async throws { try await Task.sleep(for: .milliseconds(.random(in: 1...8))) }
