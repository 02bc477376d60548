import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

// What can be seen at some moment, against what the laws say.

extension ReferenceModel {
  /// While something is told.
  func check(_ moment: Moment, of list: Int) throws {
    let model = lists[list]
    if let shown = moment.shown { try expect(shown, model.contents.shown, "the list holds") }
    try expect(moment.waiting, gate.waiting.count, "so many changes wait:")
    for (target, state) in moment.states { try expect(state, model.state(of: target), "the state of \(target) is") }
    try expect(moment.loadsInFlight, model.loads.count, "so many loads are in flight:")
    for view in moment.wrongViews {
      guard let binding = gate.bindings[view], binding.lost.isEmpty else { continue }
      throw Disagreement(description: "view \(view) is bound, and shows something else than its list")
    }
  }

  /// When everything has come to rest.
  func checkRest(_ moment: Moment, of list: Int) throws {
    try check(moment, of: list)
    try expect(moment.isIdle, gate.isIdle, "the gate is idle:")
    let rules = lists[list].rules
    let requests = lists[list].loads.filter { $0.stage == .requested }
      .map { load in
        PageRequest(
          target: load.target, page: rules.knowsPages ? load.page : nil, cursor: rules.knowsCursors ? load.cursor : nil,
          loader: load.loader)
      }
    try expect(Set(moment.requests), Set(requests), "the services are asked for")
    try expect(moment.requests.count, requests.count, "so many requests are open:")
  }

  mutating func checkSettled(_ list: Int) throws {
    if !isSettled(list) { while try letGo() {} }
    guard isSettled(list) else { throw Disagreement(description: "settled() returned while something was under way") }
  }

  private func isSettled(_ list: Int) -> Bool {
    lists[list].loads.isEmpty && lists[list].sent.isEmpty && gate.isIdle
  }

  /// When all has been answered and has ended.
  func checkEnd() throws {
    for (number, list) in lists.enumerated() {
      try expect(list.loads.isEmpty, true, "each load of list \(number) has ended:")
      try expect(list.groups.values.allSatisfy { $0.summary != nil }, true, "each group has its summary:")
    }
    try expect(gate.isIdle, true, "the gate is idle:")
  }

  private func expect<Value: Equatable>(_ seen: Value, _ expected: Value, _ what: String) throws {
    if seen != expected { throw Disagreement(description: "\(what) \(expected); instead: \(seen)".withoutTypes) }
  }
}
