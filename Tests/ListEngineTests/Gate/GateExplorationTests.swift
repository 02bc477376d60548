import ListViewModelsTestSupport
import Testing

@testable import ListEngine

/// Every order of what can happen to a gate with two drivers and three changes, three steps deep, and four with two bindings of
/// one list. `EXPLORE=all` goes five deep, six without a loop, takes two steps in one turn of the main actor, calls back from
/// inside updates, makes changes in views themselves, and lets go of views.
@MainActor
@Suite("The gate, explored", .serialized, .timeLimit(.minutes(20)))
struct GateExplorationTests {
  nonisolated static let pairs: [[GateWorld.Driver]] = [
    [.binding(0), .binding(1)], [.binding(0), .loop(0)], [.binding(0), .loop(1)], [.loop(0), .loop(1)],
    [.binding(0), .elsewhere(0)], [.loop(0), .elsewhere(0)],
  ]

  @Test("no order of changes, drivers, animations, holds and turns breaks a law", arguments: pairs)
  func everyOrder(_ drivers: [GateWorld.Driver]) async throws {
    let isAll = Depth.isAll
    let hasLoop = drivers.contains { if case .loop = $0 { true } else { false } }
    let deepest = isAll ? (hasLoop ? 5 : 6) : drivers == Self.pairs[0] ? 4 : 3
    let steps = GateWorld.steps(all: isAll)
    var seen: Set<String> = []
    var level: [[GateWorld.Step]] = [[]]
    var (depth, transitions) = (0, 0)
    while !level.isEmpty, depth < deepest {
      var next: [[GateWorld.Step]] = []
      for path in level {
        var fresh: GateWorld?
        for step in steps {
          let world = if let fresh { fresh } else { await self.world(drivers, after: path, all: isAll) }
          fresh = world
          guard world.canTake(step) else { continue }
          fresh = nil
          transitions += 1
          if let violation = await world.take(step) { throw Broken(law: violation, after: path + [step]) }
          if seen.insert(world.key).inserted {
            next.append(path + [step])
            if await !world.ends() { throw Broken(law: "something never ends", after: path + [step]) }
          }
          await world.close()
        }
        await fresh?.close()
      }
      level = next
      if !level.isEmpty { depth += 1 }
    }
    Depth.say("\(drivers): explored \(seen.count) states, \(transitions) transitions, \(depth) steps deep")
    #expect(depth >= 3)
  }

  private func world(_ drivers: [GateWorld.Driver], after path: [GateWorld.Step], all: Bool) async -> GateWorld {
    let world = GateWorld(drivers, mostStepsInATurn: all ? 2 : 1)
    for step in path { _ = await world.take(step) }
    return world
  }

  private struct Broken: Error {
    let law: String
    let after: [GateWorld.Step]
  }
}
