import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

// What a list is asked for, and what becomes of it.

extension ReferenceModel {
  mutating func send(_ wish: Wish, to list: Int) throws {
    lists[list].wishes.append(wish)
    try run(list)
  }

  /// Does what is to be done. While it does, an observer's wishes wait, and so do changes.
  mutating func run(_ list: Int) throws {
    guard !lists[list].isBusy else { return }
    lists[list].isBusy = true
    let wasRunning = gate.isRunning
    gate.isRunning = true
    try doDeeds(of: list)
    while !lists[list].wishes.isEmpty {
      let wish = lists[list].wishes.removeFirst()
      lists[list].deeds += lists[list].deeds(of: wish)
      try doDeeds(of: list)
    }
    lists[list].isBusy = false
    gate.isRunning = wasRunning
    try runGate()
  }

  private mutating func doDeeds(of list: Int) throws {
    while !lists[list].deeds.isEmpty {
      switch lists[list].deeds.removeFirst() {
      case .tell(let target, let state):
        try tell(.state(target, state), of: list)
        if case .section(let section) = target { try askForRow(of: section, in: list) }
      case .row(let section): try askForRow(of: section, in: list)
      case .summarize(let summary): try tell(summary, of: list)
      case .ask(let change): try ask(change, of: list)
      case .wish(let wish): lists[list].wishes.append(wish)
      }
    }
  }

  private mutating func askForRow(of section: Int, in list: Int) throws {
    for change in lists[list].rowDeeds(section) { try ask(change, of: list) }
  }

  // MARK: - Answers

  mutating func receive(_ answer: Step.Answer, _ text: String, for request: PageRequest, in list: Int) throws {
    // An answer to a load that is no longer wanted changes nothing: the account names current ones alone.
    guard let load = lists[list].load(of: request) else { return }
    let rules = lists[list].rules
    switch answer {
    case .failure: try receive(.failure(.refused), for: load, in: list)
    case .wrongPage where request.page != nil && request.target != .sections:
      try receive(.failure(.wrongPage), for: load, in: list)
    case .wrongPage: try receive(.failure(.refused), for: load, in: list)
    case _ where request.target == .sections:
      let sections = rules.sectionsOfAnswer?(request.loader ?? 0, answer.ids) ?? answer.ids.map { $0 % rules.pool }
      try receive(.sections(sections), for: load, in: list)
    case .page, .partly, .last, .unnumbered, .cursor, .between:
      var page = ModelAnswer.Page(rows: answer.ids.map { TestItem($0, text) }, number: request.page)
      switch answer {
      case .last: page.isLast = true
      case .unnumbered: page.number = nil
      case .partly: page.unreadable = 2
      case .cursor(_, _, let next):
        page.number = nil
        if next == 0 { page.isLast = true } else { page.cursor = "\(next)" }
      case .between(_, _, let previous, let next):
        page.number = nil
        if previous > 0 { page.previous = "\(previous)" }
        if next == 0 { page.isLast = true } else { page.cursor = "\(next)" }
      default: break
      }
      try receive(.page(page), for: load, in: list)
    }
  }

  mutating func receive(_ content: ModelAnswer.Content, for load: ModelLoad, in list: Int) throws {
    lists[list].deeds += lists[list].deeds(ofAnswer: ModelAnswer(load: load, content: content))
    try run(list)
  }

  mutating func timeOut(_ request: PageRequest, in list: Int) throws {
    if let load = lists[list].load(of: request) { try receive(.failure(.timedOut), for: load, in: list) }
  }
}
