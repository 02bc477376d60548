import Benchmark
import Dispatch

/// A sum that sinks add to, so that no delivery can be optimised away. Each benchmark delivers on one thread at a time.
final class Sum: @unchecked Sendable {
  var value = 0
}

/// What a subject of view models sends: a section, and the offsets of what came into it.
struct Event: Sendable {
  let section: Int
  var offsets = Array(0..<20)
}

/// One row of the table: the same work on both sides, `count` operations an iteration.
struct Case: Sendable {
  let name: String
  let count: Int
  let ours: @Sendable (Int) -> Void
  let theirs: @Sendable (Int) -> Void
}

let cases: [Case] =
  [1, 10].map { sinks in
    // Beside their subject alone, with the same event: what a gate costs on top of telling.
    Case(
      name: "a change through the gate to \(sinks) sink\(sinks == 1 ? "" : "s")", count: 50_000 / sinks,
      ours: { Ours.gate(to: sinks, count: $0) }, theirs: { Theirs.updates(to: sinks, count: $0) })
  }
  + [1, 10].map { sinks in
    Case(
      name: "MainActorSubject to \(sinks) sink\(sinks == 1 ? "" : "s")", count: 100_000 / sinks,
      ours: { Ours.mainActor(to: sinks, count: $0) }, theirs: { Theirs.events(to: sinks, count: $0) })
  }
  + [1, 10, 100].map { sinks in
    Case(
      name: "send to \(sinks) sink\(sinks == 1 ? "" : "s")", count: 100_000 / sinks,
      ours: { Ours.send(to: sinks, count: $0) }, theirs: { Theirs.send(to: sinks, count: $0) })
  } + [
    Case(name: "map.filter.map.sink", count: 100_000, ours: Ours.chain, theirs: Theirs.chain),
    Case(
      name: "removeDuplicates, all different", count: 100_000, ours: Ours.removeDuplicates,
      theirs: Theirs.removeDuplicates),
    Case(name: "current value to 1 sink", count: 100_000, ours: Ours.current, theirs: Theirs.current),
    Case(name: "receive(on:) a queue, burst", count: 200_000, ours: Ours.burst, theirs: Theirs.burst),
    Case(name: "ours beside one queue.async a value", count: 200_000, ours: Ours.burst, theirs: asyncEach),
    Case(
      name: "sink and cancel", count: 20_000, ours: { Ours.sinkAndCancel(beside: 0, count: $0) },
      theirs: { Theirs.sinkAndCancel(beside: 0, count: $0) }),
    Case(
      name: "sink and cancel beside 1,000", count: 20_000, ours: { Ours.sinkAndCancel(beside: 1000, count: $0) },
      theirs: { Theirs.sinkAndCancel(beside: 1000, count: $0) }),
  ]

/// What `receive(on:)` has to beat: an action for each value, by hand.
@Sendable
func asyncEach(_ count: Int) {
  let queue = DispatchQueue(label: "async each")
  let sum = Sum()
  for value in 0..<count { queue.async { sum.value &+= value } }
  queue.sync {}
}

// The side comes last in the name, and the number of operations between: `table` splits there.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock], timeUnits: .nanoseconds, warmupIterations: 3, maxDuration: .milliseconds(1500),
    maxIterations: 200)
  for item in cases {
    Benchmark("\(item.name);\(item.count);ours") { _ in item.ours(item.count) }
    Benchmark("\(item.name);\(item.count);theirs") { _ in item.theirs(item.count) }
  }
}
