import Foundation

/// Explores every world, or those that the arguments name, and prints how many orders there were.
///
/// `LIMIT=n` in the environment stops each world after so many orders; `EXPLORE=all` stops at none.
@main
struct Exploration {
  private typealias World = (threads: [() -> Void], check: () -> Void)

  private let limit: Int
  private var worlds = 0
  private var orders = 0
  private var longest = 0
  private var cutOff = 0
  private var total = 0

  private init() {
    let environment = ProcessInfo.processInfo.environment
    limit = environment["EXPLORE"] == "all" ? .max : environment["LIMIT"].flatMap(Int.init) ?? 500
  }

  static func main() {
    var exploration = Exploration()
    for kind in OperatorWorld.Kind.allCases where isAsked(kind.rawValue) { exploration.explore(kind) }
    for kind in SubjectWorld.Kind.allCases where isAsked(kind.rawValue) { exploration.explore(kind) }
    print("\(exploration.total) orders, no law broken")
  }

  private static func isAsked(_ world: String) -> Bool {
    CommandLine.arguments.count == 1 || CommandLine.arguments.contains(world)
  }

  /// Two events on each of two threads.
  private mutating func explore(_ kind: OperatorWorld.Kind) {
    let (one, other) = kind.steps
    for demand in kind.demands {
      for programs in Step.pairs(of: 2, one, other, isSymmetric: !kind.hasHome && !kind.isDebounce) {
        explore("\(kind), the subscriber asks for \(demand): \(programs)") {
          let world = OperatorWorld(kind, programs, demand: demand)
          return (world.threads(), { _ = (world.check(), world.end()) })
        }
      }
    }
    report("\(kind)")
  }

  /// Two events on each of two threads; or one, and one inside a delivery.
  private mutating func explore(_ kind: SubjectWorld.Kind) {
    let (one, other) = kind.steps
    for demand: Subscribers.Demand in [.unlimited, .max(1)] {
      for reaction in [nil] + one.map({ $0 }) {
        for programs in Step.pairs(of: reaction == nil ? 2 : 1, one, other, isSymmetric: kind != .mainActor) {
          let inside = reaction.map { " and does \($0) at its first value" } ?? ""
          explore("\(kind), the first subscriber asks for \(demand)\(inside): \(programs)") {
            let world = SubjectWorld(kind, programs, demand: demand, reaction: reaction)
            return (world.threads(), { _ = (world.check(), world.end()) })
          }
        }
      }
    }
    report("\(kind)")
  }

  private mutating func explore(_ title: String, _ make: () -> World) {
    do {
      let (search, isComplete) = try Explorer.explore(limit: limit, make)
      (worlds, orders, longest) = (worlds + 1, orders + search.runs, max(longest, search.longest))
      if !isComplete { cutOff += 1 }
    } catch {
      print(title)
      error.printAndExit()
    }
  }

  private mutating func report(_ title: String) {
    let rest = cutOff == 0 ? "" : "; \(cutOff) pairs have more orders than \(limit) each"
    print("\(title): \(worlds) pairs of programs, \(orders) orders, up to \(longest) operations\(rest)")
    fflush(nil)
    total += orders
    (worlds, orders, longest, cutOff) = (0, 0, 0, 0)
  }
}
