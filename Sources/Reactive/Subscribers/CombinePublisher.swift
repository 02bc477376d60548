#if canImport(Combine)
  import Combine

  extension Publisher {
    /// This publisher as one of Combine's, for the operators that are not here.
    ///
    /// ```swift
    /// viewModel.updates.combine
    ///   .throttle(for: .seconds(1), scheduler: DispatchQueue.main, latest: true)
    ///   .sink { [weak self] _ in self?.save() }
    ///   .store(in: &cancellables)
    /// ```
    /// It delivers where this publisher does, one event at a time and in the same order. Combine's types don't say that it
    /// is the main actor: take the hop with `receive(on: .main)` before `combine`, where one is needed.
    public var combine: CombinePublisher<Self> { CombinePublisher(upstream: self) }
  }

  /// A publisher of this package as one of Combine's, see ``Publisher/combine``.
  public struct CombinePublisher<Upstream: Publisher>: Combine.Publisher {
    /// The type of the values published.
    public typealias Output = Upstream.Output
    /// The type of the error that can end the stream.
    public typealias Failure = Upstream.Failure
    let upstream: Upstream

    /// Subscribes a subscriber of Combine's. Demand and cancel go upstream as they are; asking for nothing is allowed.
    public func receive<S: Combine.Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(Relay(downstream: subscriber))
    }

    /// Unchecked, because Combine's subscribers are not Sendable: like this package's they are called with one event at a
    /// time, from any thread, and the call that hands over the subscription returns before the next one begins.
    private struct Relay<Downstream: Combine.Subscriber>: Subscriber, @unchecked Sendable
    where Downstream.Input == Output, Downstream.Failure == Failure {
      let downstream: Downstream

      func receive(subscription: any Subscription) {
        downstream.receive(subscription: CombineSubscription(upstream: subscription))
      }

      func receive(_ input: Output) -> Subscribers.Demand { Subscribers.Demand(downstream.receive(input)) }

      func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: downstream.receive(completion: .finished)
        case .failure(let error): downstream.receive(completion: .failure(error))
        }
      }
    }
  }

  private final class CombineSubscription: Combine.Subscription {
    private let upstream: any Subscription

    init(upstream: any Subscription) { self.upstream = upstream }

    func request(_ demand: Combine.Subscribers.Demand) {
      if demand != .none { upstream.request(Subscribers.Demand(demand)) }
    }

    func cancel() { upstream.cancel() }
  }

  extension Subscribers.Demand {
    fileprivate init(_ demand: Combine.Subscribers.Demand) { self = demand.max.map { .max($0) } ?? .unlimited }
  }

  extension Cancellable {
    /// Puts this into a set of Combine's cancellables, which cancels it when it goes.
    ///
    /// So an app that keeps a `Set<AnyCancellable>` of Combine's needs no second one.
    public func store(in set: inout Set<Combine.AnyCancellable>) { set.insert(Combine.AnyCancellable { cancel() }) }
  }
#endif
