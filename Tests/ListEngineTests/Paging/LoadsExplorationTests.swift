import ListViewModelsTestSupport
import Testing

@testable import ListEngine

/// Every order of what can happen to the loads of two sections, without tasks, gate or service: eight events deep, and with
/// `EXPLORE=all` to the last state, with all steps for both sections.
@Suite("The loads of a list, explored", .timeLimit(.minutes(20)))
struct LoadsExplorationTests {
  /// A state, and how it was reached.
  private final class Node {
    let world: LoadsWorld
    let step: LoadsWorld.Step?
    let parent: Node?

    init(_ world: LoadsWorld, by step: LoadsWorld.Step? = nil, from parent: Node? = nil) {
      (self.world, self.step, self.parent) = (world, step, parent)
    }

    var path: [LoadsWorld.Step] { (parent?.path ?? []) + (step.map { [$0] } ?? []) }
  }

  @Test("no order of wishes, answers, failures, turns, and sections that come and go breaks a law")
  func everyOrder() async throws {
    let steps = LoadsWorld.steps(all: Depth.isAll)
    #expect(try await explore(LoadsWorld(), steps) >= 8)
  }

  @Test("nor does one of a section that begins in the middle, pages both ways and joins on")
  func bothEnds() async throws {
    let world = LoadsWorld(sections: 1, lastPage: 3)
    #expect(try await explore(world, LoadsWorld.stepsAtBothEnds) >= 8)
  }

  /// - Returns: How many events deep the states lie.
  private func explore(_ world: LoadsWorld, _ steps: [LoadsWorld.Step]) async throws -> Int {
    var seen: Set<[UInt8]> = [world.key]
    var level = [Node(world)]
    var (depth, transitions) = (0, 0)
    while !level.isEmpty, Depth.isAll || depth < 8 {
      var next: [Node] = []
      for (index, node) in level.enumerated() {
        if index.isMultiple(of: 50) { await Task.yield() }  // other tests run on this thread, too
        for step in steps {
          var world = node.world
          guard let violation = world.take(step) else { continue }
          transitions += 1
          if let violation { throw Broken(law: violation, after: node.path + [step]) }
          guard seen.insert(world.key).inserted else { continue }
          if !world.ends { throw Broken(law: "something never ends", after: node.path + [step]) }
          if world.takesStaleAnswers { throw Broken(law: "a stale answer is taken", after: node.path + [step]) }
          next.append(Node(world, by: step, from: node))
        }
      }
      level = next
      if !level.isEmpty { depth += 1 }
    }
    Depth.say("explored \(seen.count) states, \(transitions) transitions, \(depth) events deep")
    return depth
  }

  private struct Broken: Error {
    let law: String
    let after: [LoadsWorld.Step]
  }
}
