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
/// - In a turn: the change; its observers, once the views' update blocks have returned; `delivered`; completions and
///   holds; then the next change, in a loop and never in recursion.
/// - Data never waits for decoration: while more changes wait, a change is made without animation, and one that turns
///   out to be empty takes no time.
/// - A change asked for while another is under way waits; `enqueue` never blocks and may be called from anywhere on the
///   main actor: from a change, an observer, or a view's update.
@MainActor
public final class SerialGate {
  /// One change: reads and mutates the model, and says what it did; nil if it has become obsolete.
  public typealias Change = @MainActor () -> ListUpdate?

  let queue: ChangeQueue
  /// How many changes this gate has made; tells whether a view has missed one.
  var changesMade = 0
  /// The views that changes are made in, in the order in which they were bound; some may be gone.
  private(set) var views: [BoundView] = []
  /// Weak, because leaving a loop calls nothing. Its iterator is released, and the hold that it had lets go.
  private weak var loop: ChangeLoop?
  private let subject = MainActorSubject<ListUpdate>()

  /// A gate with nothing waiting and no view bound.
  public init() { queue = ChangeQueue() }

  /// Creates a gate whose changes wait in one queue with those of `other`.
  ///
  /// For a list view that shows the sections of several models, one below the other. Two queues would open two batches
  /// in it at once, which list views accept in silence and then miscount. Each gate has its own drivers and events;
  /// ``waiting``, ``isIdle`` and ``idle()`` are of all that share the queue.
  public init(sharing other: SerialGate) { queue = other.queue }

  deinit { loop?.signal.finish() }

  // MARK: - Asking for changes

  /// How many changes have been asked for and not yet been made.
  public var waiting: Int { queue.waiting }

  /// True if nothing waits and the last change has been completed.
  public var isIdle: Bool { queue.isIdle }

  /// Asks for a change. It is made at once, or when every change before it is completed.
  ///
  /// This is the primitive that everything else stands on, and it takes the closure's word: a list view is told what
  /// the closure returns. If that is not what happened to the model, the view's counts differ from the model's, and
  /// UIKit throws. Return nil only if nothing has changed. A ``PagedList`` finds out by itself what to return.
  /// - Parameters:
  ///   - animated: False for a change that views show without animation. Others are, too, while more changes wait.
  ///   - change: Runs once, on the main actor. It computes index paths, mutates the model and returns the event.
  ///   - delivered: Runs in the same turn, when the observers have heard of the change; also if it was obsolete.
  ///     ``holdCurrentChange()`` keeps the change open from here, too.
  public func enqueue(
    animated: Bool = true, _ change: @escaping Change, delivered: (@MainActor () -> Void)? = nil
  ) {
    enqueue(animated: animated, views: .areUpdated, change, delivered: delivered)
  }

  /// Enqueues a change at a place of its own. `views` says whether bound views are updated with it, count anew, or are left
  /// alone; observers are told in any case.
  func enqueue(
    animated: Bool, views: QueuedChange.Views, at place: ChangeQueue.Place = .last, _ change: @escaping Change,
    delivered: (@MainActor () -> Void)?
  ) {
    queue.add(QueuedChange(gate: self, animated: animated, views: views, change: change, delivered: delivered), place)
  }

  /// Returns when nothing waits and the last change has been completed, or when the task is cancelled.
  ///
  /// A loop's body that waits here lets go of its change first, as if it had ended; see ``changes``.
  public func idle() async { await idle(queue.idleWaiters) { false } }

  /// Returns when this gate is idle and its owner is not busy, or when the task is cancelled.
  /// - Parameters:
  ///   - waiters: Woken when the owner may be busy no longer.
  ///   - isBusy: Whether the owner is.
  func idle(_ waiters: Waiters, while isBusy: () -> Bool) async {
    await queue.awaiting {
      while !Task.isCancelled {
        if isBusy() {
          await waiters.wait()
        } else if !isIdle {
          await queue.idleWaiters.wait()
        } else {
          return
        }
      }
    }
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
  /// - Returns: Nil if no event of this gate is being delivered.
  public func holdCurrentChange() -> Hold? {
    guard let current = queue.current, current.gate === self, current.phase == .delivering else { return nil }
    return queue.hold(current)
  }

  /// Lets no change begin until the hold is released or dropped: while a user drags, or a menu is open.
  ///
  /// ```swift
  /// let pause = viewModel.gate.pause()  // the drag begins
  /// pause.release()  // it has ended
  /// ```
  /// It is of the whole queue, and may be called at any time. The change under way, also one that a loop has been handed,
  /// ends as if there were none. What is asked for meanwhile waits, and so do callers of `idle()`; it comes in at once
  /// afterwards, the last change animated. A gate that is paused is idle while nothing waits. After several pauses it goes
  /// on when all have ended. A move that a view makes itself passes a pause; see
  /// ``PagedList/moveItem(at:to:madeBy:)``.
  public func pause() -> Hold { queue.pause() }

  func send(_ update: ListUpdate) { subject.send(update) }
}

// MARK: - Drivers

extension SerialGate {
  /// Gives a view that was just bound its place, and makes it count.
  func add(_ bound: BoundView) {
    bound.record.add(bound)
    views.removeAll { $0.activeView == nil }
    views.append(bound)
    queue.count(bound.record)
  }

  /// A view has made the change itself, or its loop has in it: it is in step with that loop.
  func hasCounted(_ record: ViewRecord) { loop?.hasCounted(record, changesMade) }

  /// Whether a view shows something else than the model.
  func isBehind(_ record: ViewRecord) -> Bool { record.isStale || loop?.isBehind(record) == true }

  /// Makes all views of this gate count before their next update.
  func setStale() {
    for bound in views where bound.isActive { bound.record.isStale = true }
    loop?.setStale()
  }

  /// Views of the loop that a change has passed by; see ``ChangeLoop/views(passedBy:)``.
  func views(passedBy change: QueuedChange) -> [ViewRecord] { loop?.views(passedBy: change) ?? [] }

  func remove(_ bound: BoundView) { views.removeAll { $0 === bound } }

  /// Lets a loop make the changes from now on. It takes over from an older one.
  func drive(by newest: ChangeLoop) {
    let older = loop
    loop = newest
    queue.add(newest)
    // What the older one was offered and has not performed is offered again, instead of being made without a view.
    if let current = queue.current, current.gate === self { current.isOffered = false }
    older?.end()
  }

  /// Offers a change to the loop. Returns false if there is none, or if it has let go of the change.
  func offer(_ change: QueuedChange) -> Bool {
    guard !change.isOffered, let loop else { return false }
    change.isOffered = true
    return loop.offer(change)
  }

  /// Whether the change that was handed out with this number waits to be made. It is the current one until then.
  func isPending(_ number: Int?) -> Bool { number == changesMade && queue.current?.phase == .waiting }
}
