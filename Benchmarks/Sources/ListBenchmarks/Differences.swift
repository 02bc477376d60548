import Foundation
import ViewModels

/// Differences of two lists of UUIDs: between lists that exist, and from an old list and a new array, beside the standard
/// library's, which takes two arrays and infers moves as well.
enum Differences {
  struct Case {
    let name: String
    let old: [UUID]
    let new: [UUID]
    /// Whether the standard library comes to an end in this order.
    var isForStandardLibrary = true
    var rounds = 15
  }

  static func run() {
    var random = SystemRandomNumberGenerator()
    let short = (0..<5_000).map { _ in UUID() }
    let long = (0..<100_000).map { _ in UUID() }
    let cases = [
      Case(
        name: "5,000: 1,000 out, 1,000 in, 200 displaced", old: short, new: changed(short, using: &random)),
      Case(name: "100,000: the same", old: long, new: changed(long, using: &random)),
      Case(name: "100,000: 20 appended", old: long, new: long + (0..<20).map { _ in UUID() }),
      Case(name: "5,000 reversed", old: short, new: short.reversed(), isForStandardLibrary: false),
      Case(name: "100,000 reversed", old: long, new: long.reversed(), isForStandardLibrary: false),
      Case(
        name: "100,000: halves swapped", old: long, new: Array(long[50_000...]) + long[..<50_000],
        isForStandardLibrary: false),
      Case(
        name: "100,000 shuffled", old: long, new: long.shuffled(using: &random), isForStandardLibrary: false, rounds: 5),
      Case(name: "100,000: all new", old: long, new: long.map { _ in UUID() }, isForStandardLibrary: false, rounds: 5),
    ]
    printTable(
      "Difference, with moves, of two lists, in ms",
      ["case", "between lists made apart", "from an old list and a new array", "standard library", "moves"],
      cases.map(row))
  }

  static func row(_ test: Case) -> [String] {
    let (old, new) = (snapshot(test.old), snapshot(test.new))
    var batch = ListBatch()
    let between = Times.measure(rounds: test.rounds) { batch = new.difference(from: old) }.median
    let fromArray = Times.measure(rounds: test.rounds) {
      var new = old
      do { try new.replaceItems(in: 0, with: test.new) } catch { fatalError("\(error)") }
      _ = new.difference(from: old)
    }.median
    let standard =
      test.isForStandardLibrary
      ? Times.measure(rounds: 5) { _ = test.new.difference(from: test.old).inferringMoves() }.median.short : "not run"
    return [test.name, between.short, fromArray.short, standard, "\(batch.movedItems.count)"]
  }

  static func snapshot(_ ids: [UUID]) -> ListSnapshot<Int, UUID> {
    do {
      var snapshot = try ListSnapshot<Int, UUID>(sections: [0])
      try snapshot.appendItems(ids)
      return snapshot
    } catch {
      fatalError("\(error)")
    }
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
