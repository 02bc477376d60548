// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Apple's Foundation: Linux's, with the networking that is a module of its own here, and with Apple's Dispatch. It
// imports Combine without re-exporting it: run loops and operation queues are schedulers of Combine's.
@_exported import AppleDispatch
import Combine
@_exported import Darwin
@_exported import Foundation
@_exported import FoundationNetworking

// https://developer.apple.com/documentation/foundation/runloop
extension RunLoop: Combine.Scheduler {
  // https://developer.apple.com/documentation/foundation/runloop/schedulertimetype
  public typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  // https://developer.apple.com/documentation/foundation/runloop/scheduleroptions
  public struct SchedulerOptions {}
  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {}
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {}
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable { AnyCancellable {} }
}

// https://developer.apple.com/documentation/foundation/operationqueue
extension OperationQueue: Combine.Scheduler {
  // https://developer.apple.com/documentation/foundation/operationqueue/schedulertimetype
  public typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  // https://developer.apple.com/documentation/foundation/operationqueue/scheduleroptions
  public struct SchedulerOptions {}
  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {}
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {}
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable { AnyCancellable {} }
}

// https://developer.apple.com/documentation/foundation/nsitemprovider
open class NSItemProvider: NSObject {}
