/// An operator between a subject and a subscriber, a sink, or raw events without a subject, and the laws of what comes out.
///
/// The first thread is upstream's. The second is the home, a serial queue, where the operator has one: what it is told to
/// do are actions of that queue.
final class OperatorWorld: @unchecked Sendable {  // one explored thread runs at a time
  enum Kind: String, CaseIterable {
    /// `receive(on:)` a queue, `receive(on: .main)`, `debounce` on a queue.
    case receiveOnQueue, receiveOnMain, debounce
    /// `debounce` on a queue that both threads work off, the sender once it has sent.
    case debounceConcurrently
    /// Delivers wherever an event arrives.
    case removeDuplicates
    /// An engine alone, given events by two threads at once: more than a publisher may do.
    case engine
    /// A sink; one that cancels itself in its closure; one whose publisher is not the package's.
    case sink, sinkThatCancels, sinkOfAStranger

    var hasHome: Bool { self == .receiveOnQueue || self == .receiveOnMain || self == .debounce }

    var isDebounce: Bool { self == .debounce || self == .debounceConcurrently }

    var isSink: Bool { self == .sink || self == .sinkThatCancels || self == .sinkOfAStranger }

    /// What each of the threads may do.
    var steps: (one: [Step], other: [Step]) {
      switch self {
      case .receiveOnQueue, .receiveOnMain, .debounce: ([.send, .complete, .request, .cancel], [.request, .cancel])
      case .debounceConcurrently: ([.send, .complete], [.request, .cancel])
      case .removeDuplicates: ([.send, .complete, .request, .cancel], [.send, .complete, .request, .cancel])
      case .engine: ([.join, .send, .complete, .cancel], [.join, .send, .complete, .cancel])
      case .sink, .sinkThatCancels, .sinkOfAStranger: ([.send, .complete, .cancel], [.send, .complete, .cancel])
      }
    }

    /// A sink asks for everything, and an engine alone leaves demand to its upstream, which here has no ear for it.
    var demands: [Subscribers.Demand] { isSink || self == .engine ? [.unlimited] : [.unlimited, .max(1)] }
  }

  let kind: Kind
  let programs: Programs
  let subject = PassthroughSubject<Value, Never>()
  private var engine: DeliveryEngine<Probe>?
  let first: Record
  private(set) var taken: [Taken] = []
  private var now = 0
  private var lastNumber = 0

  init(_ kind: Kind, _ programs: Programs, demand: Subscribers.Demand) {
    (self.kind, self.programs) = (kind, programs)
    first = Record("the subscriber", demand: demand)
  }

  func threads() -> [() -> Void] {
    let isConcurrent = kind == .debounceConcurrently
    let queue = kind.hasHome || isConcurrent ? ActionQueue(thread: 1) : nil
    if kind == .receiveOnMain { Explorer.mainQueue = queue }
    if kind.hasHome { first.home = 1 }
    subscribe(queue)
    return programs.indices.map { thread in
      let steps = programs[thread]
      if isConcurrent, let queue {
        return {
          for step in steps { self.take(step) }
          queue.work()
        }
      }
      if thread == 1, let queue {
        for step in steps { queue.actions.append { self.take(step) } }
        return { queue.work() }
      }
      return { for step in steps { self.take(step) } }
    }
  }

  private func subscribe(_ queue: ActionQueue?) {
    let probe = Probe(first)
    switch kind {
    case .receiveOnQueue: if let queue { subject.receive(on: queue).subscribe(probe) }
    case .receiveOnMain: subject.receive(on: .main).subscribe(probe)
    case .debounce, .debounceConcurrently:
      if let queue { subject.debounce(for: .zero, scheduler: queue).subscribe(probe) }
    case .removeDuplicates: subject.removeDuplicates { $0.number == $1.number }.subscribe(probe)
    case .engine: engine = DeliveryEngine(probe, home: Home(of: subject), description: "Engine")
    case .sink: introduce(probe, with: sink(probe, of: subject))
    case .sinkThatCancels:
      first.reaction = { [unowned self] in take(.cancel) }
      introduce(probe, with: sink(probe, of: subject))
    case .sinkOfAStranger: introduce(probe, with: sink(probe, of: Stranger(subject: subject)))
    }
  }

