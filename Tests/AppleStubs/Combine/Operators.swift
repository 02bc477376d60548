// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension Publisher {
  // https://developer.apple.com/documentation/combine/publisher/sink(receivecompletion:receivevalue:)
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = Subscribers.Sink<Output, Failure>(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    subscribe(sink)
    return AnyCancellable(sink)
  }

  // https://developer.apple.com/documentation/combine/publisher/map(_:)-99evh
  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
    Publishers.Map(upstream: self, transform: transform)
  }

  // https://developer.apple.com/documentation/combine/publisher/filter(_:)
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
    Publishers.Filter(upstream: self, isIncluded: isIncluded)
  }

  // https://developer.apple.com/documentation/combine/publisher/receive(on:options:)
  public func receive<S: Scheduler>(on scheduler: S, options: S.SchedulerOptions? = nil)
    -> Publishers.ReceiveOn<Self, S>
  {
    Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
  }

  // https://developer.apple.com/documentation/combine/publisher/erasetoanypublisher()
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

extension Publisher where Failure == Never {
  // https://developer.apple.com/documentation/combine/publisher/sink(receivevalue:)
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
  // https://developer.apple.com/documentation/combine/publisher/assign(to:on:)
  public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
    sink { object[keyPath: keyPath] = $0 }
  }
}

// https://developer.apple.com/documentation/combine/anypublisher
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  private let subscribe: (AnySubscriber<Output, Failure>) -> Void
  public init<P: Publisher>(_ publisher: P) where Output == P.Output, Failure == P.Failure {
    subscribe = { publisher.subscribe($0) }
  }
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    subscribe(AnySubscriber(subscriber))
  }
}

// https://developer.apple.com/documentation/combine/anysubscriber
public struct AnySubscriber<Input, Failure: Error>: Subscriber {
  public let combineIdentifier: CombineIdentifier
  private let subscription: (any Subscription) -> Void
  private let value: (Input) -> Subscribers.Demand
  private let completion: (Subscribers.Completion<Failure>) -> Void
  public init<S: Subscriber>(_ s: S) where Input == S.Input, Failure == S.Failure {
    combineIdentifier = s.combineIdentifier
    subscription = { s.receive(subscription: $0) }
    value = { s.receive($0) }
    completion = { s.receive(completion: $0) }
  }
  public func receive(subscription: any Subscription) { self.subscription(subscription) }
  public func receive(_ value: Input) -> Subscribers.Demand { self.value(value) }
  public func receive(completion: Subscribers.Completion<Failure>) { self.completion(completion) }
}

// https://developer.apple.com/documentation/combine/publishers
public enum Publishers {
  public struct Map<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let transform: (Upstream.Output) -> Output
    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
      upstream.subscribe(Inner<Upstream.Output, S>(downstream: subscriber) { subscriber.receive(transform($0)) })
    }
  }

  public struct Filter<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let isIncluded: (Output) -> Bool
    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
      upstream.subscribe(
        Inner<Output, S>(downstream: subscriber) { isIncluded($0) ? subscriber.receive($0) : .max(1) })
    }
  }

  public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let scheduler: Context
    public let options: Context.SchedulerOptions?
    public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
      // Only for subscribers that want everything: the demand that a late call returns is lost.
      upstream.subscribe(
        Inner<Output, S>(downstream: subscriber) { value in
          scheduler.schedule(options: options) { _ = subscriber.receive(value) }
          return .none
        })
    }
  }

  private final class Inner<Input, Downstream: Subscriber>: Subscriber {
    typealias Failure = Downstream.Failure
    let downstream: Downstream
    let forward: (Input) -> Subscribers.Demand
    init(downstream: Downstream, _ forward: @escaping (Input) -> Subscribers.Demand) {
      (self.downstream, self.forward) = (downstream, forward)
    }
    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }
    func receive(_ input: Input) -> Subscribers.Demand { forward(input) }
    func receive(completion: Subscribers.Completion<Failure>) { downstream.receive(completion: completion) }
  }
}

// https://developer.apple.com/documentation/combine/passthroughsubject
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  public init() {}
  public func send(_ value: Output) {}
  public func send(completion: Subscribers.Completion<Failure>) {}
  public func send(subscription: any Subscription) {}
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {}
}

// https://developer.apple.com/documentation/combine/currentvaluesubject
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  public var value: Output
  public init(_ value: Output) { self.value = value }
  public func send(_ value: Output) {}
  public func send(completion: Subscribers.Completion<Failure>) {}
  public func send(subscription: any Subscription) {}
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {}
}

// https://developer.apple.com/documentation/combine/asyncpublisher
public struct AsyncPublisher<P: Publisher> where P.Failure == Never {
  public init(_ publisher: P) {}
}

// https://developer.apple.com/documentation/combine/asyncthrowingpublisher
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
  public struct Iterator: AsyncIteratorProtocol {
    public mutating func next() async throws -> P.Output? { nil }
  }
  public init(_ publisher: P) {}
  public func makeAsyncIterator() -> Iterator { Iterator() }
}

extension Publisher {
  // https://developer.apple.com/documentation/combine/publisher/values-v7nz
  public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}
