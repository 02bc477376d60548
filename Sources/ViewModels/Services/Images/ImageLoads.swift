import Foundation

/// The images that are being fetched, with their waiters and their order. A pure value whose methods return actions.
///
/// An image is fetched once for all its waiters: looked up on disk, downloaded as soon as a slot is free, then stored on
/// disk. Visible images go first, at the look-up too. A waiter can leave at any time. When the last one leaves, the load is
/// cancelled.
struct ImageLoads<Waiter: Sendable>: Sendable {
  /// An action to carry out. Actions are returned in the order to follow.
  enum Action: Sendable {
    /// Look the image up on disk, then call ``notOnDisk(_:)`` or ``found(_:_:)``.
    case lookUp(Int, URL)
    /// Download the image, then call ``downloaded(_:_:)`` or ``failed(_:_:)``.
    case download(Int, URL)
    /// Cancel the lookup or the download.
    case cancel(Int)
    /// Resume these waiters, in the order in which they joined.
    case answer([Waiter], Result<Data, any Error>)
    /// Store the image on disk, then call ``stored(_:)``.
    case store(Int, URL, Data)
  }

  private enum Stage {
    /// Waiting for its look-up.
    case waiting
    /// Being looked up on disk.
    case lookingUp
    /// Waiting for a free slot.
    case queued
    /// Being downloaded. A slot that began as a prefetch stays one.
    case downloading(isPrefetch: Bool)
    /// Being stored on disk. A new waiter gets the image at once.
    case storing(Data)
  }

  private struct Load {
    let url: URL
    var stage = Stage.waiting
    var waiters: [Int: Waiter] = [:]
    var isPrefetch: Bool

    var isWaiting: Bool { if case .waiting = stage { true } else { false } }
    var isQueued: Bool { if case .queued = stage { true } else { false } }
  }

  /// The loads that wait for a look-up or a slot. Both may contain loads that have ended or no longer wait. Those are skipped.
  private struct Line {
    var visible: ArraySlice<Int> = []
    var prefetches: ArraySlice<Int> = []

    mutating func append(_ id: Int, isPrefetch: Bool) {
      if isPrefetch { prefetches.append(id) } else { visible.append(id) }
    }
  }

  /// How many images are looked up at a time: the disk reads one after another, and is not kept waiting for the next one.
  private static var maximumLookUps: Int { 2 }
  /// Prefetching pauses while so many images wait to be stored: a disk slower than the network would otherwise fill the
  /// memory. 16 images of the largest size take 256 MB, and usual ones some megabytes.
  private static var maximumImagesToStore: Int { 16 }

  private let slots: Int
  private let prefetchSlots: Int
  private var loads: [Int: Load] = [:]
  private var current: [URL: Int] = [:]
  private var loadOfWaiter: [Int: Int] = [:]
  private var lastLoad = 0
  private var lookUps = Line()
  private var downloads = Line()
  private var lookingUp = 0
  private var downloading = 0
  private var downloadingPrefetches = 0
  private var storing = 0

  /// - Parameter slots: How many downloads run at a time. Prefetching gets half of them.
  init(slots: Int) {
    precondition(slots > 0, "nothing could ever be downloaded")
    self.slots = slots
    prefetchSlots = max(1, slots / 2)
  }

  /// Whether nothing is being fetched or written.
  var isEmpty: Bool { loads.isEmpty }

  /// Whether a load has not ended.
  func contains(_ id: Int) -> Bool { loads[id] != nil }

  // MARK: Waiters

  /// Adds a waiter for an image.
  /// - Returns: The image if it is in memory; the waiter is then not added.
  mutating func join(
    _ ticket: Int, _ waiter: Waiter, for url: URL, isPrefetch: Bool
  ) -> (image: Data?, actions: [Action]) {
    guard let id = current[url], var load = loads[id] else { return (nil, begin(ticket, waiter, url, isPrefetch)) }
    if case .storing(let image) = load.stage { return (image, []) }
    load.waiters[ticket] = waiter
    loadOfWaiter[ticket] = id
    let isPromoted = load.isPrefetch && !isPrefetch
    if isPromoted { load.isPrefetch = false }
    loads[id] = load
    guard isPromoted else { return (nil, []) }
    switch load.stage {
    case .waiting: lookUps.append(id, isPrefetch: false)
    case .queued: downloads.append(id, isPrefetch: false)
    case .lookingUp, .downloading, .storing: return (nil, [])
    }
    return (nil, startNext())
  }