  /// A sink whose closures alone own the probe: it is released when they are.
  private func sink(_ probe: Probe, of publisher: some Publisher<Value, Never>) -> AnyCancellable {
    publisher.sink {
      probe.receive(completion: $0)
    } receiveValue: { [first] value in
      _ = probe.receive(value)
      if first.isReleased { first.object("its closure is released while it runs") }
    }
  }

  private func introduce(_ probe: Probe, with cancellable: AnyCancellable) {
    probe.receive(subscription: Handle(cancellable: cancellable))
  }

  private func tick() -> Int {
    now += 1
    return now
  }

  private func take(_ step: Step) {
    let index = taken.count
    if step == .send { lastNumber += 1 }
    let isVain = step == .cancel && first.subscription == nil
    taken.append(Taken(step: step, number: lastNumber, isVain: isVain, began: tick()))
    switch (step, engine) {
    case (.send, nil): subject.send(Value(lastNumber))
    case (.send, let engine?): _ = engine.receive(Value(lastNumber))
    case (.complete, nil): subject.send(completion: .finished)
    case (.complete, let engine?): engine.receive(completion: .finished)
    case (.join, let engine): engine?.receive(subscription: EmptySubscription())
    case (.request, _): first.request()
    case (.cancel, _): first.subscription?.cancel()
    }
    taken[index].ended = tick()
  }

  // MARK: - The laws

  func check() {
    let values = first.values
    let sends = taken.filter { $0.step == .send }
    let ends = taken.filter { $0.step == .complete }
    let cancels = taken.filter { $0.step == .cancel && !$0.isVain }
    let begin = kind == .engine ? taken.filter { $0.step == .join }.map(\.began).min() ?? .max : 0
    let opened = kind == .engine ? taken.filter { $0.step == .join }.map(\.ended).min() ?? .max : 0

    if Set(values).count != values.count { first.object("a value twice: \(values)") }
    for send in sends {
      let place = values.firstIndex(of: send.number)
      if place != nil, send.ended < begin { first.object("value \(send.number) from before the subscription") }
      if place != nil, ends.contains(where: { $0.ended < send.began && opened < $0.began }) {
        first.object("a value after the end")
      }
      if place != nil, isCancelled(before: send, cancels) {
        first.object("value \(send.number) after it was cancelled")
      }
      for later in sends where send.ended < later.began {
        if let place, let other = values.firstIndex(of: later.number), other < place { first.object("\(values)") }
      }
      let isSafe = opened < send.began && ends.allSatisfy { send.ended < $0.began } && cancels.isEmpty
      if isSafe, place == nil, mustArrive(send, of: sends) { first.object("value \(send.number) was lost: \(values)") }
    }
    if let asked = first.asked, values.count > asked {
      first.object("heard \(values), and had not asked for so many")
    }
    checkEnd(ends, cancels, isOpened: { opened < $0 })
  }

  /// Whether a cancel was over when a value was sent. A sink's cancellable that is cancelled by two threads at once may
  /// return to one of them before the other is done.
  private func isCancelled(before send: Taken, _ cancels: [Taken]) -> Bool {
    let begun = cancels.filter { $0.began < send.began }
    let ended = begun.filter { $0.ended < send.began }
    return !ended.isEmpty && (ended.count == begun.count || !kind.isSink)
  }

  /// Whether nothing excuses that a value has not come: too little demand, or a newer value.
  private func mustArrive(_ send: Taken, of sends: [Taken]) -> Bool {
    if first.demand != .unlimited { return false }
    return !kind.isDebounce || send.number == sends.map(\.number).max() && taken.allSatisfy { $0.step != .complete }
  }

  private func checkEnd(_ ends: [Taken], _ cancels: [Taken], isOpened: (Int) -> Bool) {
    let isSafe = cancels.isEmpty && ends.contains { isOpened($0.began) }
    if first.completions > 1 || isSafe && first.completions == 0 { first.object("\(first.completions) completions") }
    if ends.isEmpty, first.completions > 0 { first.object("a completion out of nothing") }
    if !cancels.isEmpty || isSafe, !first.isReleased { first.object("is never released") }
    if cancels.isEmpty, ends.isEmpty, first.isReleased { first.object("is released too early") }
  }

  /// Lets everything go, and says whether something stays.
  func end() {
    first.subscription?.cancel()
    first.forget()
    engine = nil
    Token.expectNone()
  }
}
