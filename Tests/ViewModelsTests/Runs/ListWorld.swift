import ListViewModelsTestSupport
import Reactive

@testable import ListEngine
@testable import ViewModels

/// Lists, services, views, loops and observers, and the history of what they do.
///
/// ```swift
/// #expect(await ListWorld.run(.list, [.loadFirst(list: 0, .together), .rest, .answer(0, .page(1, 3)), .refresh(0)]) == nil)
/// ```
///
/// All is done on the main actor, and between two rests in one turn, so that the same steps lead to the same run. The laws
/// judge the history at its end.
@MainActor
final class ListWorld {
  let stages: [any Stage]
  private(set) var views: [WorldView] = []
  var tokens: [Int: [AnyCancellable]] = [:]
  var holds: [(keeper: Keeper, hold: SerialGate.Hold)] = []
  /// Pauses that have not ended.
  var pauses: [(number: Int, hold: SerialGate.Hold)] = []
  var loops: [WorldLoop] = []
  var observers: [WorldObserver] = []
  var trackers: [Tracker] = []
  /// Requests that wait for an answer, in the order in which they arrived, each with the rest before which it did.
  private(set) var requests: [(open: OpenRequest, rest: Int)] = []
  private var knownAlarms: [Int: Int] = [:]
  private(set) var rests = 0
  private var isResting = false
  /// Edits that are being sent.
  var sent: [(list: Int, number: Int, end: @MainActor (Bool) -> Void)] = []
  var answers = 0
  var unsettled = 0
  private(set) var lastNumber = 0
  /// A number that nothing else has.
  var nextNumber: Int {
    lastNumber += 1
    return lastNumber
  }

  private var history: History
  /// Changes whose turn comes when their list has made so many.
  var turns: [(list: Int, number: Int, change: Int)] = []
  /// How many have been asked for that have not had it.
  var turnsDue = 0
  /// True while a view is in the middle of a move of its own.
  var isDragging = false
  var hasLooped = false
  private(set) var violation: String?
  /// More than 0 while an observer does something.
  private var depth = 0
  private var bag: [AnyCancellable] = []
  private var arrivals: CheckedContinuation<Void, Never>?
  /// What the first observer of each channel has heard: what all have to hear.
  private(set) var heard: [[Step.Channel: [Heard]]]
  let slow = SlowObserver()

  init(_ kind: StageKind) {
    stages = kind.stages()
    history = History(rules: stages.map(\.rules))
    heard = stages.map { _ in [:] }
    let shown = [stages, [stages[0]]] + (stages.count > 1 ? [[stages[1]]] : [])
    views = shown.enumerated().map { WorldView($0, of: $1, in: self) }
    for (list, stage) in stages.enumerated() {
      for channel in Step.Channel.allCases {
        stage.observe(channel) { [unowned self] in hear($0, on: channel, of: list) }.store(in: &bag)
      }
      bag += stage.observe { [unowned self] in
        record(.load(list: list, $0))
      } edits: { [unowned self] in
        record(.settled(list: list, $0, takesBack: $1))
      }
      bag += stage.requestsChange { [unowned self] in checkArrivals() }
    }
    stages[0].gate.updates.subscribe(slow)
  }

  // MARK: - The history

  func record(_ entry: Entry) {
    while let turn = turns.first, stages[turn.list].changesMade >= turn.change {
      turns.removeFirst()
      turnsDue -= 1
      append(.turn(list: turn.list, turn.number))
    }
    append(entry)
  }

  /// Puts an entry where it happened: something that is known to have been done only when more has.
  func insert(_ entry: Entry, at index: Int) {
    let before = history.records[index - 1]
    history.records.insert(
      Record(entry: entry, depth: before.depth, turn: before.turn, waiting: before.waiting), at: index)
  }
  var recorded: Int { history.records.count }

  private func append(_ entry: Entry) {
    history.records.append(
      Record(entry: entry, depth: depth, turn: isResting ? nil : rests, waiting: stages[0].gate.waiting))
  }

