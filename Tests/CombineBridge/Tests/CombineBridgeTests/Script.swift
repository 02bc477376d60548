import ListViewModelsTestSupport

/// What happens to a random pipeline: the subject at its head, its stages, how its subscribers behave, and what is done
/// one step after the other.
struct Script: CustomStringConvertible {
  /// The last three are operators of Combine's alone.
  enum Stage: CaseIterable { case half, notThirds, odd, distinct, similar, hop, pause, sum, two, rest }
  enum Step: Equatable {
    case send(Int), finish, fail, request(Int?), cancel, join
    case advance(milliseconds: Int)
  }
  /// What a subscriber does inside a value.
  enum Reaction: Equatable {
    case nothing, cancel, send(Int)
    case ask(Int?), returnDemand(Int?)
  }

  let isCurrentValue: Bool
  /// The first of them are this package's, those behind the bridge Combine's.
  let stages: [Stage]
  let bridge: Int
  let demand: Int?
  let reactions: [Reaction]
  let steps: [Step]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    func demand() -> Int? { chance(30) ? nil : .random(in: 1...3, using: &random) }
    isCurrentValue = chance(40)
    func stages(_ count: ClosedRange<Int>, of all: ArraySlice<Stage>) -> [Stage] {
      (0..<Int.random(in: count, using: &random)).compactMap { _ in all.randomElement(using: &random) }
    }
    let own = stages(0...3, of: Stage.allCases.prefix(7))
    (self.stages, bridge) = (own + stages(0...2, of: Stage.allCases[...]), own.count)
    let isUnlimited = chance(50)
    self.demand = isUnlimited ? nil : .random(in: 1...3, using: &random)
    // Combine delivers a value sent inside another one at once: the others hear it first, and it meets the demand of
    // that moment. Here there is one order for all. So such values are sent to one subscriber without a limit.
    let sendsInside = isUnlimited && chance(30)
    reactions = (0..<8).map { _ in
      if chance(60) { return .nothing }
      switch Int.random(in: 0..<10, using: &random) {
      case 0: return .cancel
      case 1...5: return sendsInside ? .send(.random(in: 0..<12, using: &random)) : .returnDemand(demand())
      default: return isUnlimited ? .nothing : .ask(demand())
      }
    }
    steps = (0..<Int.random(in: 1...25, using: &random)).map { _ in
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<60: .send(.random(in: 0..<12, using: &random))
      case 60..<75: .advance(milliseconds: .random(in: 0...7, using: &random))
      case 75..<88: .request(demand())
      case 88..<91: .finish
      case 91..<93: .fail
      case 93..<95: .cancel
      default: sendsInside ? .send(0) : .join
      }
    }
  }
}

extension Script {
  var description: String {
    """
    \(isCurrentValue ? "current value" : "passthrough"), \(stages.prefix(bridge)) bridge \(stages.dropFirst(bridge)), \
    demand \(demand.map(String.init) ?? "unlimited"), \(reactions), \(steps)
    """
    .replacing("CombineBridgeTests.Script.", with: "")
  }
}
