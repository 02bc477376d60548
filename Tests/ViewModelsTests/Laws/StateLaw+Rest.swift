import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

// What must be told of a section, and what it must show.

extension StateLaw.Section {
  /// Whether the pages at an end may be what a state says that a phase has failed with.
  private func mayFail(_ phase: LoadStep.Phase, _ failure: ModelFailure, _ rules: ListRules) -> Bool {
    switch failure {
    case .repeatedCursor: repeats.contains(phase)
    case .nothingNew(let count), .nothingShown(let count):
      count == rules.maximumPagesWithoutNewItems && pages[phase, default: 0] >= count
    case .refused, .wrongPage, .timedOut, .expiredCursor: false
    }
  }

  /// What is wrong with what is told, when nothing happens.
  func violation(_ rules: ListRules, typed: Int) -> String? {
    let phases: [(LoadStep.Phase, ModelState.Phase)] = [
      (.first, told.refresh), (.next, told.append), (.previous, told.prepend),
    ]
    for (phase, state) in phases {
      if case .loading(let page) = state {
        if load?.phase != phase || load?.page != page {
          return "\(phase) is told to load page \(page), and \(String(describing: load)) does"
        }
      } else if load?.phase == phase {
        return "\(String(describing: load)) loads, and \(state) is told"
      } else if case .failed(_, let failure) = state {
        if failures[phase] != failure, !mayFail(phase, failure, rules) {
          return "\(state) is told, and \(phase) has failed with \(String(describing: failures[phase]))"
        }
      } else if failed.contains(phase) {
        return "\(phase) has failed, and \(state) is told"
      }
    }
    if told.append == .finished, !back.contains(nil) { return "is told to be finished, before \(back)" }
    if back == [nil], told.append != .finished { return "nothing follows, and \(told.append) is told" }
    if told.prepend == .finished, !front.contains(nil) { return "is told to have nothing before, after \(front)" }
    if front == [nil], told.prepend != .finished { return "nothing comes before, and \(told.prepend) is told" }
    return refreshes...(refreshes + ends + typed) ~= told.generation
      ? nil : "generation \(told.generation) after \(refreshes) refreshes, \(ends) cancels at most, \(typed) queries"
  }

  func violation(_ shown: Moment.Shown, _ kinds: Row<Never>.Kinds) -> String? {
    if let count = shown.placeholders {
      let mayWait = mayShowIdle && told.refresh == .idle && !hasPage && load == nil
      let isRight = count == placeholders && (load?.phase == .first || mayWait)
      return isRight
        ? nil : "shows \(count) placeholders, \(told) is told, and \(String(describing: placeholders)) are wanted"
    }
    if let placeholders, load?.phase == .first, shown.rows.isEmpty {
      return "shows none of \(placeholders) placeholders"
    }
    let row = ModelRow(told, holdsRows: !shown.rows.isEmpty, in: kinds)
    return shown.state == row
      ? nil : "shows the row \(String(describing: shown.state)), not \(String(describing: row))"
  }
}
