import Combine
import ListViewModelsTestSupport
import Reactive

/// A subscriber of Combine's that behaves as a script says and writes down what it receives, and when. One thread uses it.
final class ScriptedSubscriber: Combine.Subscriber {
  enum Event: Equatable { case value(Int), finished, failed }
  struct Entry: Equatable, CustomStringConvertible {
    let event: Event
    let time: Duration
    var description: String { "\(event) at \(Int(time / .milliseconds(1)))".replacing("value", with: "") }
  }

  /// What came before it cancelled, and after.
  private(set) var received: [Entry] = []
  private(set) var afterCancel: [Entry] = []
  private var subscription: (any Combine.Subscription)?
  private var isCancelled = false
  private let script: Script
  private let clock: VirtualTimeScheduler
  private let send: (Int) -> Void

  init(_ script: Script, clock: VirtualTimeScheduler, send: @escaping (Int) -> Void) {
    (self.script, self.clock, self.send) = (script, clock, send)
  }

  func request(_ count: Int?) { subscription?.request(demand(count)) }

  func cancel() {
    isCancelled = true
    subscription?.cancel()
  }

  func receive(subscription: any Combine.Subscription) {
    self.subscription = subscription
    subscription.request(demand(script.demand))
  }

  func receive(_ input: Int) -> Combine.Subscribers.Demand {
    let count = received.count
    note(.value(input))
    guard !isCancelled, count < script.reactions.count else { return .none }
    switch script.reactions[count] {
    case .nothing: break
    case .cancel: cancel()
    case .send(let value): send(value)
    case .ask(let count): request(count)
    case .returnDemand(let count): return demand(count)
    }
    return .none
  }

  func receive(completion: Combine.Subscribers.Completion<TestError>) {
    note(completion == .finished ? .finished : .failed)
  }

  private func note(_ event: Event) {
    let entry = Entry(event: event, time: clock.now)
    if isCancelled { afterCancel.append(entry) } else { received.append(entry) }
  }

  private func demand(_ count: Int?) -> Combine.Subscribers.Demand { count.map { .max($0) } ?? .unlimited }
}
