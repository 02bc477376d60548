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
    /// All that is due on the main actor runs.
    case turn
  }

  /// A driver that has begun, and its end.
  private final class Drive {
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

  /// What a view shows.
  private final class Cell: ListDataSource {
    var model: CountModel
    init(_ model: CountModel) { self.model = model }
    var numberOfSections: Int { model.numberOfSections }
    func numberOfItems(inSection section: Int) -> Int { model.numberOfItems(inSection: section) }
  }

  let gate = SerialGate()
  let model = CountModel(0)
  private let otherGate: SerialGate
  private let otherModel = CountModel(0)
  private let cells: [Cell]
  let views: [CountingView]
  private let drivers: [Driver]
  /// How many steps can be taken before what is due on the main actor runs.
  private let mostStepsInATurn: Int
  private var drives: [Drive?] = [nil, nil]
  private var olderTasks: [Task<Void, Never>] = []
  private var holds: [SerialGate.Hold] = []
  private var hasDropped = false
  private var hasLooped = false
  private var pause: SerialGate.Hold?
  /// How many changes may have been made until the pause ends: a loop makes what it was handed before.
  private var mostWhilePaused = 0
  private var observers: [AnyCancellable] = []
  private var reactions: [(Reaction, Moment)] = []
  private var made: [Int] = []
  private var heard: [Int] = []
  /// For each view the driver that opened its last update.
  private var openers: [Drive?] = [nil, nil]
  private var stepsOfTurn: [Step] = []
  private var broken: String?

  init(_ drivers: [Driver], mostStepsInATurn: Int) {
    (self.drivers, self.mostStepsInATurn) = (drivers, mostStepsInATurn)
    otherGate = SerialGate(sharing: gate)
    cells = [Cell(model), Cell(model)]
    views = cells.map { CountingView($0) }
    for (index, view) in views.enumerated() {
      view.beforeCommit = { [weak self] in self?.opens(index) }
    }
    observers = [gate, otherGate].map { $0.updates.sink { [weak self] _ in self?.hears() } }
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
    case .turn: await settle()
    }
    if mostStepsInATurn == 1 { await settle() }
    return violation
  }

  private func goOn() {
    let ended = pause
    pause = nil  // first, because what waited is made inside the call
    ended?.release()
  }

  func settle() async {
    // A turn takes longer than all else here, and only loops and dropped holds need one.
    if hasLooped || hasDropped { await Turns.run(hasLooped ? 6 : 2) }
    hasDropped = false
    stepsOfTurn = []
  }

  private func enqueue(_ reaction: Reaction, _ moment: Moment) {
    if reactions.count < Self.mostChanges { enqueue(reaction, moment, to: gate, model) }
  }

  private func enqueue(_ reaction: Reaction, _ moment: Moment, to gate: SerialGate, _ model: CountModel) {
    let number = reactions.count
    reactions.append((reaction, moment))
    gate.enqueue { [weak self] in
      guard let self else { return nil }
      made.append(number)
      judgeMaking(number)
      if moment == .inUpdate { react(reaction) }
      return model.insertion()()
    }
  }

  private func react(_ reaction: Reaction) {
    switch reaction {
    case .none: break
    case .hold: if let hold = gate.holdCurrentChange() { holds.append(hold) }
    case .enqueue: enqueue(.none, .inObserver)
    case .begin(let driver): if !swaps(driver) { begin(driver) }
    case .end(let driver): end(driver)
    }
  }

  /// Whether a driver would put another list under a view in the middle of its update, which no list view can bear.
  private func swaps(_ driver: Int) -> Bool {
    if case .loop = drivers[driver] { return false }  // begins in a turn of its own
    let view = drivers[driver].view
    return views[view].isInUpdate && cells[view].model !== shown(by: driver)
  }

  private func begin(_ index: Int) {
    let drive = Drive()
    let older = drives[index]
    drives[index] = drive
    switch drivers[index] {
    case .binding(let view):
      supersede(by: index, drive)
      cells[view].model = model
      drive.token = gate.bind(to: views[view])
    case .elsewhere(let view):
      supersede(by: index, drive)
      cells[view].model = otherModel
      drive.token = otherGate.bind(to: views[view])
    case .loop(let view):
      hasLooped = true
      if let task = older?.task { olderTasks.append(task) }
      drive.task = Task { [weak self, changes = gate.changes, list = views[view]] in
        // A loop begins with its first element, not when its task is made.
        if !Task.isCancelled, let self {
          supersede(by: index, drive)
          cells[view].model = model
        }
        for await change in changes { await change.perform(in: list) }
      }
    }
  }

  /// A driver that begins takes its view; a loop ends other loops, too. Of two whose tasks were made in one turn the one that
  /// begins last is the newer.
  private func supersede(by index: Int, _ newest: Drive) {
    newest.isSuperseded = false
    for other in drivers.indices where drives[other] !== newest && drivers[other].isTaken(by: drivers[index]) {
      drives[other]?.isSuperseded = true
      if drivers[other].isElsewhere != drivers[index].isElsewhere { drives[other]?.isForgotten = true }
    }
  }

  private func end(_ index: Int) {
    guard let drive = drives[index] else { return }
    drives[index] = nil
    drive.isActive = false
    drive.token?.cancel()
    drive.task?.cancel()
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
    return gate.isIdle && gate.waiting == 0 && made == Array(reactions.indices) && heard == made && isShown
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

// MARK: - The laws

extension GateWorld {
  private func breaks(_ law: String) { broken = broken ?? law }

  private func opens(_ view: Int) {
    let driven = drivers.indices.filter { drivers[$0].view == view && drives[$0]?.isActive == true }
      .filter { drives[$0]?.isSuperseded == false }
    if driven.isEmpty { return breaks("view \(view) is updated without a driver") }
    guard let opener = driven.first(where: { gate(of: $0) === gate.queue.current?.gate }) else {
      return breaks("view \(view) is updated by a list that it does not show")
    }
    openers[view] = drives[opener]
  }

  private func judgeMaking(_ number: Int) {
    if made != Array(0...number) { breaks("made in the order \(made)") }
    if !holds.isEmpty { breaks("change \(number) is made while a hold lives") }
    if pause != nil, number >= mostWhilePaused { breaks("change \(number) is made while the gate is paused") }
    for view in views.indices
    where views[view].animations > 0 && openers[view].map({ $0.isActive && !$0.isForgotten }) == true {
      breaks("change \(number) is made during an animation of view \(view)")
    }
  }

  private func hears() {
    let number = heard.count
    heard.append(number)
    if made.count != heard.count || model.counts[0] + otherModel.counts[0] != made.count {
      breaks("change \(number) is told in another turn")
    }
    if views.contains(where: \.isInUpdate) { breaks("change \(number) is told inside an update") }
    let (reaction, moment) = reactions[number]
    if moment == .inObserver { react(reaction) }
  }

  private var violation: String? {
    if let broken { return broken }
    for (index, view) in views.enumerated() {
      if let violation = view.violations.first { return "view \(index) would throw: \(violation)" }
      if view.mostOpen > 1 { return "view \(index) has two batches open" }
    }
    guard stepsOfTurn.isEmpty else { return nil }
    if !gate.isIdle, !isKept { return "nothing keeps the gate, and it does not go on" }
    if gate.isIdle, made.count < reactions.count { return "the gate is idle, and a change waits" }
    if gate.isIdle, !isShown { return "a driven view does not show the model" }
    return nil
  }

  /// Whether something that a front end has to end keeps the current change open.
  private var isKept: Bool { pause != nil || !holds.isEmpty || views.contains { $0.animations > 0 } }

  /// Whether each view that is driven has been brought up to date.
  private var isShown: Bool {
    drivers.indices.allSatisfy { index in
      drives[index].map { $0.isSuperseded || views[drivers[index].view].counts == shown(by: index).counts } ?? true
    }
  }

  private func gate(of driver: Int) -> SerialGate { drivers[driver].isElsewhere ? otherGate : gate }
  private func shown(by driver: Int) -> CountModel { drivers[driver].isElsewhere ? otherModel : model }
}

extension GateWorld.Driver {
  var view: Int {
    switch self {
    case .binding(let view), .loop(let view), .elsewhere(let view): view
    }
  }

  fileprivate var isElsewhere: Bool { if case .elsewhere = self { true } else { false } }

  /// Whether a driver that begins takes the view from this one, or the gate.
  fileprivate func isTaken(by newest: Self) -> Bool {
    if case (.loop, .loop) = (self, newest) { return true }
    return view == newest.view
  }
}

// MARK: - Telling states apart

extension GateWorld {
  /// All that can make a difference, read from the gate itself, alike for states that differ in numbers alone.
  var key: String {
    let queue = gate.queue
    let current = queue.current.map { "\($0.phase) \($0.holds) \($0.isOffered)" } ?? "idle"
    let bound = [gate, otherGate].flatMap { part("views", of: $0) as? [BoundView] ?? [] }
    let places = bound.map {
      ($0.gate === gate ? "" : "o") + "\(views.firstIndex { [view = $0.activeView] in $0 === view } ?? 9)"
        + ($0.hold == nil ? "" : "h")
    }
    let records = views.map { ViewRecord.of($0) }
    let known = records.map { "\($0.isUpdating) \($0.isStale) \($0.isDriven)" }
    let loop = part("loop", of: gate) as? ChangeLoop
    // One that has ended and is still there is as good as none.
    let state = loop.flatMap { part("state", of: $0) }.map { "\($0)".prefix(6) } ?? "ended"
    let performed = state == "ended" ? [] : loop.flatMap { part("views", of: $0) as? [BoundView] } ?? []
    let counted = performed.map { bound in
      "\(records.firstIndex { $0 === bound.record } ?? 9) \(bound.isActive) \(bound.changesCounted == gate.changesMade)"
    }
    let shown = views.map { "\($0.counts.first ?? -1) \($0.open) \($0.animations)" }
    let begun = drives.map { $0 == nil ? "-" : "+" } + cells.map { $0.model === model ? "" : "o" }
    let opened = openers.map { $0.map { $0.isActive && !$0.isForgotten ? "a" : "e" } ?? "-" }
    let paused = pause == nil ? "" : " paused \(mostWhilePaused - made.count)"
    let left = reactions.dropFirst(made.count).map { "\($0)" }
    return """
      \(current)|\(queue.waiting)|\(places)|\(known)|\(state)|\(counted)|\(shown)|\(begun)|\(opened)|\(holds.count)\(paused)|\(left)|\
      \(made.count) \(heard.count) \(otherModel.counts)|\(stepsOfTurn)
      """
  }

  private func part(_ name: String, of object: AnyObject) -> Any? {
    Mirror(reflecting: object).children.first { $0.label == name }?.value
  }
}
