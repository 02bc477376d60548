import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

// What a list is asked for, and what becomes of it.

extension ReferenceModel {
  mutating func send(_ wish: Wish, to list: Int) throws {
    lists[list].wishes.append(wish)
    try run(list)
  }

  /// Does what is to be done. While it does, an observer's wishes wait.
  mutating func run(_ list: Int) throws {
    guard !lists[list].isBusy else { return }
    lists[list].isBusy = true
    try doDeeds(of: list)
    while !lists[list].wishes.isEmpty {
      let wish = lists[list].wishes.removeFirst()
      lists[list].deeds += lists[list].deeds(of: wish)
      try doDeeds(of: list)
    }
    lists[list].isBusy = false
  }

  private mutating func doDeeds(of list: Int) throws {
    while !lists[list].deeds.isEmpty {
      switch lists[list].deeds.removeFirst() {
      case .tell(let target, let state):
        // A state is told while the section is in it, or not at all.
        if lists[list].state(of: target) == state { try tell(.state(target, state), of: list) }
        if case .section(let section) = target, !lists[list].stateRows.isEmpty { try ask(.row(section), of: list) }
      case .summarize(let summary): try tell(summary, of: list)
      case .ask(let change):
        try ask(change, of: list, isFollowed: lists[list].deeds.contains(where: \.asksToAnimate))
      case .wish(let wish): lists[list].wishes.append(wish)
      }
    }
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
    case .page, .partly, .last, .unnumbered, .cursor:
      var page = ModelAnswer.Page(rows: answer.ids.map { TestItem($0, text) }, number: request.page)
      switch answer {
      case .last: page.isLast = true
      case .unnumbered: page.number = nil
      case .partly: page.unreadable = 2
      case .cursor(_, _, let next):
        page.number = nil
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

extension ModelList.Deed {
  /// Whether it asks for a change that views may animate. A row that shows a state is none.
  fileprivate var asksToAnimate: Bool {
    switch self {
    case .ask(.row): false
    case .ask: true
    case .tell, .summarize, .wish: false
    }
  }
}
