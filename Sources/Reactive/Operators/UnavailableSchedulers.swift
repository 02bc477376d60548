import Foundation

// What Combine takes as a scheduler. A queue of Dispatch is not the main actor for the compiler, even if it is the main
// one, and a run loop stalls while the user scrolls. Disfavoured, so that `.main` means the scheduler, and is not found as
// `DispatchQueue.main`. They return what those of the main actor do: then what is chained to them compiles, and the one error is
// the one that says what to write.

extension Publisher {
  /// Not available: write `.main`, or `.queue(q)` for a queue of your own.
  @available(*, unavailable, message: "use .main, or .queue(q) for a queue of your own") @_disfavoredOverload
  public func receive(on scheduler: DispatchQueue) -> Publishers.ReceiveOn<Self, MainScheduler> { fatalError() }

  /// Not available: write `.main`, or `.queue(q)` for a queue of your own.
  @available(*, unavailable, message: "use .main, or .queue(q) for a queue of your own") @_disfavoredOverload
  public func receive(on scheduler: RunLoop) -> Publishers.ReceiveOn<Self, MainScheduler> { fatalError() }

  /// Not available: write `.main`, or `.queue(q)` for a queue of your own.
  @available(*, unavailable, message: "use .main, or .queue(q) for a queue of your own") @_disfavoredOverload
  public func receive(on scheduler: OperationQueue) -> Publishers.ReceiveOn<Self, MainScheduler> { fatalError() }

  /// Not available: write `.main`, or `.queue(q)` for a queue of your own.
  @available(*, unavailable, message: "use .main, or .queue(q) for a queue of your own") @_disfavoredOverload
  public func debounce(for dueTime: Duration, scheduler: DispatchQueue) -> Publishers.Debounce<Self, MainScheduler> {
    fatalError()
  }

  /// Not available: write `.main`, or `.queue(q)` for a queue of your own.
  @available(*, unavailable, message: "use .main, or .queue(q) for a queue of your own") @_disfavoredOverload
  public func debounce(for dueTime: Duration, scheduler: RunLoop) -> Publishers.Debounce<Self, MainScheduler> {
    fatalError()
  }

  /// Not available: write `.main`, or `.queue(q)` for a queue of your own.
  @available(*, unavailable, message: "use .main, or .queue(q) for a queue of your own") @_disfavoredOverload
  public func debounce(for dueTime: Duration, scheduler: OperationQueue) -> Publishers.Debounce<Self, MainScheduler> {
    fatalError()
  }
}
