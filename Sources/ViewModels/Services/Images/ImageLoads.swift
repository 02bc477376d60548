import Foundation

/// Which images are being fetched, for whom, and in what order: a pure value whose methods return what is to be done.
///
/// An image is fetched once for all who wait for it: looked for on disk, then downloaded when there is a place, then
/// written to disk. A waiter can leave at any time; when the last one has left, the fetch is given up.
struct ImageLoads<Waiter: Sendable>: Sendable {
  /// What is to be done, in this order.
  enum Action: Sendable {
    /// Look for the image on disk, and tell ``notOnDisk(_:)`` or ``found(_:_:)``.
    case lookUp(Int, URL)
    /// Download the image, and tell ``downloaded(_:_:)`` or ``failed(_:_:)``.
    case download(Int, URL)
    /// Stop looking or downloading.
    case giveUp(Int)
    /// Tell these waiters, who came in this order.
    case answer([Waiter], Result<Data, any Error>)
    /// Write the image to disk, and tell ``kept(_:)``.
    case keep(Int, URL, Data)
  }

  private enum Stage {
    /// Being looked for on disk.
    case lookingUp
    /// Waiting for a place to download.
    case queued
    /// Being downloaded, in a place that counts as one for prefetching or not.
    case downloading(isPrefetch: Bool)
    /// Being written to disk; whoever asks meanwhile gets the image at once.
    case keeping(Data)
  }

  private struct Flight {
    let url: URL
    var stage = Stage.lookingUp
    var waiters: [Int: Waiter] = [:]
    var isPrefetch: Bool
  }

  private static var enoughToKeep: Int { 16 }

  private let places: Int
  private let placesAhead: Int
  private var flights: [Int: Flight] = [:]
  private var current: [URL: Int] = [:]
  private var flightOfWaiter: [Int: Int] = [:]
  private var lastFlight = 0
  // Both may hold flights that have ended or moved on since; those are passed over.
  private var queue: ArraySlice<Int> = []
  private var queueAhead: ArraySlice<Int> = []
  private var downloading = 0
  private var downloadingPrefetches = 0
  private var keeping = 0

  /// - Parameter places: how many downloads run at a time; prefetching gets half of them.
  init(places: Int) {
    precondition(places > 0, "nothing could ever be downloaded")
    self.places = places
    placesAhead = max(1, places / 2)
  }

  /// Whether nothing is being fetched or written.
  var isEmpty: Bool { flights.isEmpty }

  /// Whether a flight is under way.
  func contains(_ id: Int) -> Bool { flights[id] != nil }

  // MARK: Waiters

  /// Somebody wants an image. Returns it if it is at hand.
  mutating func join(
    _ ticket: Int, _ waiter: Waiter, for url: URL, isPrefetch: Bool
  ) -> (image: Data?, actions: [Action]) {
    guard let id = current[url], var flight = flights[id] else { return (nil, begin(ticket, waiter, url, isPrefetch)) }
    if case .keeping(let image) = flight.stage { return (image, []) }
    flight.waiters[ticket] = waiter
    flightOfWaiter[ticket] = id
    let isPromoted = flight.isPrefetch && !isPrefetch
    if isPromoted { flight.isPrefetch = false }
    flights[id] = flight
    guard isPromoted, case .queued = flight.stage else { return (nil, []) }
    queue.append(id)
    return (nil, startNext())
  }

  private mutating func begin(_ ticket: Int, _ waiter: Waiter, _ url: URL, _ isPrefetch: Bool) -> [Action] {
    lastFlight += 1
    flights[lastFlight] = Flight(url: url, waiters: [ticket: waiter], isPrefetch: isPrefetch)
    current[url] = lastFlight
    flightOfWaiter[ticket] = lastFlight
    return [.lookUp(lastFlight, url)]
  }

  /// A waiter waits no longer; returns it, unless it has had its answer.
  mutating func leave(_ ticket: Int) -> (waiter: Waiter?, actions: [Action]) {
    guard let id = flightOfWaiter.removeValue(forKey: ticket),
      let waiter = flights[id]?.waiters.removeValue(forKey: ticket)
    else { return (nil, []) }
    guard flights[id]?.waiters.isEmpty == true else { return (waiter, []) }
    return (waiter, [.giveUp(id)] + end(id))
  }

  // MARK: Progress

  /// The image is not on disk. What a flight that has ended tells is passed over, here and below.
  mutating func notOnDisk(_ id: Int) -> [Action] {
    guard let isPrefetch = flights[id]?.isPrefetch else { return [] }
    flights[id]?.stage = .queued
    if isPrefetch { queueAhead.append(id) } else { queue.append(id) }
    return startNext()
  }

  /// The image was on disk.
  mutating func found(_ id: Int, _ image: Data) -> [Action] {
    guard flights[id] != nil else { return [] }
    return [answer(id, .success(image))] + end(id)
  }

  /// The image came.
  mutating func downloaded(_ id: Int, _ image: Data) -> [Action] {
    guard let url = flights[id]?.url else { return [] }
    let answer = answer(id, .success(image))
    leavePlace(id)
    flights[id]?.stage = .keeping(image)
    keeping += 1
    return [answer, .keep(id, url, image)] + startNext()
  }

  /// There is no image to be had.
  mutating func failed(_ id: Int, _ error: any Error) -> [Action] {
    guard flights[id] != nil else { return [] }
    return [answer(id, .failure(error))] + end(id)
  }

  /// The image has been written to disk, or that has failed.
  mutating func kept(_ id: Int) -> [Action] {
    keeping -= 1
    return end(id)
  }

  private mutating func answer(_ id: Int, _ result: Result<Data, any Error>) -> Action {
    let waiters = (flights[id]?.waiters ?? [:]).sorted { $0.key < $1.key }
    flights[id]?.waiters = [:]
    for (ticket, _) in waiters { flightOfWaiter[ticket] = nil }
    return .answer(waiters.map(\.value), result)
  }

  private mutating func end(_ id: Int) -> [Action] {
    leavePlace(id)
    if let flight = flights.removeValue(forKey: id) { current[flight.url] = nil }
    return startNext()
  }

  // MARK: Places

  private mutating func leavePlace(_ id: Int) {
    guard case .downloading(let isPrefetch) = flights[id]?.stage else { return }
    flights[id]?.stage = .lookingUp
    downloading -= 1
    if isPrefetch { downloadingPrefetches -= 1 }
  }

  /// Starts downloads while there are places: those that somebody sees first, prefetching in its half of the places.
  private mutating func startNext() -> [Action] {
    var actions: [Action] = []
    while downloading < places, let id = popQueue() ?? popQueueAhead(), let flight = flights[id] {
      flights[id]?.stage = .downloading(isPrefetch: flight.isPrefetch)
      downloading += 1
      if flight.isPrefetch { downloadingPrefetches += 1 }
      actions.append(.download(id, flight.url))
    }
    return actions
  }

  private mutating func popQueue() -> Int? {
    while let id = queue.popFirst() {
      if case .queued = flights[id]?.stage { return id }
    }
    return nil
  }

  private mutating func popQueueAhead() -> Int? {
    // A disk slower than the network would fill the memory with what waits to be written.
    while downloadingPrefetches < placesAhead, keeping < Self.enoughToKeep, let id = queueAhead.popFirst() {
      if case .queued = flights[id]?.stage, flights[id]?.isPrefetch == true { return id }
    }
    return nil
  }
}
