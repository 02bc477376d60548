import Foundation
import Testing

@testable import Demo

@MainActor
@Suite("The race")
struct RaceTests {
  private func run(_ words: String...) async -> (status: Int32, lines: [String]) {
    var lines: [String] = []
    let status = await Command.run(
      ["race"] + words, output: { lines.append($0) }, errors: { lines.append("error: \($0)") })
    return (status, lines)
  }

  private func objects(_ lines: [String]) throws -> [[String: Any]] {
    try lines.map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
  }

  @Test("each mistake is stopped with UIKit's words, the gate is not, and that is a success")
  func oneSeed() async throws {
    let run = await run("--seed", "1", "--format", "json")
    let results = try objects(run.lines)
    #expect(run.status == 0)
    #expect(results.map { $0["way"] as? String } == ["hop", "early-paths", "batch-each", "gate"])
    #expect(results.map { $0["crashed"] as? Bool } == [true, true, true, false])
    let reasons = results.map { $0["reason"] as? String }
    let wrongCount = "Invalid update: invalid number of items in section "
    #expect(reasons[0]?.hasPrefix(wrongCount) == true && reasons[2]?.hasPrefix(wrongCount) == true)
    #expect(
      reasons[1]
        == "attempt to insert item 38 into section 2, but there are only 38 items in section 2 after the update")
    #expect(reasons[3] == nil)
  }

  @Test("a run by hand ends with its exception: nothing is told or taken in after it")
  func endsThere() async throws {
    for mistake in Mistake.allCases {
      let screen = HandMadeScreen(mistake, seed: 1, pages: 6)
      await screen.run()
      let crash = try #require(screen.crash)
      #expect(screen.list.violations == [crash])
      #expect(screen.story.last?.hasPrefix(TextPrinter.start(screen.timeline.end, "").prefix(7)) == true)
      #expect(screen.timeline.pages < 24)
    }
  }

  @Test("the gate's part of the race is what the movies do with that seed")
  func sameTraffic() async throws {
    let race = try objects(await run("--seed", "3", "--format", "json").lines)
    var movies: [String] = []
    _ = await Command.run(["movies", "--pages", "6", "--seed", "3", "--format", "json"], output: { movies.append($0) })
    let summary = try #require(objects(movies).last)
    for key in ["pages", "items"] { #expect(race.last?[key] as? Int == summary[key] as? Int) }
    #expect(race.last?["time"] as? Double == summary["time"] as? Double)
  }

  @Test("over many seeds each mistake crashes some, the gate none")
  func manySeeds() async throws {
    let run = await run("--seeds", "12", "--seed", "100", "--pages", "4", "--format", "json")
    let counts = try objects(run.lines)
    #expect(run.status == 0)
    #expect(counts.map { $0["seeds"] as? Int } == [12, 12, 12, 12])
    let crashed = counts.compactMap { $0["crashed"] as? Int }
    #expect(crashed.count == 4 && crashed.last == 0)
    #expect(crashed.dropLast().allSatisfy { $0 > 0 })
  }

  @Test("one seed prints the same lines again; the story before an exception names its moment")
  func reproducible() async {
    let first = await run("--seed", "4")
    let second = await run("--seed", "4")
    #expect(first.lines == second.lines)
    #expect(first.lines.count { $0.contains("'NSInternalInconsistencyException', reason: '") } >= 2)
    #expect(first.lines.last?.hasSuffix("no exception") == true)
  }

  @Test("the last seed there is may be raced, too")
  func lastSeed() async {
    let run = await run("--seed", String(UInt64.max), "--seeds", "2", "--pages", "1")
    #expect(run.lines.count == 5 && run.status == 0)
  }
}
