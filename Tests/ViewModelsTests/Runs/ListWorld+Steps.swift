import ListViewModelsTestSupport
import Reactive

@testable import ListEngine
@testable import ViewModels

extension ListWorld {
  /// Takes one step, now.
  func take(_ step: Step) {
    look()
    switch step {
    case .user(let step): take(step)
    case .loadSections(let list, let number):
      let list = list % stages.count
      guard let load = stages[list].loadSections else { return }
      record(.asked(list: list, .refresh(.sections, loader: number)))
      load(number)
    case .retrySections(let list): ask(.retry(.sections), of: list)
    case .settle(let number, let takesBack):
      guard !sent.isEmpty else { return }
      let edit = sent.remove(at: number % sent.count)
      record(.settles(list: edit.list, edit.number, takesBack: takesBack))
      edit.end(takesBack)
    case .seed(let section, let answer, let next):
      let (list, section) = find(section)
      // A service with cursors is asked for page 2 with the cursor 2.
      let key = next == 0 ? nil : PageKey(number: next, cursor: next == 1 ? nil : "\(next)")
      let rows = answer.ids.map { TestItem($0, "seed") }
      let number = numberOfTurn(of: list) { .seeded(list: list, $0, section: section, rows: rows, next: key) }
      askForTurn(number, of: list)
      stages[list].seed(section, rows, next: key)
    default: takeOther(step)
    }
  }

  private func take(_ step: UserStep) {
    switch step {
    case .loadFirst(let list, let order): ask(.first(nil, order), of: list)
    case .loadFirstIn(let sections, let order):
      let (list, _) = find(sections.first ?? 0)
      ask(.first(sections.map { $0 % stages[list].rules.pool }, order), of: list)
    case .loadNext(let section): ask(section) { .next($0) }
    case .loadPrevious(let section): ask(section) { .previous($0) }
    case .fill(let section, let count): ask(section) { .fill($0, count) }
    case .refresh(let section): ask(section) { .refresh(.section($0), loader: nil) }
    case .refreshAt(let section, let page, let joins):
      ask(section) { .refresh(.section($0), loader: nil, page: page, joins: joins) }
    case .refreshFrom(let section, let loader): ask(section) { .refresh(.section($0), loader: loader + 10) }
    case .retry(let section): ask(section) { .retry(.section($0)) }
    case .cancel(let section): ask(section) { .cancel(.section($0)) }
    case .showPlaceholders(let list, let count): ask(.placeholders(count), of: list)
    case .willDisplay(let section, let offset):
      let (list, position) = find(section)
      record(.displayed(list: list, position: position, offset: offset))
      stages[list].willDisplay(position, offset: offset)
    case .edit(let list, let edit):
      let list = list % stages.count
      let number = nextNumber
      record(.edited(list: list, edit, number))
      stages[list].edit(edit) { [weak self] in self?.record(.made(list: list, number, isSent: false, $0)) }
    case .send(let list, let edit):
      let list = list % stages.count
      guard edit.isOfItems else { return }
      let number = nextNumber
      record(.sent(list: list, edit, number))
      let end = stages[list].send(edit) { [weak self] in self?.record(.made(list: list, number, isSent: true, $0)) }
      sent.append((list, number, end))
    case .showRows(let list, let bits):
      let (list, rows) = (list % stages.count, Row<Never>.Kinds(rawValue: bits))
      record(.rowsChosen(list: list, rows))
      stages[list].showRows(rows)
    case .arrange(let section, let lens):
      let (list, section) = find(section)
      let lens = Lens(rawValue: lens % Lens.allCases.count) ?? .none
      let number = numberOfTurn(of: list) { .arranged(list: list, $0, section: section, lens) }
      askForTurn(number, of: list)
      stages[list].arrange(section, lens)
    case .type(let letters):
      guard stages[0].rules.isSearch else { return }
      let query = ModelSearch.queries[letters % ModelSearch.queries.count]
      record(.typed(list: 0, query))
      stages[0].query = query
    case .undo(let number): take(.settle(number, takesBack: true))
    case .bind(let view): bind(views[view % views.count])
    case .unbind(let view):
      let view = view % views.count
      guard tokens[view] != nil else { return }
      record(.unbound(view: view))
      tokens[view] = nil
    case .pause(let list): pause(list % stages.count)
    case .goOn(let number):
      guard !pauses.isEmpty else { return }
      let (number, hold) = pauses.remove(at: number % pauses.count)
      record(.goesOn(number))
      hold.release()
    // Sent or not: in which order tasks that send are resumed is known to nobody, so that is left to the soak.
    case .drag(let section, let from, let to, _): drag(section, from, to)
    }
  }

