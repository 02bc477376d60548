import Figures
import Foundation
import ListEngine

/// An answer's array becomes the list: how long until the batch is there, and the new list says where an item is.
///
/// Best of 15, in turns. An app has the old list and a new array. *Between lists* is the difference alone, of two lists made
/// apart; *from nothing* makes the new list without looking at the old one.
enum Answers {
  typealias Snapshot = ListSnapshot<Int, UUID>

  struct Case {
    let name: String
    /// By section.
    let old: [[UUID]]
    let new: [[UUID]]
    /// Whether the others come to an end in this order.
    var isForDifferenceKit = true
    var isForStandardLibrary = true
  }

  static func run() {
    var random = SystemRandomNumberGenerator()
    func ids(_ count: Int) -> [UUID] { (0..<count).map { _ in UUID() } }
    let (tiny, short, long) = (ids(100), ids(5_000), ids(100_000))
    let sections = (0..<100).map { _ in ids(50) }
    func one(_ name: String, _ old: [UUID], _ new: [UUID], quick: Bool = true, finishes: Bool = true) -> Case {
      Case(name: name, old: [old], new: [new], isForDifferenceKit: finishes, isForStandardLibrary: quick && finishes)
    }
    let cases = [
      one("100 items: 5 out, 5 in, 2 moved", tiny, changed(tiny, 5, 2, using: &random)),
      one("5,000: 20 out, 20 in, 5 moved", short, changed(short, 20, 5, using: &random)),
      one("5,000: 1,000 out, 1,000 in, 200 moved", short, changed(short, 1_000, 200, using: &random)),
      Case(
        name: "100 sections of 50: 10 of each out and in, 200 across", old: sections,
        new: across(sections, using: &random)),
      one("100,000: 20 appended", long, long + ids(20)),
      one("100,000: 1,000 out, 1,000 in, 200 moved", long, changed(long, 1_000, 200, using: &random)),
      one("100,000: halves swapped", long, Array(long[50_000...]) + long[..<50_000], quick: false, finishes: false),
      one("5,000 reversed", short, short.reversed(), quick: false),
      one("100,000 reversed", long, long.reversed(), finishes: false),
      one("100,000 shuffled", long, long.shuffled(using: &random), finishes: false),
      one("100,000: all new", long, ids(100_000), quick: false),
    ]
    printTable(
      "An answer's array becomes the list, ms",
      [
        "case", "ours, from an array", "ours, between lists", "ours, from nothing", "DifferenceKit 1.3",
        "standard library", "DifferenceKit / ours", "from nothing / ours", "our moves",
      ], cases.map(row))
  }

  private static func row(_ test: Case) -> [String] {
    let (old, new) = (snapshot(test.old), snapshot(test.new))
    let sought = test.new[0][test.new[0].count / 2]
    var batch = ListBatch()
    var (moves, sum) = (0, 0)
    func finish(_ new: Snapshot) {
      batch = new.difference(from: old)
      sum &+= new.indexPath(for: sought)?[1] ?? 0
    }
    var works: [() -> Void] = [
      {
        var list = old
        for (section, ids) in test.new.enumerated() { attempt { try list.replaceItems(in: section, with: ids) } }
        finish(list)
      },
      {
        batch = new.difference(from: old)
        moves = batch.movedItems.count
      },
      { finish(snapshot(test.new)) },
    ]
    let differenceKit = test.isForDifferenceKit ? DifferenceKitPeer.work(test.old, test.new) : nil
    if let differenceKit { works.append(differenceKit) }
    let times = Times.best(of: 15, works)
    let standard =
      test.isForStandardLibrary && test.old.count == 1
      ? Times.measure(rounds: 3) { sum &+= test.new[0].difference(from: test.old[0]).inferringMoves().count }.best.short
      : "–"
    precondition(sum != 1)  // else the optimizer sees that nothing comes of it
    return [
      test.name, times[0].short, times[1].short, times[2].short,
      differenceKit == nil ? DifferenceKitPeer.missing : times[3].short, standard,
      differenceKit == nil ? "" : (times[3] / times[0]).short, (times[2] / times[0]).short, "\(moves)",
    ]
  }

  private static func attempt(_ body: () throws -> Void) {
    do { try body() } catch { fatalError("\(error)") }
  }

  private static func snapshot(_ sections: [[UUID]]) -> Snapshot {
    var snapshot = Snapshot()
    attempt {
      try snapshot.appendSections(Array(sections.indices))
      for (section, ids) in sections.enumerated() { try snapshot.appendItems(ids, toSection: section) }
    }
    return snapshot
  }

  private static func changed(
    _ old: [UUID], _ count: Int, _ moves: Int, using random: inout some RandomNumberGenerator
  ) -> [UUID] {
    let deleted = Set(old.shuffled(using: &random).prefix(count))
    var new = old.filter { !deleted.contains($0) }
    for _ in 0..<moves {
      let id = new.remove(at: .random(in: 0..<new.count, using: &random))
      new.insert(id, at: .random(in: 0...new.count, using: &random))
    }
    for _ in 0..<count { new.insert(UUID(), at: .random(in: 0...new.count, using: &random)) }
    return new
  }

  private static func across(_ old: [[UUID]], using random: inout some RandomNumberGenerator) -> [[UUID]] {
    var new = old.map { changed($0, 10, 0, using: &random) }
    for _ in 0..<200 {
      let (from, to) = (Int.random(in: 0..<new.count, using: &random), Int.random(in: 0..<new.count, using: &random))
      guard !new[from].isEmpty else { continue }
      let id = new[from].remove(at: .random(in: 0..<new[from].count, using: &random))
      new[to].insert(id, at: .random(in: 0...new[to].count, using: &random))
    }
    return new
  }
}
