import ListViewModelsTestSupport
import Reactive

@testable import ListEngine

/// A gate with two drivers and up to three changes, and everything that can happen to them.
///
/// A driver is a binding or a loop, of one of two views; or a binding to another list whose gate shares the queue, to which
/// a view wanders. Every order of what can happen is a walk through a finite number of states.
@MainActor
final class GateWorld {
  enum Driver: Hashable, Sendable, CustomStringConvertible {
    case binding(Int), loop(Int), elsewhere(Int)

    var description: String {
      switch self {
      case .binding(let view): "view \(view) bound"
      case .loop(let view): "a loop in view \(view)"
      case .elsewhere(let view): "view \(view) bound to another list"
      }
    }
  }

  /// What is called back from inside a change.
  enum Reaction: Hashable, Sendable { case none, hold, enqueue, begin(Int), end(Int) }

  /// From where it is called back.
  enum Moment: Hashable, Sendable { case inUpdate, inObserver }

  enum Step: Hashable, Sendable {
    case enqueue(Reaction, Moment)
    /// A change of the other list.
    case enqueueElsewhere
    case begin(Int), end(Int)
    /// The animations of a view end.
    case finish(Int)
    /// The oldest hold is released, or dropped.
    case release, drop
    case pause, goOn
    /// A view makes a change itself, and the list takes it over.
    case own(Int)
    /// A view is let go of, in the middle of an animation or not, and another one stands in its place.
    case replace(Int)
    /// All that is due on the main actor runs.
    case turn
  }

  /// A driver that has begun, and its end.
  final class Drive {
    var token: AnyCancellable?
    var task: Task<Void, Never>?
    /// False once it has been cancelled.
    var isActive = true
    /// Whether a newer driver has taken its view, or the gate, from it. A loop does not get a view back.
    var isSuperseded = false
    /// Whether another list has its view: nobody waits for what the view animates for this one.
    var isForgotten = false
  }

  static let mostChanges = 3

  let gate = SerialGate()
  let model = CountModel(0)
  let otherGate: SerialGate
  let otherModel = CountModel(0)
  /// What each view shows.
  let cells: [ReusedCell]
  var views: [WatchedView] = []
  let drivers: [Driver]
  /// How many steps can be taken before what is due on the main actor runs.
  private let mostStepsInATurn: Int
  var drives: [Drive?] = [nil, nil]
  var olderTasks: [Task<Void, Never>] = []
  var holds: [SerialGate.Hold] = []
  var hasDropped = false
  var hasLooped = false
  var pause: SerialGate.Hold?
  /// How many changes may have been made until the pause ends: a loop makes what it was handed before.
  var mostWhilePaused = 0
  private var observers: [AnyCancellable] = []
  var reactions: [(Reaction, Moment)] = []
  /// In which order the changes are to be made: as they were asked for, but for those that a view has made itself.
  var order: [Int] = []
  /// How many of these are in the model, and have not been told.
  var early = 0
  var made: [Int] = []
  var heard: [Int] = []
  /// For each view the driver that opened its last update.
  var openers: [Drive?] = [nil, nil]
  var stepsOfTurn: [Step] = []
  var broken: String?

  init(_ drivers: [Driver], mostStepsInATurn: Int) {
    (self.drivers, self.mostStepsInATurn) = (drivers, mostStepsInATurn)
    otherGate = SerialGate(sharing: gate)
    cells = [ReusedCell(model), ReusedCell(model)]
    views = cells.indices.map(view)
    observers = [gate, otherGate].map { $0.updates.sink { [weak self] _ in self?.hears() } }
  }

  func view(at index: Int) -> WatchedView {
    let view = WatchedView(cells[index])
    view.beforeCommit = { [weak self] in self?.opens(index) }
    return view
  }

  static func steps(all: Bool) -> [Step] {
    let reactions: [(Reaction, Moment)] =
      [(.none, .inObserver), (.hold, .inObserver)]
      + (all ? [Moment.inUpdate, .inObserver] : [.inObserver]).flatMap { moment -> [(Reaction, Moment)] in
        [(.enqueue, moment), (.begin(0), moment), (.begin(1), moment), (.end(0), moment), (.end(1), moment)]
      }
    return reactions.map { .enqueue($0, $1) }
      + [.enqueueElsewhere]
      + [.turn, .release, .drop, .pause, .goOn, .finish(0), .finish(1), .begin(0), .begin(1), .end(0), .end(1)]
      + (all ? [.own(0), .own(1), .replace(0), .replace(1)] : [])
  }

