// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The signatures of Combine that meet this package: its protocols, and the operators that its documentation shows beside
// them. They run, in the simplest way, so that the tests of the bridge do. What is sent comes from one thread.

// https://developer.apple.com/documentation/combine/cancellable
public protocol Cancellable { func cancel() }

// https://developer.apple.com/documentation/combine/anycancellable
public final class AnyCancellable: Cancellable, Hashable {
  private var body: (() -> Void)?
  public init(_ cancel: @escaping () -> Void) { body = cancel }
  public init<C: Cancellable>(_ canceller: C) { body = canceller.cancel }
  deinit { cancel() }
  public func cancel() { body.take()?() }
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Cancellable {
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    collection.append(AnyCancellable(self))
  }
  public func store(in set: inout Set<AnyCancellable>) { set.insert(AnyCancellable(self)) }
}

// https://developer.apple.com/documentation/combine/publisher
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input
}

extension Publisher {
  public func subscribe<S: Subscriber>(_ subscriber: S) where Failure == S.Failure, Output == S.Input {
    receive(subscriber: subscriber)
  }
}

// https://developer.apple.com/documentation/combine/subscriber
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error
  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

// https://developer.apple.com/documentation/combine/subscription
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  func request(_ demand: Subscribers.Demand)
}

// https://developer.apple.com/documentation/combine/customcombineidentifierconvertible
public protocol CustomCombineIdentifierConvertible { var combineIdentifier: CombineIdentifier { get } }
extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

// https://developer.apple.com/documentation/combine/combineidentifier
public struct CombineIdentifier: Hashable, Sendable {
  private let id: ObjectIdentifier
  public init(_ object: AnyObject) { id = ObjectIdentifier(object) }
}

// https://developer.apple.com/documentation/combine/subscribers
public enum Subscribers {
  // https://developer.apple.com/documentation/combine/subscribers/completion
  public enum Completion<Failure: Error> { case finished, failure(Failure) }

  // https://developer.apple.com/documentation/combine/subscribers/demand
  public struct Demand: Equatable, Comparable, Hashable, Codable, Sendable {
    private var count: UInt
    public static let unlimited = Demand(count: UInt(Int.max) + 1)
    public static let none = Demand(count: 0)
    public static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "demand cannot be negative")
      return Demand(count: UInt(value))
    }
    public var max: Int? { self == .unlimited ? nil : Int(count) }
    public static func < (lhs: Demand, rhs: Demand) -> Bool { lhs.count < rhs.count }
    public static func + (lhs: Demand, rhs: Demand) -> Demand {
      Demand(count: min(unlimited.count, lhs.count + rhs.count))
    }
  }

  // https://developer.apple.com/documentation/combine/subscribers/sink
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
    private let values: (Input) -> Void
    private let completions: (Completion<Failure>) -> Void
    private var subscription: (any Subscription)?
    public init(
      receiveCompletion: @escaping (Completion<Failure>) -> Void, receiveValue: @escaping (Input) -> Void
    ) { (values, completions) = (receiveValue, receiveCompletion) }
    public func receive(subscription: any Subscription) {
      self.subscription = subscription
      subscription.request(.unlimited)
    }
    public func receive(_ value: Input) -> Demand {
      values(value)
      return .none
    }
    public func receive(completion: Completion<Failure>) {
      subscription = nil
      completions(completion)
    }
    public func cancel() { subscription.take()?.cancel() }
  }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}
extension Subscribers.Completion: Sendable {}

// https://developer.apple.com/documentation/combine/subject
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  func send(_ value: Output)
  func send(completion: Subscribers.Completion<Failure>)
  func send(subscription: any Subscription)
}

// https://developer.apple.com/documentation/combine/schedulertimeintervalconvertible
public protocol SchedulerTimeIntervalConvertible {
  static func seconds(_ s: Int) -> Self
  static func seconds(_ s: Double) -> Self
  static func milliseconds(_ ms: Int) -> Self
  static func microseconds(_ us: Int) -> Self
  static func nanoseconds(_ ns: Int) -> Self
}

// https://developer.apple.com/documentation/combine/scheduler
public protocol Scheduler<SchedulerTimeType> {
  associatedtype SchedulerTimeType: Strideable where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
  associatedtype SchedulerOptions
  var now: SchedulerTimeType { get }
  var minimumTolerance: SchedulerTimeType.Stride { get }
  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void)
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable
}

extension Scheduler {
  public func schedule(_ action: @escaping () -> Void) { schedule(options: nil, action) }
}
