import ListViewModelsTestSupport
import Reactive

/// An operator of an app's own that keeps its subscribers for ever, calls them when it likes, and gives them no
/// subscription of its own: it passes on that of upstream, or passes them on themselves.
final class Keeper<Output: Sendable, Failure: Error>: Publisher {
  private let upstream: any Publisher<Output, Failure>
  private let passesSubscriberOn: Bool
  private let kept = Box<(subscriber: any Subscriber<Output, Failure>, subscription: (any Subscription)?)?>(nil)

  init(_ upstream: any Publisher<Output, Failure>, passesSubscriberOn: Bool) {
    (self.upstream, self.passesSubscriberOn) = (upstream, passesSubscriberOn)
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    kept.value = (subscriber, nil)
    if passesSubscriberOn { return upstream.subscribe(subscriber) }
    upstream.subscribe(
      ClosureSubscriber<Output, Failure>(
        receiveSubscription: { [kept] subscription in
          kept.change { $0?.subscription = subscription }
          subscriber.receive(subscription: subscription)
        }, receiveValue: { subscriber.receive($0) }, receiveCompletion: { subscriber.receive(completion: $0) }))
  }

  /// Ends the stream, as an operator does that times out, on whichever thread that is.
  func end() {
    let kept = kept.value
    kept?.subscription?.cancel()
    kept?.subscriber.receive(completion: .finished)
  }
}