  // MARK: - One step

  /// Whether a step can be taken in this state.
  func canTake(_ step: Step) -> Bool {
    if step != .turn, stepsOfTurn.count == mostStepsInATurn { return false }
    return switch step {
    case .enqueue: reactions.count < Self.mostChanges
    case .enqueueElsewhere: reactions.count < Self.mostChanges && drivers.contains(where: \.isElsewhere)
    case .begin: true
    case .end(let driver): drives[driver] != nil
    case .finish(let view): views[view].open > 0
    case .release, .drop: !holds.isEmpty
    case .pause: pause == nil
    case .goOn: pause != nil
    case .own(let view): reactions.count < Self.mostChanges && isInStep(view)
    // The body of a loop holds its view.
    case .replace(let view): drivers.contains { $0.view == view } && !drivers.contains(.loop(view))
    case .turn: !stepsOfTurn.isEmpty
    }
  }

  /// Takes a step that can be taken.
  /// - Returns: which law it broke, nil if none.
  func take(_ step: Step) async -> String? {
    stepsOfTurn.append(step)
    switch step {
    case .enqueue(let reaction, let moment): enqueue(reaction, moment)
    case .enqueueElsewhere: enqueue(.none, .inObserver, to: otherGate, otherModel)
    case .begin(let driver): begin(driver)
    case .end(let driver): end(driver)
    case .finish(let view): views[view].finish()
    case .release: holds.removeFirst().release()
    case .drop:
      holds.removeFirst()
      hasDropped = true
    case .pause:
      let handedOut = gate.queue.current.map { $0.phase == .waiting && $0.isOffered } ?? false
      mostWhilePaused = made.count + (handedOut ? 1 : 0)
      pause = gate.pause()
    case .goOn: goOn()
    case .own(let view): makesItself(view)
    case .replace(let view): replace(view)
    case .turn: await settle()
    }
    if mostStepsInATurn == 1 { await settle() }
    return violation
  }

  func goOn() {
    let ended = pause
    pause = nil  // first, because what waited is made inside the call
    ended?.release()
  }

  func settle() async {
    // A turn takes longer than all else here, and only loops and dropped holds need one.
    if hasLooped || hasDropped { await Turns.run(hasLooped ? 4 : 2) }
    hasDropped = false
    stepsOfTurn = []
  }

  func enqueue(_ reaction: Reaction, _ moment: Moment) {
    if reactions.count < Self.mostChanges { enqueue(reaction, moment, to: gate, model) }
  }

  func enqueue(_ reaction: Reaction, _ moment: Moment, to gate: SerialGate, _ model: CountModel) {
    let number = reactions.count
    reactions.append((reaction, moment))
    order.append(number)
    gate.enqueue { [weak self] in
      guard let self else { return nil }
      makes(number)
      if moment == .inUpdate { react(reaction) }
      return model.insertion()()
    }
  }

  func makes(_ number: Int) {
    made.append(number)
    judgeMaking(number)
  }

  func react(_ reaction: Reaction) {
    switch reaction {
    case .none: break
    case .hold: if let hold = gate.holdCurrentChange() { holds.append(hold) }
    case .enqueue: enqueue(.none, .inObserver)
    case .begin(let driver): if !swaps(driver) { begin(driver) }
    case .end(let driver): end(driver)
    }
  }

  /// Ends whatever a front end would end, and says whether the gate has come to its end by that.
  func ends() async -> Bool {
    await settle()
    goOn()
    await settle()
    for _ in 0..<20 where !gate.isIdle {
      for view in views { view.finish() }
      (holds, hasDropped) = ([], true)
      await settle()  // what the last change has begun, begins
    }
    return gate.isIdle && gate.waiting == 0 && made == order && heard == made && isShown
  }

  /// Lets go of all tasks.
  func close() async {
    for task in olderTasks + drives.compactMap({ $0?.task }) { task.cancel() }
    drives = [nil, nil]
    for view in views { view.finish() }
    (holds, pause) = ([], nil)
    for _ in 0..<4 { await Task.yield() }
  }
}
