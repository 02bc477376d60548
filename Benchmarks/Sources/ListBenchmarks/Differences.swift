import Foundation
import ViewModels

/// The difference of two lists of UUIDs beside the standard library's, which infers moves as well.
enum Differences {
  struct Case {
    let name: String
    let old: [UUID]
    let new: [UUID]
    let least: Double
    let rounds: Int
  }

  static func run() {
    var random = SystemRandomNumberGenerator()
    let short = (0..<5_000).map { _ in UUID() }
    let long = (0..<100_000).map { _ in UUID() }
    let cases = [
      Case(
        name: "5,000: 1,000 deleted, 1,000 inserted, 200 displaced", old: short, new: changed(short, using: &random),
        least: 80, rounds: 9),
      Case(
        name: "100,000: the same changes", old: long, new: changed(long, using: &random), least: 5, rounds: 9),
      Case(name: "100,000: 20 appended", old: long, new: long + (0..<20).map { _ in UUID() }, least: 15, rounds: 30),
    ]
    printTable(
      "Difference, with moves, of two lists that share nothing, each of which knows its places",
      ["case", "ms", "standard library, ms", "times as fast", "at least", "moves", "with making both lists, ms"],
      cases.map(row))
  }

  static func row(_ test: Case) -> [String] {
    let (old, new) = (snapshot(test.old), snapshot(test.new))
    var batch = ListBatch()
    let ours = Times.measure(rounds: test.rounds) { batch = new.difference(from: old) }.median
    let standard = Times.measure(rounds: test.rounds) {
      _ = test.new.difference(from: test.old).inferringMoves()
    }.median
    let withLists = Times.measure(rounds: test.rounds) {
      _ = snapshot(test.new).difference(from: snapshot(test.old))
    }.median
    return [
      test.name, ours.short, standard.short, (standard / ours).short, test.least.short, "\(batch.movedItems.count)",
      withLists.short,
    ]
  }

  static func snapshot(_ ids: [UUID]) -> ListSnapshot<Int, UUID> {
    var snapshot = ListSnapshot<Int, UUID>()
    do {
      try snapshot.appendSections([0])
      try snapshot.appendItems(ids)
    } catch {
      fatalError("\(error)")
    }
    return snapshot
  }

  static func changed(_ old: [UUID], using random: inout some RandomNumberGenerator) -> [UUID] {
    let deleted = Set(old.shuffled(using: &random).prefix(1_000))
    var new = old.filter { !deleted.contains($0) }
    for _ in 0..<200 {
      let id = new.remove(at: .random(in: 0..<new.count, using: &random))
      new.insert(id, at: .random(in: 0...new.count, using: &random))
    }
    for _ in 0..<1_000 { new.insert(UUID(), at: .random(in: 0...new.count, using: &random)) }
    return new
  }
}
