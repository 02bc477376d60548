import Reactive

/// The one place where the counts of a list change: one change at a time, each followed by its event.
///
/// A list view keeps its own count, and throws when the model's differs. So a model hands every change that touches a
/// count to its gate. The gate makes it in one main-actor turn, inside the update of the views that are bound, tells
/// the observers, waits until every animation is over, and only then begins the next one.
///
/// ```swift
/// gate.enqueue {
///   let new = list.append(page.items, to: .popular)  // computed now, not when the page arrived
///   return new.isEmpty ? nil : .insert(new.map { IndexPath(item: $0, section: 1) })
/// }
/// ```
///
/// - A change without any driver (no view bound, no loop over ``changes``) is made at once, in the order asked for.
/// - In a turn: the change; its observers, once the views' update blocks have returned; completions and holds; then
///   the next change, in a loop and never in recursion.
/// - A change asked for while another is under way waits; `enqueue` never blocks and may be called from anywhere on the
///   main actor: from a change, an observer, or a view's update.
@MainActor
public final class SerialGate {
  /// One change: reads and mutates the model, and says what it did; nil if it has become obsolete.
  public typealias Change = @MainActor () -> ListUpdate?

  private struct Request {
    let change: Change
    let delivered: (@MainActor () -> Void)?
  }

  private var queue: [Request] = []
  private var head = 0
  private var current: ChangeInProgress?
  private var isRunning = false
  private var drivers: [WeakDriver] = []
  private var joining: [BoundView] = []
  private let idleWaiters = Waiters()
  private let subject = MainActorSubject<ListUpdate>()

  /// A gate with nothing waiting and no view bound.
  public init() {}

  // MARK: - Asking for changes

  /// How many changes have been asked for and not yet been made.
  public var waiting: Int { queue.count - head + (current?.isUnmade == true ? 1 : 0) }

  /// True if nothing waits and the last change has been completed.
  public var isIdle: Bool { current == nil && head == queue.count }

  /// Asks for a change; it is made when its turn comes, at the latest when every change before it is completed.
  ///
  /// - Parameters:
  ///   - change: runs once, on the main actor. It computes index paths, mutates the model and returns the event.
  ///   - delivered: runs in the same turn, when the observers have heard of the change; also if it was obsolete.
  public func enqueue(_ change: @escaping Change, delivered: (@MainActor () -> Void)? = nil) {
    queue.append(Request(change: change, delivered: delivered))
    run()
  }

  /// Returns when nothing waits and the last change has been completed, or when the task is cancelled.
  public func idle() async {
    while !isIdle, !Task.isCancelled { await idleWaiters.wait() }
  }

  // MARK: - Hearing of changes

  /// Every change, in order, on the main actor, in the turn in which it was made.
  ///
  /// A subscriber hears from the next change on. One that limits its demand hears later, from a queue of its own, and
  /// delays nobody. A view that follows this by hand must have counted before it subscribes, and again after each
  /// `reloadData` of its own.
  public var updates: AnyMainActorPublisher<ListUpdate, Never> { subject.eraseToAnyPublisher() }

  /// Keeps the change whose event is being delivered open until the hold is released or dropped.
  ///
  /// For an observer that animates by hand: the next change begins after the release.
  /// - Returns: nil if no event is being delivered.
  public func holdCurrentChange() -> Hold? {
    guard let current, current.phase == .delivering else { return nil }
    return hold(current)
  }

  // MARK: - The loop

  /// Carries on as far as it can: starts changes, delivers events, and stops where a driver or a hold keeps one open.
  func run() {
    guard !isRunning else { return }
    isRunning = true
    defer { isRunning = false }
    while let change = current ?? next() {
      switch change.phase {
      case .new:
        change.phase = .waiting
        perform()
        if change.phase == .waiting { return }  // a loop makes it in a later turn
      case .waiting:
        guard change.holds == 0 else { return }
        perform()  // the loop it waited for is gone
      case .made:
        change.phase = .delivering
        if let update = change.update { subject.send(update) }
        change.delivered?()
        change.phase = .open
      case .making, .delivering: return
      case .open:
        guard change.holds == 0 else { return }
        current = nil
        if isIdle { idleWaiters.resumeAll() }
      }
    }
  }

  private func next() -> ChangeInProgress? {
    guard head < queue.count else { return nil }
    let request = queue[head]
    head += 1
    if head * 2 >= queue.count {  // each request is shifted at most once on average
      queue.removeFirst(head)
      head = 0
    }
    drivers.removeAll { $0.driver == nil }
    let change = ChangeInProgress(make: request.change, delivered: request.delivered, chain: drivers)
    current = change
    return change
  }

  // MARK: - Drivers

  /// Called by a driver in the place it likes: lets the next driver open its update, and makes the change in the
  /// innermost one.
  /// - Returns: what was done, for the driver to tell its view; nil if there is nothing to tell.
  @discardableResult
  func perform() -> ListUpdate? {
    guard let change = current, change.phase == .waiting else { return nil }
    if let driver = change.nextDriver() {
      driver.changeIsReady()  // calls this again: a view at once, a loop in a later turn
      return change.update
    }
    change.phase = .making
    change.update = change.make()
    change.phase = .made
    let joined = joining
    joining = []
    for view in joined { view.reload() }
    return change.update
  }

  /// Gives a driver its place. A loop goes before the views, since it pulls in a turn of its own.
  func add(_ driver: any GateDriver) {
    let entry = WeakDriver(driver: driver)
    if driver.isLoop {
      precondition(!drivers.contains { $0.driver?.isLoop == true }, "a gate serves one loop over its changes at a time")
      drivers.insert(entry, at: 0)
    } else {
      drivers.append(entry)
      current?.join(entry)
    }
  }

  /// Takes a driver out. What it kept open goes on without it.
  func remove(_ driver: any GateDriver) {
    drivers.removeAll { $0.driver === driver || $0.driver == nil }
  }

  /// Ends what binds this view already.
  func endBindings(of view: any ListView) {
    for entry in drivers {
      if let bound = entry.driver as? BoundView, bound.shows(view) { bound.cancel() }
    }
  }

  /// Reloads a view that was bound, but not in the middle of a change: then right after it.
  func reloadWhenConsistent(_ view: BoundView) {
    if current?.phase == .making { joining.append(view) } else { view.reload() }
  }

  /// The change that drivers are being told of.
  var currentChange: ChangeInProgress? { current }

  /// Keeps the current change open for a driver.
  func holdForDriver() -> Hold? { current.map(hold) }

  private func hold(_ change: ChangeInProgress) -> Hold {
    change.holds += 1
    return Hold { [weak self] in
      change.holds -= 1
      self?.run()
    }
  }
}
