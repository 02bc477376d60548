import Dispatch

/// Runs threads one at a time and decides, at each operation on what they share, which one goes on.
///
/// All its variables belong to the one thread that runs: the handover is a semaphore.
enum Explorer {
  private final class Worker: Sendable {
    let mayRun = DispatchSemaphore(value: 0)
  }

  nonisolated(unsafe) private static var workers: [Worker] = []
  nonisolated(unsafe) private static var bodies: [() -> Void] = []
  private static let runIsOver = DispatchSemaphore(value: 0)

  nonisolated(unsafe) private static var search = Search()
  nonisolated(unsafe) private static var next: [Operation?] = []
  /// The thread that runs; nil while a world is being made or judged.
  nonisolated(unsafe) private(set) static var running: Int?
  nonisolated(unsafe) private static var lastObject = 0
  /// False while a world is run for the first time: what the process makes once, and keeps, is made then, and is not
  /// part of any order.
  nonisolated(unsafe) private static var isRecording = false
  /// Which thread holds each lock that is held.
  nonisolated(unsafe) private static var holders: [Int: Int] = [:]
  nonisolated(unsafe) private static var queues: [Int: ActionQueue] = [:]
  nonisolated(unsafe) static var mainQueue: ActionQueue?
  /// What broke a law in this run.
  nonisolated(unsafe) static var violations: [String] = []

  // MARK: - For the stand-ins

  static func makeObject() -> Int {
    guard isRecording else { return 0 }
    lastObject += 1
    return lastObject
  }

  /// Called by the running thread before it does something that others can see.
  static func point(_ operation: Operation) {
    guard let me = running, operation.object != 0 else { return }
    next[me] = operation
    handOver(from: me)
  }

  static func unlock(_ object: Int) { holders[object] = nil }

  /// Whether the running thread is the one whose queue is the main actor's. Worlds are made and judged there.
  static var isMain: Bool { running == nil || mainQueue?.thread == running }
  /// Whether the running thread holds a lock: then nothing of an app's may run or be released.
  static var isLocked: Bool { running.map { me in holders.values.contains(me) } ?? false }

  static func add(_ queue: ActionQueue) { queues[queue.object] = queue }

  // MARK: - One world

  /// Runs the threads of a world in every order.
  /// - Parameters:
  ///   - limit: after so many orders it stops.
  ///   - make: makes a world: its threads, and what to check when all have ended.
  /// - Returns: the search, and whether it was complete.
  static func explore(
    limit: Int = .max, _ make: () -> (threads: [() -> Void], check: () -> Void)
  ) throws(Violation) -> (search: Search, isComplete: Bool) {
    search = Search()
    (isRecording, mainQueue) = (false, nil)
    let first = make()
    for thread in first.threads { thread() }
    first.check()
    isRecording = true
    repeat {
      (lastObject, holders, queues, mainQueue, violations) = (0, [:], [:], nil, [])
      let world = make()
      run(world.threads)
      world.check()
      if let violation = violations.first { throw Violation(law: violation, schedule: search.schedule) }
      if search.runs == limit { return (search, !search.end()) }
    } while search.end()
    return (search, true)
  }

  private static func run(_ threads: [() -> Void]) {
    while workers.count < threads.count { addWorker() }
    bodies = threads
    // To begin is an operation, too, which conflicts with no other.
    next = threads.indices.map { .read(-1 - $0) }
    search.begin(threads: threads.count)
    handOver(from: nil)
    runIsOver.wait()
    running = nil
  }

  private static func addWorker() {
    let (worker, number) = (Worker(), workers.count)
    workers.append(worker)
    let thread = DispatchQueue(label: "explored \(number)")
    thread.async {
      while true {
        worker.mayRun.wait()
        var body: (() -> Void)? = bodies[number]
        bodies[number] = {}
        body?()
        body = nil
        next[number] = nil
        handOver(from: number)
      }
    }
  }

  /// Lets the thread run whose turn it is, and returns when that is the caller's.
  private static func handOver(from me: Int?) {
    let enabled = Set(next.indices.filter { isEnabled($0) })
    if enabled.isEmpty { return stop(me) }
    let chosen = search.choose(next: next, enabled: enabled, current: me)
    if next[chosen]?.kind == .lock, let lock = next[chosen]?.object { holders[lock] = chosen }
    run(chosen, insteadOf: me)
  }

  private static func run(_ chosen: Int, insteadOf me: Int?) {
    running = chosen
    if chosen == me { return }
    // Looked at before the signal: after it everything here is the other thread's.
    let waits = me.map { next[$0] != nil } ?? false
    workers[chosen].mayRun.signal()
    if waits, let me { workers[me].mayRun.wait() }
  }

  private static func isEnabled(_ thread: Int) -> Bool {
    guard let operation = next[thread] else { return false }
    switch operation.kind {
    case .read, .write: return true
    case .lock: return holders[operation.object] == nil
    case .take: return queues[operation.object].map { !$0.actions.isEmpty } ?? false
    }
  }

  /// No thread can go on: the run is over, unless one waits for a lock.
  private static func stop(_ me: Int?) {
    if let stuck = next.firstIndex(where: { $0?.kind == .lock }) {
      // What a blocked thread holds can't be taken back: this process has nothing more to explore.
      Violation(law: "thread \(stuck) waits for a lock for ever", schedule: search.schedule).printAndExit()
    }
    // Threads that wait for actions end now, one at a time: they find none.
    guard let waiting = next.firstIndex(where: { $0?.kind == .take }) else {
      runIsOver.signal()
      return
    }
    next[waiting] = .read(0)
    run(waiting, insteadOf: me)
  }
}
