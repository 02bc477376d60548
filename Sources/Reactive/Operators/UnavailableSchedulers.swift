import Foundation

// What Combine takes as a scheduler. A queue of Dispatch is not the main actor for the compiler, even if it is the main
// one, and a run loop stalls while the user scrolls. Disfavoured, so that `.main` means the scheduler, and is not found as
// `DispatchQueue.main`.

extension Publisher {
  /// Not available: write `.main`, or `.queue(q)` for a queue of your own.
  @available(*, unavailable, message: "use .main, or .queue(q) for a queue of your own") @_disfavoredOverload
  public func receive(on scheduler: DispatchQueue) -> Never { fatalError() }

  /// Not available: write `.main`, or `.queue(q)` for a queue of your own.
  @available(*, unavailable, message: "use .main, or .queue(q) for a queue of your own") @_disfavoredOverload
  public func receive(on scheduler: RunLoop) -> Never { fatalError() }

  /// Not available: write `.main`, or `.queue(q)` for a queue of your own.
  @available(*, unavailable, message: "use .main, or .queue(q) for a queue of your own") @_disfavoredOverload
  public func receive(on scheduler: OperationQueue) -> Never { fatalError() }

  /// Not available: write `.main`, or `.queue(q)` for a queue of your own.
  @available(*, unavailable, message: "use .main, or .queue(q) for a queue of your own") @_disfavoredOverload
  public func debounce(for dueTime: Duration, scheduler: DispatchQueue) -> Never { fatalError() }

  /// Not available: write `.main`, or `.queue(q)` for a queue of your own.
  @available(*, unavailable, message: "use .main, or .queue(q) for a queue of your own") @_disfavoredOverload
  public func debounce(for dueTime: Duration, scheduler: RunLoop) -> Never { fatalError() }

  /// Not available: write `.main`, or `.queue(q)` for a queue of your own.
  @available(*, unavailable, message: "use .main, or .queue(q) for a queue of your own") @_disfavoredOverload
  public func debounce(for dueTime: Duration, scheduler: OperationQueue) -> Never { fatalError() }
}
