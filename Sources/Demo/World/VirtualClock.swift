/// The time of a virtual world as a clock, in whole milliseconds, for what waits by itself.
///
/// Whoever sleeps by it has to be among those that ``VirtualWorld/run(requests:step:)`` is told of: time stands still
/// until as many sleep. Cancelling is for the main actor alone.
struct VirtualClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  let world: VirtualWorld
  /// Decides the order of those due in the same millisecond; see ``VirtualWorld/sleep(_:ordinal:)``.
  let ordinal: Int

  var now: Instant { Instant(offset: .milliseconds(world.milliseconds)) }
  var minimumResolution: Duration { .milliseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let delay = ((deadline.offset - now.offset) / .milliseconds(1)).rounded(.up)
    try await world.sleepUnlessCancelled(max(0, Int(delay)), ordinal: ordinal)
  }
}
