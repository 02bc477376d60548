import ListViewModelsTestSupport
import Testing

@testable import ListEngine

@Suite("Loads that wait for a request")
struct WaitingLoadsTests {
  /// A section that counts how often it is looked up or compared.
  private struct Section: Hashable, Sendable {
    nonisolated(unsafe) static var operations = 0  // one test, on one thread
    let name: String

    static func == (lhs: Self, rhs: Self) -> Bool {
      operations += 1
      return lhs.name == rhs.name
    }
    func hash(into hasher: inout Hasher) {
      Self.operations += 1
      hasher.combine(name)
    }
  }

  /// Refreshes a section so often behind a load that hangs, and then lets it have its request.
  /// - Returns: how many operations that took, and how many loads have waited in vain.
  private func drain(_ count: Int) -> (operations: Int, looks: Int) {
    let (hanging, other) = (Section(name: "hanging"), Section(name: "other"))
    var loads = Loads<Section, Bool, Int>(
      maximumLoads: 1, maximumPagesWithoutNewItems: 2, sections: [(hanging, 1), (other, 2)])
    _ = loads.handle(.loadNext(hanging)) { _ in 0 }
    Section.operations = 0
    for _ in 0..<count { _ = loads.handle(.refreshAll([other], .init(), ticket: 0)) { _ in 0 } }
    #expect(loads.waiting.count == 1)
    let started = loads.handle(.cancel(.section(hanging))) { _ in 0 }.count {
      if case .start = $0 { true } else { false }
    }
    #expect(started == 1 && loads.waiting.isEmpty)
    return (Section.operations, loads.firstWaiting - 1)
  }

  @Test("20,000 refreshes that wait behind a load that hangs are linear work")
  func refreshes() {
    let (few, many) = (drain(1_000), drain(20_000))
    // Each dictionary has its own hash seed, by which its two sections may or may not collide: half as much work again.
    // Work that is not linear is 400 times as much.
    #expect(many.operations <= 40 * few.operations)
    #expect(many.looks == 20_001, "each number is looked at once")
  }
}
