/// Where a publisher delivers.
///
/// It follows from the publisher's type: what promises the main actor is at home there, whichever scheduler or thread
/// its parts were given. So no operator can promise the main actor and forget to deliver on it.
struct Home: Sendable {
  /// Where an event arrives: any thread.
  let isAnywhere: Bool
  let isMain: Bool
  private let scheduler: (any Scheduler)?

  /// The home of what `publisher` delivers.
  /// - Parameter scheduler: Where it delivers if it doesn't promise the main actor; nil for wherever an event arrives.
  init<P: Publisher>(of publisher: P, scheduler: (any Scheduler)? = nil) {
    isMain = publisher is any MainActorPublisher
    isAnywhere = !isMain && scheduler == nil
    self.scheduler = scheduler
  }

  /// Whether the caller may deliver here.
  ///
  /// Two stored flags rather than an enum, whose payload of existential type would be copied for each value: 12 % of a
  /// burst.
  var isHere: Bool { @inline(__always) get { isAnywhere || isMain && MainScheduler().isCurrent } }

  func schedule(_ action: @escaping @Sendable () -> Void) {
    if isMain {
      MainScheduler().schedule(action)
    } else if let scheduler {
      scheduler.schedule(action)
    } else {
      action()
    }
  }
}
