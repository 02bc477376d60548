/// A subject that two threads send to, join, leave and end, and the laws that its subscribers judge it by.
final class SubjectWorld: @unchecked Sendable {  // one explored thread runs at a time
  enum Kind: String, CaseIterable {
    case passthrough, currentValue, mainActor

    /// What each of the threads may do.
    var steps: (one: [Step], other: [Step]) {
      self == .mainActor
        ? ([.send, .join, .request, .cancel], [.join, .request, .cancel]) : (Step.allCases, Step.allCases)
    }
  }

  let kind: Kind
  let programs: Programs
  private var core: SubjectCore<Value, Never>?
  private var subject: (AnyObject & Sendable)?
  /// Is there from the beginning to the end, and asks for everything.
  let reference = Record("the reference")
  /// Is there from the beginning.
  let first: Record
  private(set) var taken: [Taken] = []
  private var joined: [Record] = []
  private var now = 0
  /// Of the last value that was sent: how many were.
  private(set) var lastNumber = 0

  /// - Parameter reaction: what the first subscriber does inside its first value.
  init(_ kind: Kind, _ programs: Programs, demand: Subscribers.Demand, reaction: Step? = nil) {
    (self.kind, self.programs) = (kind, programs)
    first = Record("the first subscriber", demand: demand)
    first.reaction = { [unowned self] in if let reaction { take(reaction) } }
    switch kind {
    case .passthrough:
      let subject = PassthroughSubject<Value, Never>()
      (core, self.subject) = (subject.core, subject)
    case .currentValue:
      let subject = CurrentValueSubject<Value, Never>(Value(0))
      (core, self.subject) = (subject.core, subject)
    case .mainActor:
      let subject = MainActorSubject<Value>()
      (core, self.subject) = (subject.core, subject)
      (reference.home, first.home) = (0, 0)
    }
    add(reference)
    add(first)
  }

  private func add(_ record: Record) {
    if let core, let subject { core.add(Probe(record), subject: subject) }
  }

  /// The threads, begun with the first of them; that of a main-actor subject works off the main queue.
  func threads() -> [() -> Void] {
    programs.indices.map { thread in
      let steps = programs[thread]
      if kind == .mainActor && thread == 0 {
        let queue = ActionQueue(thread: 0)
        Explorer.mainQueue = queue
        for step in steps { queue.actions.append { self.take(step) } }
        return { queue.work() }
      }
      return { for step in steps { self.take(step) } }
    }
  }

  private func tick() -> Int {
    now += 1
    return now
  }

  private func take(_ step: Step) {
    let index = taken.count
    if step == .send { lastNumber += 1 }
    taken.append(Taken(step: step, number: lastNumber, began: tick()))
    switch step {
    case .send: kind == .currentValue ? core?.sendCurrent(Value(lastNumber)) : core?.send(Value(lastNumber))
    case .complete: core?.send(completion: .finished)
    case .join:
      let record = Record("the subscriber that joins in step \(index)", demand: first.demand)
      record.home = kind == .mainActor ? 0 : nil
      taken[index].subscriber = record
      joined.append(record)
      add(record)
    case .request:
      let record = joined.last(where: \.isIntroduced) ?? first
      taken[index].subscriber = record
      record.request()
    case .cancel: first.subscription?.cancel()
    }
    taken[index].ended = tick()
  }

  /// Lets everything go, and says whether something stays.
  func end() {
    for record in [reference, first] + joined {
      record.subscription?.cancel()
      record.forget()
    }
    (core, subject) = (nil, nil)
    Token.expectNone()
  }
}
