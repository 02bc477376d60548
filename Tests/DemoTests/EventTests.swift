import Foundation
import SampleService
import Testing

@testable import Demo

@MainActor
@Suite("The demo's events as JSON")
struct EventTests {
  private func run(_ words: [String]) async throws -> [[String: Any]] {
    var lines: [String] = []
    let status = await Command.run(
      words + ["--format", "json"], output: { lines.append($0) }, errors: { lines.append($0) })
    #expect(status == 0)
    return try lines.map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
  }

  @Test(
    "a list that does as the events say holds what the summary says, each id once in its section",
    arguments: [
      ["movies", "--pages", "8"], ["search"], ["categories"], ["categories", "--placeholders"],
      ["categories", "--together"], ["series"], ["photos"], ["store"], ["inbox"], ["chat"],
    ])
  func ids(words: [String]) async throws {
    for seed in 1...6 {
      let events = try await run(words + ["--seed", "\(seed)"])
      var list = List()
      for event in events { try list.apply(event) }
      #expect(list.sections.values.reduce(0) { $0 + $1.count } == events.last?["items"] as? Int)
      #expect(list.updates == events.last?["events"] as? Int)
    }
  }

  @Test("categories begin empty and come as inserts; with placeholders they come as reloads")
  func placeholders() async throws {
    for seed in 1...6 {
      let plain = try await run(["categories", "--seed", "\(seed)"]).compactMap { $0["event"] as? String }
      #expect(plain.count { $0 == "insert" } == 3 && !plain.contains("reload"))
      let shown = try await run(["categories", "--placeholders", "--seed", "\(seed)"]).compactMap {
        $0["event"] as? String
      }
      #expect(shown.count { $0 == "reload" } >= 3)
      #expect(shown.first == "state")  // the view's first count has them
    }
  }

  @Test("categories that are waited for together come in one right after another, with one animation")
  func together() async throws {
    var together = 0
    for seed in 1...6 {
      let events = try await run(["categories", "--together", "--seed", "\(seed)"])
      let failed = events.prefix { $0["event"] as? String != "allEnded" }.contains {
        $0["state"] as? String == "failed"
      }
      let times = events.filter { $0["event"] as? String == "insert" }.compactMap { $0["time"] as? Double }
      if failed { continue }  // what is retried comes later
      #expect(times.count == 3 && Set(times).count == 1)
      together += 1
    }
    #expect(together > 0)
  }

  @Test("the end of all first pages is told once, also of those that failed")
  func allEnded() async throws {
    for seed in 1...6 {
      let ends = try await run(["movies", "--seed", "\(seed)"]).filter { $0["event"] as? String == "allEnded" }
      #expect(ends.count == 1)
      let names = ["loaded", "failed", "cancelled"].flatMap { ends.first?[$0] as? [String] ?? [] }
      #expect(Set(names) == ["now_playing", "popular", "top_rated", "upcoming"])
    }
  }

  @Test("a search asks when typing pauses, skips an equal query, and the newest query wins")
  func search() async throws {
    var cancelled = 0
    for seed in 1...8 {
      let events = try await run(["search", "--seed", "\(seed)"])
      func at(_ event: [String: Any]) -> Double { event["time"] as? Double ?? -1 }
      let typed = events.filter { $0["event"] as? String == "typed" }
      cancelled += events.count { $0["state"] as? String == "cancelled" }
      // A first page is asked for 0.3 s after a key that changed the query, or again after a failure.
      var failed = false
      for event in events {
        if event["state"] as? String == "failed" { failed = true }
        guard event["state"] as? String == "loading" else { continue }
        if event["page"] as? Int == 1, !failed {
          #expect(typed.contains { abs(at($0) + 0.3 - at(event)) < 0.000_5 })
        }
        failed = false
      }
      let space = try #require(typed.first { ($0["query"] as? String)?.hasSuffix(" ") == true })
      #expect(!events.contains { $0["state"] as? String == "loading" && abs(at(space) + 0.3 - at($0)) < 0.000_5 })
      let last = try #require(typed.last?["query"] as? String)
      var list = List()
      for event in events { try list.apply(event) }
      let ids = try #require(list.sections[0]).compactMap { Int($0) }
      let seed = UInt64(seed)
      #expect(!ids.isEmpty && ids.count.isMultiple(of: 20))
      #expect(ids.allSatisfy { SampleMovie(id: $0, seed: seed).title.lowercased().contains(last) })
    }
    #expect(cancelled > 0)
  }
}

/// The ids that a list view would show, by position.
private struct List {
  var sections: [Int: [String]] = [:]
  var updates = 0

  mutating func apply(_ event: [String: Any]) throws {
    let ids = (event["ids"] as? [Any] ?? []).map { "\($0)" }
    func paths(_ key: String) -> [[Int]] { event[key] as? [[Int]] ?? [] }
    switch event["event"] as? String {
    case "insert":
      for (path, id) in zip(paths("indexPaths"), ids) { sections[path[0], default: []].insert(id, at: path[1]) }
      #expect(ids.count == event["count"] as? Int)
    case "reload": sections[try #require(event["sectionIndex"] as? Int)] = ids
    case "batch":
      let moves = (event["moved"] as? [[String: [Int]]] ?? []).map { ($0["from"] ?? [], $0["to"] ?? []) }
      let moved = moves.map { (sections[$0.0[0]]?[$0.0[1]] ?? "", $0.1) }
      for path in (paths("deleted") + moves.map(\.0)).sorted(by: { $0[1] > $1[1] }) {
        sections[path[0]]?.remove(at: path[1])
      }
      let new = Array(zip(ids, paths("inserted"))) + moved
      for (id, path) in new.sorted(by: { $0.1[1] < $1.1[1] }) { sections[path[0]]?.insert(id, at: path[1]) }
      #expect(sections.values.reduce(0) { $0 + $1.count } == event["total"] as? Int)
    default: return
    }
    updates += 1
    for ids in sections.values { #expect(Set(ids).count == ids.count) }
    if let section = event["sectionIndex"] as? Int, event["total"] as? Int != 3 {  // three are placeholders
      #expect(sections[section]?.count == event["total"] as? Int)
    }
  }
}
