import Reactive
import Testing

@Suite("Demand")
struct DemandTests {
  typealias Demand = Subscribers.Demand

  @Test("unlimited absorbs, subtraction clamps, sums too large are unlimited")
  func arithmetic() {
    #expect(Demand.max(42) + .unlimited == .unlimited)
    #expect(Demand.unlimited + .max(1) == .unlimited)
    #expect(Demand.max(100) + .max(42) == .max(142))
    #expect(Demand.max(.max) + .max(.max) == .unlimited)
    #expect(Demand.max(42) - .unlimited == .none)
    #expect(Demand.unlimited - .unlimited == .unlimited)
    #expect(Demand.max(100) - .max(42) == .max(58))
    #expect(Demand.max(1) - .max(2) == .none)
    var demand = Demand.none
    demand += .max(1)
    demand += .max(21)
    demand -= .max(2)
    #expect(demand == .max(20))
  }

  @Test("unlimited is more than any count; the description says it all")
  func comparison() {
    #expect(Demand.max(.max) < .unlimited)
    #expect(Demand.max(42) < .max(43))
    #expect(Demand.max(42) == .max(42))
    #expect(Demand.unlimited == .unlimited)
    #expect(Demand.none.max == 0)
    #expect(Demand.unlimited.max == nil)
    #expect("\(Demand.max(42)) \(Demand.unlimited) \(Demand.none)" == "max(42) unlimited max(0)")
  }
}