  private func takeOther(_ step: Step) {
    switch step {
    case .advance(let time):
      record(.advanced(list: 0, time))
      stages[0].passTime(time)
    case .reconnect:
      guard let reconnect = stages[0].reconnect else { return }
      record(.reconnected(list: 0))
      reconnect()
    case .answer(let number, let answer): self.answer(number, answer)
    case .answerBoth(let first, let answer, let second, let other):
      // After several hops the second one might be first.
      guard requests.count > 1, !stages[0].rules.hasPictures else { return self.answer(first, answer) }
      let (first, second) = (first % requests.count, (second % (requests.count - 1) + first + 1) % requests.count)
      // Mostly they arrive in this order; on the executor's threads one overtakes the other now and then.
      self.answer(first, answer)
      Turns.passThreads()
      self.answer(second, other)
    case .timeOut(let number): timeOut(number)
    case .endCancelled(let list, let ends): stages[list % stages.count].endsCancelledRequests = ends
    case .observe(let list, let channel, let times, let step):
      observers.append(WorldObserver(list: list % stages.count, channel, times: times, step, in: self))
    case .leave(let number):
      guard !observers.isEmpty else { return }
      let observer = observers.remove(at: number % observers.count)
      observer.leave()
      if !observer.hasHeardAll(untilNow: false) { object("an observer of \(observer.channel) has heard otherwise") }
    case .track(let list, let channel, let step): track(list, channel, step)
    case .demand(let count): slow.ask(for: .max(count))
    case .awaitSettled(let list): awaitSettled(list % stages.count)
    default: drive(step)
    }
  }

  // MARK: - Asking and answering

  /// Notes what is asked for by a number.
  private func numberOfTurn(of list: Int, _ entry: (Int) -> Entry) -> Int {
    let number = nextNumber
    record(entry(number))
    return number
  }

  /// Finds out when the change has its turn that is asked for next: nothing is told of a seed or of another filter that changes
  /// nothing. A change before it that is empty takes no time, and counts those that have been made.
  private func askForTurn(_ number: Int, of list: Int) {
    turnsDue += 1
    stages[list].gate.enqueue { [weak self] in
      guard let self else { return nil }
      turns.append((list, number, stages[list].changesMade + 1))
      return nil
    }
  }

  func find(_ section: Int) -> (list: Int, section: Int) {
    var section = section % stages.reduce(0) { $0 + $1.rules.pool }
    for (list, stage) in stages.enumerated() {
      if section < stage.rules.pool { return (list, section) }
      section -= stage.rules.pool
    }
    return (0, 0)
  }

  private func ask(_ section: Int, _ wish: (Int) -> Wish) {
    let (list, section) = find(section)
    ask(wish(section), of: list)
  }

  private func ask(_ wish: Wish, of list: Int) {
    let list = list % stages.count
    record(.asked(list: list, wish))
    stages[list].ask(wish)
  }

  private func answer(_ number: Int, _ answer: Step.Answer) {
    guard !requests.isEmpty else { return }
    let request = requests[number % requests.count].open
    var answer = answer
    if case .section(let section) = request.request.target, stages[list(of: request)].rules.hasPictures {
      answer = answer.of(section)
    }
    answers += 1
    let text = "answer \(answers)"
    // What nobody waits for any more must change nothing, so it is no answer.
    if !request.isCancelled() {
      record(.answered(list: list(of: request), request.request, answer, text: text))
    }
    request.answer(answer, text)
  }

  private func timeOut(_ number: Int) {
    let due = requests.filter { alarm(of: $0) != nil }
    guard !due.isEmpty else { return }
    let request = due[number % due.count]
    guard let (alarms, alarm) = alarm(of: request) else { return }
    record(.timedOut(list: 0, request.open.request))
    alarms.wake(alarm)
  }

  private func awaitSettled(_ list: Int) {
    unsettled += 1
    Task {
      await stages[list].settled()
      unsettled -= 1
      record(.waited(list: list))
    }
  }

  private func track(_ list: Int, _ channel: Step.Channel, _ step: Step) {
    let new = Tracker(stages[list % stages.count], channel, then: step) { [weak self] in
      Task { @MainActor in self?.goOnAfterChange() }
    }
    trackers.append(new)
  }

  /// Observation tells those that wait in no order, so they go on in the one in which they came.
  private func goOnAfterChange() {
    guard let tracker = trackers.first(where: \.isTold) else { return }
    tracker.end()
    take(tracker.step)
  }

  func checkTrackers() {
    trackers.removeAll(where: \.isOver)
    if !trackers.allSatisfy(\.isRight) { object("Observation was not told of a change") }
  }
}
