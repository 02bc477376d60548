/// What a subscriber has heard, and how it is asked to behave. It outlives the subscriber.
final class Record: @unchecked Sendable {  // one explored thread runs at a time
  let name: String
  let demand: Subscribers.Demand
  /// How many more values were asked for, one by one.
  fileprivate(set) var requests = 0
  /// What the subscriber does at its first value.
  var reaction: () -> Void = {}
  /// The thread on which everything must arrive; nil for any.
  var home: Int?
  fileprivate(set) var subscription: (any Subscription)?
  fileprivate(set) var values: [Int] = []
  fileprivate(set) var completions = 0
  fileprivate(set) var isIntroduced = false
  fileprivate(set) var isReleased = false
  fileprivate var isBusy = false
  fileprivate let object = Explorer.makeObject()

  init(_ name: String, demand: Subscribers.Demand = .unlimited) { (self.name, self.demand) = (name, demand) }

  /// How many values it has asked for altogether; nil for all.
  var asked: Int? { demand.max.map { $0 + requests } }

  /// Asks for one more.
  func request() {
    requests += 1
    subscription?.request(.max(1))
  }

  /// Lets go of the subscription, which may hold what is to be released.
  func forget() { subscription = nil }

  func object(_ violation: String) { Explorer.violations.append("\(name): \(violation)") }

  /// Whatever a subscriber receives, it receives alone, outside every lock, and may be interrupted while it does.
  fileprivate func receive(_ what: String, _ body: () -> Void) {
    if isBusy { object("\(what) beside another event") }
    if Explorer.isLocked { object("\(what) under a lock") }
    if completions > 0 { object("\(what) after the completion") }
    isBusy = true
    Explorer.point(.write(object))
    body()
    isBusy = false
  }
}

/// The subscriber itself: released when its publisher lets go of it.
final class Probe: Subscriber, @unchecked Sendable {  // one explored thread runs at a time
  private let record: Record
  private let token: Token

  init(_ record: Record) { (self.record, token) = (record, Token(record.name)) }

  deinit { record.isReleased = true }

  func receive(subscription: any Subscription) {
    if record.isIntroduced { record.object("a second subscription") }
    record.receive("the subscription") {
      record.isIntroduced = true
      record.subscription = subscription
      if record.demand != .none { subscription.request(record.demand) }
    }
  }

  func receive(_ value: Value) -> Subscribers.Demand {
    if !record.isIntroduced { record.object("value \(value.number) before the subscription") }
    if let home = record.home, home != Explorer.running { record.object("value \(value.number) on the wrong thread") }
    record.receive("value \(value.number)") {
      record.values.append(value.number)
      if record.values.count == 1 { record.reaction() }
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {
    if !record.isIntroduced { record.object("the completion before the subscription") }
    if let home = record.home, home != Explorer.running { record.object("the completion on the wrong thread") }
    record.receive("the completion") { record.completions += 1 }
  }
}
