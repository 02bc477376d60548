import Dispatch
import Foundation
import ListViewModelsTestSupport
import Reactive

/// A subscriber made of closures.
final class ClosureSubscriber<Input: Sendable, Failure: Error>: Subscriber {
  private let receiveSubscription: @Sendable (any Subscription) -> Void
  private let receiveValue: @Sendable (Input) -> Subscribers.Demand
  private let receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void

  init(
    receiveSubscription: @escaping @Sendable (any Subscription) -> Void = { $0.request(.unlimited) },
    receiveValue: @escaping @Sendable (Input) -> Subscribers.Demand = { _ in .none },
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void = { _ in }
  ) {
    self.receiveSubscription = receiveSubscription
    self.receiveValue = receiveValue
    self.receiveCompletion = receiveCompletion
  }

  convenience init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    self.init(
      receiveSubscription: { subscriber.receive(subscription: $0) }, receiveValue: { subscriber.receive($0) },
      receiveCompletion: { subscriber.receive(completion: $0) })
  }

  func receive(subscription: any Subscription) { receiveSubscription(subscription) }
  func receive(_ input: Input) -> Subscribers.Demand { receiveValue(input) }
  func receive(completion: Subscribers.Completion<Failure>) { receiveCompletion(completion) }
}

/// An operator of an app's own: does something before the subscription is passed on, and something after.
struct Meanwhile<Upstream: Publisher>: Publisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure

  let upstream: Upstream
  var before: @Sendable () -> Void = {}
  var after: @Sendable () -> Void = {}

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let (before, after) = (before, after)
    upstream.subscribe(
      ClosureSubscriber<Output, Failure>(
        receiveSubscription: { subscription in
          before()
          subscriber.receive(subscription: subscription)
          after()
        }, receiveValue: { subscriber.receive($0) }, receiveCompletion: { subscriber.receive(completion: $0) }))
  }
}

/// Runs `body` on another thread and returns when it has run, and that thread holds nothing of it any more.
func elsewhere(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  let work = Box<(@Sendable () -> Void)?>(body)
  Thread {
    work.value?()
    work.value = nil
    done.signal()
  }.start()
  done.wait()
}
