import Figures
import Foundation
import ListEngine

/// What a snapshot costs to make, to ask and to keep.
@MainActor
enum Snapshots {
  static func run() {
    let sizes = [20, 1_000, 10_000, 100_000]
    printTable(
      "A snapshot made from its predecessor by appending 20",
      ["items before", "making it, µs", "its difference, µs"], sizes.map(successor))
    printTable(
      "A snapshot from nothing, and finding each of its items once, at random",
      ["items", "build, ns each", "find, ns each", "a Dictionary's build, ns each", "its find, ns each"],
      sizes.dropFirst().map(build))
    printTable(
      "A snapshot from nothing, of ids that have eight hash values",
      ["items", "build, ms", "a Set's build, ms", "times as long"],
      [1_000, 2_000, 4_000, 8_000].map(colliding))
  }

  /// An id whose author has hashed the kind and nothing else.
  private struct CollidingID: Hashable {
    let value: Int
    func hash(into hasher: inout Hasher) { hasher.combine(value & 7) }
  }

  static func colliding(_ size: Int) -> [String] {
    let ids = (0..<size).map(CollidingID.init)
    let ours = Times.measure(rounds: 5) {
      var snapshot = ListSnapshot<Int, CollidingID>()
      try? snapshot.appendSections([0])
      try? snapshot.appendItems(ids)
    }
    let set = Times.measure(rounds: 5) { _ = Set(ids) }
    return ["\(size)", ours.median.short, set.median.short, (ours.median / set.median).short]
  }

  static func successor(of size: Int) -> [String] {
    let old = snapshot((0..<size).map { _ in UUID() })
    var (making, telling): ([Double], [Double]) = ([], [])
    for _ in 0..<200 {
      let ids = (0..<20).map { _ in UUID() }
      var new = old
      making.append(Times.once { try? new.appendItems(ids) })
      telling.append(Times.once { _ = new.difference(from: old) })
    }
    return ["\(size)", (Times(making).median * 1e3).short, (Times(telling).median * 1e3).short]
  }

  static func build(_ size: Int) -> [String] {
    let ids = (0..<size).map { _ in UUID() }
    let shuffled = ids.shuffled()
    let snapshot = Snapshots.snapshot(ids)
    let dictionary = Dictionary(uniqueKeysWithValues: zip(ids, 0...))
    var sum = 0
    let times = [
      Times.measure(rounds: 9) { _ = Snapshots.snapshot(ids) },
      Times.measure(rounds: 9) { for id in shuffled { sum &+= snapshot.indexOfItem(id) ?? 0 } },
      Times.measure(rounds: 9) {
        var built: [UUID: Int] = [:]
        for (place, id) in ids.enumerated() { built[id] = place }
        sum &+= built.count
      },
      Times.measure(rounds: 9) { for id in shuffled { sum &+= dictionary[id] ?? 0 } },
    ]
    withExtendedLifetime(sum) {}
    return ["\(size)"] + times.map { ($0.median * 1e6 / Double(size)).short }
  }

  /// What the process has grown by, over many snapshots.
  static func printMemory() {
    var lines: [[String]] = []
    for size in [100_000, 300_000, 10_000, 1_000] {
      let ids = (0..<size).map { _ in UUID() }
      guard let before = residentBytes() else { return print("\nMemory is measured on Linux only.") }
      let copies = 2_000_000 / size
      held += (0..<copies).map { _ in snapshot(ids) }
      guard let after = residentBytes() else { return }
      lines.append(["\(size)", (Double(after - before) / Double(size * copies)).short])
    }
    held = []
    printTable("Memory of a snapshot, bytes an item, of which its id takes 16", ["items", "bytes an item"], lines)
  }

  /// Kept until all are measured: memory that was free before would not be seen.
  private static var held: [ListSnapshot<Int, UUID>] = []

  nonisolated static func snapshot(_ ids: [UUID]) -> ListSnapshot<Int, UUID> {
    do {
      var snapshot = try ListSnapshot<Int, UUID>(sections: [0])
      try snapshot.appendItems(ids)
      return snapshot
    } catch {
      fatalError("\(error)")
    }
  }

  nonisolated static func residentBytes() -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
  }
}
