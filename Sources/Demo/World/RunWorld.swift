import Reactive

/// A time that knows when a run is over.
@MainActor
protocol RunWorld: World {
  /// Lets time pass until no request is under way and nothing is due any more.
  /// - Parameters:
  ///   - requests: how many requests are under way.
  ///   - step: runs whenever something may have changed.
  func run(requests: CurrentValueSubject<Int, Never>, step: () -> Void) async
}

extension VirtualWorld: RunWorld {}
