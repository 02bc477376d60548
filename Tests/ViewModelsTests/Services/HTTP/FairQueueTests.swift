import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("The queue of requests")
struct FairQueueTests {
  @Test("lanes take turns; within a lane the first comes first")
  func turns() {
    var queue = FairQueue<String, String>(limit: 1)
    let asked = ["a1", "a2", "a3", "a4", "b1", "c1", "b2"]
    let started = asked.filter { queue.ask($0, in: String($0.prefix(1))) }
    #expect(started == ["a1"])
    let order = asked.map { _ in queue.finish() }
    #expect(order == ["a2", "b1", "c1", "a3", "b2", "a4", nil])
    let startsAgain = queue.ask("a5", in: "a")
    #expect(startsAgain)
  }

  @Test("one that leaves is not started, and its lane loses its turn only with its last")
  func leaving() {
    var queue = FairQueue<String, Int>(limit: 1)
    for (ticket, lane) in [(1, "a"), (2, "b"), (3, "b"), (4, "c")] { _ = queue.ask(ticket, in: lane) }
    let left = [(1, "a"), (2, "b"), (2, "b")].map { queue.cancel($0.0, in: $0.1) }
    #expect(left == [false, true, false], "the first one runs, the third time it has left")
    let next = queue.finish()
    #expect(next == 3)
    let hasLeft = queue.cancel(4, in: "c")
    let last = queue.finish()
    #expect(hasLeft && last == nil)
  }

  @Test("no traffic starves a lane, exceeds the limit or loses a ticket")
  func anyTraffic() {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    for _ in 0..<200 {
      let limit = Int.random(in: 1...4, using: &random)
      var queue = FairQueue<Int, Int>(limit: limit)
      var running = 0
      var waiting: [(ticket: Int, lane: Int)] = []
      var lanes: [Int: Int] = [:]
      // For each lane that waits: which others were served since its last turn.
      var servedSince: [Int: [Int]] = [:]
      for ticket in 0..<100 {
        let lane = Int.random(in: 0..<5, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5:
          lanes[ticket] = lane
          if queue.ask(ticket, in: lane) {
            #expect(running < limit)
            running += 1
          } else {
            #expect(running == limit)
            if !waiting.contains(where: { $0.lane == lane }) { servedSince[lane] = [] }
            waiting.append((ticket, lane))
          }
        case 5..<8 where running > 0:
          let next = queue.finish()
          #expect((next == nil) == waiting.isEmpty)
          guard let next, let served = lanes[next] else {
            running -= 1
            continue
          }
          #expect(waiting.first { $0.lane == served }?.ticket == next, "first come, first served")
          waiting.removeAll { $0.ticket == next }
          servedSince[served] = nil
          for lane in servedSince.keys { servedSince[lane]?.append(served) }
          if waiting.contains(where: { $0.lane == served }) { servedSince[served] = [] }
          for others in servedSince.values { #expect(Set(others).count == others.count, "nobody twice before another") }
        default:
          guard let leaver = waiting.randomElement(using: &random) else { continue }
          let hasLeft = queue.cancel(leaver.ticket, in: leaver.lane)
          #expect(hasLeft)
          waiting.removeAll { $0.ticket == leaver.ticket }
          if !waiting.contains(where: { $0.lane == leaver.lane }) { servedSince[leaver.lane] = nil }
        }
      }
    }
  }
}
