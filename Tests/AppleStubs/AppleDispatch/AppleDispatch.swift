// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Apple's Dispatch: the toolchain's, and what Apple's module adds to it. It imports Combine and does not re-export it, so
// a queue is a scheduler of Combine's in every file that imports Dispatch. Its time type is not Sendable.
import Combine
@_exported import Dispatch

// https://developer.apple.com/documentation/dispatch/dispatchqueue
extension DispatchQueue: Combine.Scheduler {
  // https://developer.apple.com/documentation/dispatch/dispatchqueue/schedulertimetype
  public struct SchedulerTimeType: Strideable, Codable, Hashable {
    public var dispatchTime: DispatchTime { DispatchTime(uptimeNanoseconds: nanoseconds) }
    private var nanoseconds: UInt64
    public init(_ time: DispatchTime) { nanoseconds = time.uptimeNanoseconds }
    public func distance(to other: SchedulerTimeType) -> Stride {
      .nanoseconds(Int(other.nanoseconds) - Int(nanoseconds))
    }
    public func advanced(by n: Stride) -> SchedulerTimeType {
      SchedulerTimeType(DispatchTime(uptimeNanoseconds: UInt64(Int(nanoseconds) + n.magnitude)))
    }

    // https://developer.apple.com/documentation/dispatch/dispatchqueue/schedulertimetype/stride
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
      Hashable, Codable
    {
      public var magnitude: Int
      public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }
      public init(floatLiteral value: Double) { self = .seconds(value) }
      public init(integerLiteral value: Int) { self = .seconds(value) }
      public init?<T: BinaryInteger>(exactly source: T) { self = .seconds(Int(source)) }
      private init(magnitude: Int) { self.magnitude = magnitude }
      public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
      public static func + (lhs: Stride, rhs: Stride) -> Stride { .nanoseconds(lhs.magnitude + rhs.magnitude) }
      public static func - (lhs: Stride, rhs: Stride) -> Stride { .nanoseconds(lhs.magnitude - rhs.magnitude) }
      public static func * (lhs: Stride, rhs: Stride) -> Stride { .nanoseconds(lhs.magnitude * rhs.magnitude) }
      public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }
      public static func seconds(_ s: Double) -> Stride { .nanoseconds(Int(s * 1e9)) }
      public static func seconds(_ s: Int) -> Stride { .nanoseconds(s * 1_000_000_000) }
      public static func milliseconds(_ ms: Int) -> Stride { .nanoseconds(ms * 1_000_000) }
      public static func microseconds(_ us: Int) -> Stride { .nanoseconds(us * 1000) }
      public static func nanoseconds(_ ns: Int) -> Stride { Stride(magnitude: ns) }
    }
  }

  // https://developer.apple.com/documentation/dispatch/dispatchqueue/scheduleroptions
  public struct SchedulerOptions {
    public var qos: DispatchQoS
    public var flags: DispatchWorkItemFlags
    public var group: DispatchGroup?
    public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil) {
      (self.qos, self.flags, self.group) = (qos, flags, group)
    }
  }

  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    async(execute: DispatchWorkItem(block: action))
  }
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) { asyncAfter(deadline: date.dispatchTime, execute: DispatchWorkItem(block: action)) }
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(after: date, tolerance: tolerance, options: options, action)  // once; nobody asks for more here
    return AnyCancellable {}
  }
}
