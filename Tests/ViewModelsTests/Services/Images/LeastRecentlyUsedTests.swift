import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("Least recently used", .timeLimit(.minutes(10)))
struct LeastRecentlyUsedTests {
  @Test("what was used last is given up last")
  func order() {
    var entries = LeastRecentlyUsed<String, Int>()
    for (place, key) in ["a", "b", "c", "d"].enumerated() { entries.insert(place, for: key, cost: 1) }
    #expect(entries.use("a") == 0)
    entries.insertOldest(9, for: "z", cost: 1)
    #expect(entries.trim(to: 2).map(\.key) == ["z", "b", "c"])
    #expect(entries.cost == 2)
    #expect(entries.use("b") == nil)
  }

  @Test("it does as a plain list would, whatever is asked of it")
  func model() {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    var entries = LeastRecentlyUsed<Int, Int>()
    var model: [(key: Int, value: Int, cost: Int)] = []  // newest first
    for step in 0..<20_000 {
      let key = Int.random(in: 0..<40, using: &random)
      let place = model.firstIndex { $0.key == key }
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let cost = Int.random(in: 0...9, using: &random)
        #expect(entries.insert(step, for: key, cost: cost) == place.map { model.remove(at: $0).value })
        model.insert((key, step, cost), at: 0)
      case 2:
        #expect(entries.use(key) == place.map { model[$0].value })
        if let place { model.insert(model.remove(at: place), at: 0) }
      case 3:
        #expect(entries.remove(key) == place.map { model.remove(at: $0).value })
      case 4:
        entries.insertOldest(step, for: key, cost: 3)
        if place == nil { model.append((key, step, 3)) }
      default:
        let limit = Int.random(in: 0...150, using: &random)
        var removed: [Int] = []
        while model.reduce(0, { $0 + $1.cost }) > limit { removed.append(model.removeLast().key) }
        #expect(entries.trim(to: limit).map(\.key) == removed)
      }
      #expect(entries.count == model.count)
      #expect(entries.cost == model.reduce(0) { $0 + $1.cost })
    }
  }
}
