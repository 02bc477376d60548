@preconcurrency import Dispatch

// Apple's Dispatch brings these types and methods where Combine exists; only our protocols are to be named there.
#if canImport(Combine)
  extension DispatchQueue: Scheduler {}
  extension DispatchQueue.SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {}
#else
  extension DispatchQueue: Scheduler {
    /// An instant, as Dispatch counts it.
    public struct SchedulerTimeType: Strideable, Hashable, Sendable {
      /// The instant.
      public var dispatchTime: DispatchTime

      /// An instant, as Dispatch counts it.
      public init(_ time: DispatchTime) { dispatchTime = time }

      /// The span from this instant to another one.
      public func distance(to other: Self) -> Stride {
        Stride(
          magnitude: Int(truncatingIfNeeded: other.dispatchTime.uptimeNanoseconds &- dispatchTime.uptimeNanoseconds))
      }

      /// The instant that far away.
      public func advanced(by stride: Stride) -> Self {
        stride.magnitude == .max ? Self(.distantFuture) : Self(dispatchTime + stride.timeInterval)
      }

      /// Hashes the instant.
      public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.uptimeNanoseconds) }
    }

    /// What Dispatch can be told beside an action.
    public struct SchedulerOptions: Sendable {
      /// The quality of service.
      public var qos: DispatchQoS
      /// The flags of the work item.
      public var flags: DispatchWorkItemFlags
      /// The group that the action belongs to.
      public var group: DispatchGroup?

      /// What Dispatch can be told beside an action.
      public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil) {
        self.qos = qos
        self.flags = flags
        self.group = group
      }
    }

    /// The current instant.
    public var now: SchedulerTimeType { SchedulerTimeType(.now()) }
    /// None.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs an action when its turn comes in the queue.
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
      let options = options ?? SchedulerOptions()
      async(group: options.group, qos: options.qos, flags: options.flags, execute: action)
    }

    /// Runs an action in the queue at some time after `date`.
    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping @Sendable () -> Void
    ) {
      let options = options ?? SchedulerOptions()
      asyncAfter(deadline: date.dispatchTime, qos: options.qos, flags: options.flags, execute: action)
    }

    /// Runs an action in the queue after `date`, and again and again, until it is cancelled.
    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
      let timer = DispatchSource.makeTimerSource(queue: self)
      timer.setEventHandler(qos: options?.qos ?? .unspecified, flags: options?.flags ?? [], handler: action)
      timer.schedule(deadline: date.dispatchTime, repeating: interval.timeInterval, leeway: tolerance.timeInterval)
      timer.resume()
      return AnyCancellable { timer.cancel() }
    }
  }

  extension DispatchQueue.SchedulerTimeType {
    /// A span of time, counted in nanoseconds. Literals are seconds.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
      Hashable, Sendable
    {
      /// The span in nanoseconds.
      public var magnitude: Int

      init(magnitude: Int) { self.magnitude = magnitude }

      /// The span that Dispatch names so; `never` is the longest one.
      public init(_ timeInterval: DispatchTimeInterval) {
        switch timeInterval {
        case .seconds(let seconds): self = .seconds(seconds)
        case .milliseconds(let milliseconds): self = .milliseconds(milliseconds)
        case .microseconds(let microseconds): self = .microseconds(microseconds)
        case .nanoseconds(let nanoseconds): self = .nanoseconds(nanoseconds)
        default: self.init(magnitude: .max)
        }
      }

      /// That many seconds.
      public init(floatLiteral value: Double) { self = .seconds(value) }
      /// That many seconds.
      public init(integerLiteral value: Int) { self = .seconds(value) }
      /// That many seconds; nil if it does not fit.
      public init?<T: BinaryInteger>(exactly source: T) {
        guard let seconds = Int(exactly: source) else { return nil }
        self = .seconds(seconds)
      }

      /// The span as Dispatch names it.
      public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

      /// That many seconds.
      public static func seconds(_ s: Int) -> Self { clamped(s, 1_000_000_000) }
      /// That many seconds.
      public static func seconds(_ s: Double) -> Self {
        Self(magnitude: Int(exactly: (s * 1e9).rounded(.towardZero)) ?? (s < 0 ? .min : .max))
      }
      /// That many thousandths of a second.
      public static func milliseconds(_ ms: Int) -> Self { clamped(ms, 1_000_000) }
      /// That many millionths of a second.
      public static func microseconds(_ us: Int) -> Self { clamped(us, 1_000) }
      /// That many billionths of a second.
      public static func nanoseconds(_ ns: Int) -> Self { Self(magnitude: ns) }

      private static func clamped(_ count: Int, _ unit: Int) -> Self {
        let (product, overflow) = count.multipliedReportingOverflow(by: unit)
        return Self(magnitude: overflow ? (count < 0 ? .min : .max) : product)
      }

      /// Whether one span is shorter.
      public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }
      /// The sum.
      public static func + (lhs: Self, rhs: Self) -> Self { Self(magnitude: lhs.magnitude + rhs.magnitude) }
      /// The difference.
      public static func - (lhs: Self, rhs: Self) -> Self { Self(magnitude: lhs.magnitude - rhs.magnitude) }
      /// The product of the nanoseconds, which `SignedNumeric` asks for.
      public static func * (lhs: Self, rhs: Self) -> Self { Self(magnitude: lhs.magnitude * rhs.magnitude) }
      /// The product, which `SignedNumeric` asks for.
      public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }
    }
  }
#endif
