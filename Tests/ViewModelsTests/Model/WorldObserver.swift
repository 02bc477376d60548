import Observation
import Reactive

@testable import ViewModels

/// An observer that takes a step when it hears something.
@MainActor
final class WorldObserver {
  let list: Int
  let channel: Step.Channel
  private var times: Int
  private let step: Step
  private unowned let world: World
  private var token: AnyCancellable?
  private(set) var heard: [Heard] = []
  /// How much had been told before it joined.
  private let start: Int

  init(list: Int, _ channel: Step.Channel, times: Int, _ step: Step, in world: World) {
    (self.list, self.channel, self.times, self.step, self.world) = (list, channel, times, step, world)
    let told = world.heard[list]
    // Who joins while an insert is told hears of insertions from the next one on.
    let inserts = told[.updates, default: []].count { if case .insert = $0 { true } else { false } }
    start = channel == .insertions ? inserts : told[channel, default: []].count
    token = world.stages[list].observe(channel) { [unowned self] in hear($0) }
  }

  private func hear(_ something: Heard) {
    heard.append(something)
    guard times > 0 else { return }
    times -= 1
    world.nested { world.take(step) }
  }

  func leave() { token = nil }

  /// Whether it has heard what all have heard since it joined, in that order.
  func hasHeardAll(untilNow: Bool) -> Bool {
    let all = world.heard[list][channel, default: []].dropFirst(start)
    return untilNow ? heard == Array(all) : heard == Array(all.prefix(heard.count))
  }
}

/// Hears one update at a time, when it asks.
final class SlowObserver: Subscriber, @unchecked Sendable {  // used on the main actor alone
  private var subscription: (any Subscription)?
  private(set) var updates: [ListUpdate] = []

  func ask(for demand: Subscribers.Demand) { subscription?.request(demand) }
  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(_ input: ListUpdate) -> Subscribers.Demand {
    updates.append(input)
    return .none
  }
  func receive(completion: Subscribers.Completion<Never>) {}
}

/// Waits for Observation to tell of a change.
@MainActor
final class Tracker {
  private let stage: any Stage
  private let channel: Step.Channel
  private let shown: [Moment.Shown]
  private let states: [ModelState]
  private var isTold = false

  init(_ stage: any Stage, _ channel: Step.Channel, then act: @escaping @MainActor () -> Void) {
    (self.stage, self.channel) = (stage, channel)
    (shown, states) = withObservationTracking {
      channel == .updates ? (stage.shown, []) : ([], stage.targets.map { stage.state(of: $0) })
    } onChange: {
      // Observation tells before the change, so a front end looks in a later turn.
      Task { @MainActor in act() }
    }
  }

  func tell() { isTold = true }

  /// Whether a change has been told, if there was one.
  var isRight: Bool {
    isTold || (channel == .updates ? shown == stage.shown : states == stage.targets.map { stage.state(of: $0) })
  }
  var isOver: Bool { isTold }
}
