import ListViewModelsTestSupport
import Testing

@testable import ListEngine

/// Law 8: the value that keeps what a user did, beside what it has to show by the history.
@Suite("What a user did outranks older answers", .timeLimit(.minutes(40)))
struct ShownTests {
  typealias Step = ShownWorld.Step

  private static let few: [Step] = [
    .ask(0, .replaces), .ask(0, .appends), .ask(1, .appends), .answer(0, [1, 2]), .answer(0, [3]), .answer(1, [1]),
    .cancel(0),
    .edit([0: [.remove(1)]], isSent: false), .edit([0: [.remove(1)]], isSent: true),
    .edit([0: [.insert([TestItem(4, "new")], .first)]], isSent: true),
    .edit([0: [.update(TestItem(1, "mine"))]], isSent: false),
    .settle(oldest: true, takingBack: false), .settle(oldest: true, takingBack: true),
  ]

  /// What comes in at the front, and what joins on.
  private static let ends: [Step] = [
    .ask(0, .replaces), .ask(0, .prepends), .ask(0, .joins(leavingFront: true, back: true)),
    .ask(0, .joins(leavingFront: false, back: true)), .answer(0, [1, 2]), .answer(0, [3, 1]), .answer(0, [2, 4]),
    .edit([0: [.remove(1)]], isSent: false), .edit([0: [.insert([TestItem(4, "new")], .offset(1))]], isSent: true),
    .edit([0: [.insert([TestItem(5, "new")], .first)]], isSent: true),
    .settle(oldest: true, takingBack: false), .settle(oldest: true, takingBack: true),
  ]

  /// What is taken across beside edits that are being sent.
  private static let across: [Step] = [
    .ask(0, .replaces), .ask(1, .replaces), .answer(0, [1, 2]), .answer(1, [3, 1]),
    .edit([0: [.update(TestItem(1, "mine"))]], isSent: true),
    .edit([0: [.insert([TestItem(3, "new")], .last)]], isSent: true),
    .edit([0: [.sort(by: 7)]], isSent: false), .edit([1: [.update(TestItem(1, "other"))]], isSent: false),
    .edit([1: [.remove(1)]], isSent: true),
    .carry(1, from: 0, isSent: false), .carry(1, from: 0, isSent: true), .carry(1, from: 1, isSent: false),
    .carry(3, from: 0, isSent: false),
    .settle(oldest: true, takingBack: false), .settle(oldest: true, takingBack: true),
    .settle(oldest: false, takingBack: true),
  ]

  /// Offsets, while a page is on its way that comes in at the front and brings what is pushed and removed meanwhile.
  private static let front: [Step] = [
    .answer(0, [1, 2]), .answer(0, [3]), .ask(0, .prepends), .ask(0, .joins(leavingFront: true, back: true)),
    .edit([0: [.remove(2)]], isSent: true), .edit([0: [.insert([TestItem(2, "new")], .before(5))]], isSent: true),
    .edit([0: [.insert([TestItem(4, "new")], .offset(1))]], isSent: false),
    .edit([0: [.insert([TestItem(4, "new")], .after(8, orAt: .max))]], isSent: true),
    .edit([0: [.move(5, .offset(1))]], isSent: true),
    .settle(oldest: true, takingBack: false), .settle(oldest: true, takingBack: true),
    .settle(oldest: false, takingBack: false),
  ]

  /// Steps, each list after the ones that it begins with.
  private static let explored: [(first: [Step], steps: [Step])] = [
    ([], few), ([], ends), ([.ask(0, .replaces), .answer(0, [5, 6, 7]), .ask(0, .prepends)], front),
    ([.ask(0, .replaces), .answer(0, [1, 2])], across),
  ]

  @Test(
    "in every order of loads, answers, edits and their ends, what is shown is what the history says",
    arguments: explored)
  func everyOrder(after first: [Step], of steps: [Step]) async throws {
    let depth = Depth.isAll ? 7 : 4
    var histories = 0
    func explore(_ world: ShownWorld, _ path: [Step]) async throws {
      if path.count == depth { return }
      if path.count == 2 { await Task.yield() }  // other tests run on this thread, too
      for step in steps {
        var next = world
        guard let violation = next.take(step) else { continue }
        histories += 1
        if let violation { throw Broken(law: violation, after: first + path + [step]) }
        try await explore(next, path + [step])
      }
    }
    var world = ShownWorld()
    for step in first { _ = world.take(step) }
    try await explore(world, [])
    Depth.say("explored \(histories) histories of at most \(depth) events")
    #expect(histories > 1_000)
  }

  @Test("in random orders of many kinds of edits, what is shown is what the history says")
  func random() async throws {
    var random = SeededGenerator(seed: SeededGenerator.seed(for: "edits beside loads"))
    let runs = Depth.isAll ? 200_000 : 1_000
    for _ in 0..<runs {
      await Task.yield()
      var (world, path): (ShownWorld, [Step]) = (ShownWorld(), [])
      for _ in 0..<40 {
        let step = ShownWorld.step(using: &random)
        guard let violation = world.take(step) else { continue }
        path.append(step)
        if let violation { throw Broken(law: violation, after: path) }
      }
    }
  }

  private struct Broken: Error {
    let law: String
    let after: [Step]
  }
}
