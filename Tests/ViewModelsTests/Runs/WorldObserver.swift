import ListViewModelsTestSupport
import Reactive

@testable import ListEngine
@testable import ViewModels

/// An observer that takes a step when it hears something.
@MainActor
final class WorldObserver {
  let list: Int
  let channel: Step.Channel
  private var times: Int
  private let step: Step
  private unowned let world: ListWorld
  private var token: AnyCancellable?
  private(set) var heard: [Heard] = []
  /// How much had been told before it joined.
  private let start: Int

  init(list: Int, _ channel: Step.Channel, times: Int, _ step: Step, in world: ListWorld) {
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