  private mutating func begin(_ ticket: Int, _ waiter: Waiter, _ url: URL, _ isPrefetch: Bool) -> [Action] {
    lastLoad += 1
    loads[lastLoad] = Load(url: url, waiters: [ticket: waiter], isPrefetch: isPrefetch)
    current[url] = lastLoad
    loadOfWaiter[ticket] = lastLoad
    lookUps.append(lastLoad, isPrefetch: isPrefetch)
    return startNext()
  }

  /// Removes a waiter.
  /// - Returns: The waiter, unless it has been resumed.
  mutating func leave(_ ticket: Int) -> (waiter: Waiter?, actions: [Action]) {
    guard let id = loadOfWaiter.removeValue(forKey: ticket),
      let waiter = loads[id]?.waiters.removeValue(forKey: ticket)
    else { return (nil, []) }
    guard loads[id]?.waiters.isEmpty == true else { return (waiter, []) }
    return (waiter, [.cancel(id)] + end(id))
  }

  // MARK: Progress

  /// The image is not on disk. Ignored if the load has ended, as are the events below.
  mutating func notOnDisk(_ id: Int) -> [Action] {
    guard let isPrefetch = loads[id]?.isPrefetch else { return [] }
    freeSlot(id)
    loads[id]?.stage = .queued
    downloads.append(id, isPrefetch: isPrefetch)
    return startNext()
  }

  /// The image was on disk, or there is no disk to store it on.
  mutating func found(_ id: Int, _ image: Data) -> [Action] {
    guard loads[id] != nil else { return [] }
    return [answer(id, .success(image))] + end(id)
  }

  /// The image was downloaded.
  mutating func downloaded(_ id: Int, _ image: Data) -> [Action] {
    guard let url = loads[id]?.url else { return [] }
    let answer = answer(id, .success(image))
    freeSlot(id)
    loads[id]?.stage = .storing(image)
    storing += 1
    return [answer, .store(id, url, image)] + startNext()
  }

  /// The download failed.
  mutating func failed(_ id: Int, _ error: any Error) -> [Action] {
    guard loads[id] != nil else { return [] }
    return [answer(id, .failure(error))] + end(id)
  }

  /// The image was stored on disk, or storing it failed. There is room for another one then, also if the load has ended.
  mutating func stored(_ id: Int) -> [Action] {
    storing -= 1
    return end(id)
  }

  private mutating func answer(_ id: Int, _ result: Result<Data, any Error>) -> Action {
    let waiters = (loads[id]?.waiters ?? [:]).sorted { $0.key < $1.key }
    loads[id]?.waiters = [:]
    for (ticket, _) in waiters { loadOfWaiter[ticket] = nil }
    return .answer(waiters.map(\.value), result)
  }

  private mutating func end(_ id: Int) -> [Action] {
    freeSlot(id)
    if let load = loads.removeValue(forKey: id) { current[load.url] = nil }
    return startNext()
  }

  // MARK: Slots

  private mutating func freeSlot(_ id: Int) {
    switch loads[id]?.stage {
    case .lookingUp: lookingUp -= 1
    case .downloading(let isPrefetch):
      downloading -= 1
      if isPrefetch { downloadingPrefetches -= 1 }
    case nil, .waiting, .queued, .storing: return
    }
    loads[id]?.stage = .waiting
  }

  /// Starts look-ups and downloads while there is room: visible images first, prefetching in its half of the downloads.
  private mutating func startNext() -> [Action] {
    var actions: [Action] = []
    while lookingUp < Self.maximumLookUps,
      let (id, load) = pop(\.lookUps.visible, if: \.isWaiting) ?? pop(\.lookUps.prefetches, if: \.isWaiting)
    {
      loads[id]?.stage = .lookingUp
      lookingUp += 1
      actions.append(.lookUp(id, load.url))
    }
    while downloading < slots, let (id, load) = pop(\.downloads.visible, if: \.isQueued) ?? popPrefetch() {
      loads[id]?.stage = .downloading(isPrefetch: load.isPrefetch)
      downloading += 1
      if load.isPrefetch { downloadingPrefetches += 1 }
      actions.append(.download(id, load.url))
    }
    return actions
  }

  private mutating func popPrefetch() -> (id: Int, load: Load)? {
    guard downloadingPrefetches < prefetchSlots, storing < Self.maximumImagesToStore else { return nil }
    return pop(\.downloads.prefetches, if: \.isQueued)
  }

  private mutating func pop(
    _ line: WritableKeyPath<ImageLoads, ArraySlice<Int>>, if isThere: KeyPath<Load, Bool>
  ) -> (id: Int, load: Load)? {
    while let id = self[keyPath: line].popFirst() {
      if let load = loads[id], load[keyPath: isThere] { return (id, load) }
    }
    return nil
  }
}