  /// Notes what is shown between two turns of the package.
  func look() {
    guard depth == 0 else { return }
    for (list, stage) in stages.enumerated() { record(.looked(list: list, stage.shown)) }
  }

  func object(_ text: String) { violation = violation ?? text }

  private func hear(_ something: Heard, on channel: Step.Channel, of list: Int) {
    heard[list][channel, default: []].append(something)
    record(.heard(list: list, something, moment(of: list, after: something)))
  }

  /// Does something that an observer does.
  func nested(_ body: () -> Void) {
    depth += 1
    body()
    depth -= 1
  }

  private func moment(of list: Int, after heard: Heard? = nil) -> Moment {
    let stage = stages[list]
    var moment = Moment(
      states: [:], wrongViews: [], waiting: stage.gate.waiting, isIdle: stage.gate.isIdle,
      loadsInFlight: stage.loadsInFlight)
    switch heard {
    case .state(let target, _): moment.states[target] = stage.state(of: target)
    case .summary, .insertion: break
    case .insert, .reload, .batch, nil:
      moment.shown = stage.shown
      moment.wrongViews = views.filter { !$0.isRight }.map(\.number)
    }
    guard heard == nil else { return moment }
    for target in stage.targets { moment.states[target] = stage.state(of: target) }
    moment.requests = stage.requests.filter { !$0.isCancelled() }.map(\.request)
    return moment
  }

  // MARK: - Rest

  /// Lets everything come to rest, and looks at all.
  func rest() async {
    isResting = true
    defer { isResting = false }
    // Two silent turns in a row led to the same histories, over 20,000 steps, as eight.
    var quiet = 0
    while quiet < 4 {
      let before = history.records.count
      if !stages.allSatisfy(\.hasArrived) { await withCheckedContinuation { arrivals = $0 } }
      await Turns.run(1)
      quiet = before == history.records.count && stages.allSatisfy(\.hasArrived) ? quiet + 1 : 0
    }
    takeStock()
    record(.rested(stages.indices.map { moment(of: $0) }))
    checkTrackers()
  }

  private func checkArrivals() {
    guard let arrivals, stages.allSatisfy(\.hasArrived) else { return }
    self.arrivals = nil
    arrivals.resume()
  }

  /// Gives new requests and alarms their place.
  private func takeStock() {
    rests += 1
    let open = stages.map(\.requests)
    let ids = Set(open.joined().map(\.id))
    requests.removeAll { !ids.contains($0.open.id) }
    let known = Set(requests.map(\.open.id))
    for open in open {
      // Those that have come together are put in an order that does not depend on the threads they came by.
      let new = open.filter { !known.contains($0.id) }.sorted { $0.order < $1.order }
      requests += new.map { ($0, rests) }
    }
    for alarm in stages.compactMap(\.alarms).flatMap(\.sleepers) where knownAlarms[alarm] == nil {
      knownAlarms[alarm] = rests
    }
  }

  /// The list of a request.
  func list(of request: OpenRequest) -> Int {
    stages.firstIndex { stage in stage.requests.contains { $0.id == request.id } } ?? 0
  }

  /// The alarm of a request that is the only one to have arrived before its rest: it can be told from others.
  func alarm(of request: (open: OpenRequest, rest: Int)) -> (Alarms, Int)? {
    guard requests.count(where: { $0.rest == request.rest && !$0.open.isCancelled() }) == 1 else { return nil }
    guard let alarms = stages[0].alarms, !request.open.isCancelled() else { return nil }
    return alarms.sleepers.first { knownAlarms[$0] == request.rest }.map { (alarms, $0) }
  }

  /// Judges what has happened.
  func judge() {
    if let broken = history.violation { object(broken) }
  }
}

extension OpenRequest {
  /// Alike for those alone that cannot be told apart.
  fileprivate var order: String { "\(request) \(isCancelled())" }
}
