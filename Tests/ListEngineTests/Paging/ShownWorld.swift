import ListViewModelsTestSupport

@testable import ListEngine

/// The value, and the history that it went through.
struct ShownWorld {
  /// What can happen, to sections 0 and 1.
  enum Step: Hashable {
    case ask(Int, ShownHistory.Kind), cancel(Int)
    case answer(Int, [Int])
    case edit([Int: [ShownHistory.Deed]], isSent: Bool)
    /// Takes an item as it is shown from one section into the other.
    case carry(Int, from: Int, isSent: Bool)
    /// What users do to items anywhere; see ``Edit``.
    case user(Edit, isSent: Bool)
    /// Of the edits that are open, the oldest or the newest.
    case settle(oldest: Bool, takingBack: Bool)
    case arrange(Int, Lens)
  }

  var shown = Shown(SectionedList<Int, TestItem>(sections: [0, 1]))
  var history = ShownHistory()
  var lenses: [Int: Lens] = [:]
  var inFlight: [Int: (load: Int, kind: ShownHistory.Kind)] = [:]
  var open: [Int] = []
  /// How many loads and edits there may be.
  var most = 3
  private var (loads, edits) = (0, 0)

  /// Takes a step, if it can be taken.
  /// - Returns: What went wrong; nil if nothing did; `.some(nil)` tells a step that was taken.
  mutating func take(_ step: Step) -> String?? {
    let before = (0...1).map { ids(in: $0) }
    switch step {
    case .ask(let section, let kind):
      guard loads < most, kind.phase == .refresh || inFlight[section] == nil else { return nil }
      loads += 1
      inFlight[section] = (history.asked(), kind)
      shown.forget(in: section, upTo: inFlight[section]?.load)
      if before != (0...1).map({ ids(in: $0) }) { return "a load that begins changes what is shown" }
    case .cancel(let section):
      guard inFlight.removeValue(forKey: section) != nil else { return nil }
      shown.forget(in: section, upTo: nil)
    case .answer(let section, let ids):
      guard let (load, kind) = inFlight[section] else { return nil }
      let page = ids.map { TestItem($0, "of \(load)") }
      // As the loads do: applied first, then at its end.
      if shown.onlyAdds(to: section, kind.phase) {
        let new = shown.add(page, to: section, kind.phase)
        let rest = shown.list.items(in: section).enumerated().filter { !new.offsets.contains($0.offset) }
        if rest.map(\.element) != before[section] { return "a page that is only added changes something else" }
      } else {
        var joining: AppliedPage.Left?
        if case .joins(let front, let back) = kind { joining = .init(front: front, back: back) }
        _ = shown.apply(page, of: load, to: section, kind.phase, joining: joining)
      }
      inFlight[section] = nil
      shown.forget(in: section, upTo: nil)
      history.answered(load, section, kind, page)
      if before[1 - section] != self.ids(in: 1 - section) { return "an answer changes another section" }
    case .edit(let deeds, let isSent):
      guard edits < most else { return nil }
      let all = deeds.sorted { $0.key < $1.key }.flatMap { section, deeds in deeds.map { (section, $0) } }
      make(all, isSent: isSent)
    case .carry(let id, let source, let isSent):
      guard edits < most, history.items(in: source).contains(where: { $0.id == id }) else { return nil }
      make([(source, .leave(id)), (1 - source, .arrive(id, .first))], isSent: isSent)
    case .user(let edit, let isSent):
      guard edits < most, edit.isOfItems else { return nil }
      var named = NamedList(list: shown.whole ?? shown.list, names: [0, 1], item: { $0 }, row: { $0 })
      edit.apply(to: &named, pool: 2)
      let deeds = named.calls.flatMap(\.deeds)
      if deeds.isEmpty { return nil }
      make(deeds, isSent: isSent)
    case .settle(let oldest, let takingBack):
      guard let edit = oldest ? open.first : open.last, oldest || open.count > 1 else { return nil }
      open.removeAll { $0 == edit }
      history.settled(edit, takenBack: takingBack)
      _ = shown.settle(edit, takingBack: takingBack, newest: history.newest) { [inFlight] in inFlight[$0]?.load }
      if !takingBack, before != (0...1).map({ ids(in: $0) }) { return "a confirmation changes what is shown" }
    case .arrange(let section, let lens):
      guard lenses[section, default: .none] != lens else { return nil }
      lenses[section] = lens
      shown.arrange(section, as: Arrangement(filter: lens.filter, order: lens.order))
    }
    return .some(violation)
  }

  private mutating func make(_ deeds: [(section: Int, deed: ShownHistory.Deed)], isSent: Bool) {
    edits += 1
    let number = history.edit(deeds, isSent: isSent)
    var list = shown.whole ?? shown.list
    let calls = list.recordCalls(
      ofEdit: shown.lastEdit + 1, isSent: isSent, allItems: { [shown] in shown.allItems(of: $0) }
    ) { list in
      for (section, deed) in deeds {
        switch deed {
        case .insert(let items, let place): list.insert(items, place, in: section)
        case .remove(let id): list.remove([id], from: section)
        case .update(let item): list.update(item, in: section)
        case .replace(let id, let item): list.replace(id, with: item, in: section)
        case .move(let id, let place): list.move(id, place, in: section)
        case .order(let ids): list.order(section, as: ids)
        case .sort(let salt): list.sort(section) { $0.id ^ salt < $1.id ^ salt }
        case .set(let items, _): list.replaceItems(in: section, with: items)
        case .leave: break
        case .arrive(let id, let place): list.move(id, from: 1 - section, place, in: section)
        }
      }
    }
    let edited = shown.edit(
      calls, leadingTo: list, isSent: isSent, newest: history.newest,
      loadInFlight: { [inFlight] in inFlight[$0]?.load })
    assert(edited.edit == number)
    if isSent { open.append(edited.edit) }
  }

  private func ids(in section: Int) -> [TestItem] { Array(shown.list.items(in: section)) }

  private var violation: String? {
    for section in 0...1 {
      let (shown, all) = (ids(in: section), history.items(in: section))
      let wanted = lenses[section, default: .none](all)
      if shown != wanted { return "section \(section) shows \(shown), not \(wanted)" }
    }
    if inFlight.isEmpty, open.isEmpty, shown.remembers > 0 { return "at rest \(shown.remembers) are remembered" }
    return nil
  }

  /// One of all, or an edit as users make them.
  static func step(using random: inout some RandomNumberGenerator) -> Step {
    let choice = Int.random(in: 0..<(all.count + 30), using: &random)
    return choice < all.count ? all[choice] : .user(.random(using: &random), isSent: choice % 2 == 0)
  }

  private static let all: [Step] = {
    let deeds: [ShownHistory.Deed] = [
      .insert([TestItem(4, "new")], .first), .insert([TestItem(1, "new")], .after(2, orAt: 0)),
      .insert([TestItem(3, "new")], .before(4)), .insert([TestItem(2, "new")], .offset(9)), .remove(1), .remove(4),
      .remove(2),
      .update(TestItem(1, "mine")), .update(TestItem(2, "mine")), .update(TestItem(4, "mine")), .move(2, .first),
      .move(1, .last),
      .move(4, .after(1)), .replace(1, TestItem(4, "saved")), .replace(4, TestItem(5, "saved")),
      .replace(2, TestItem(2, "other")), .move(1, .offset(1)), .sort(by: 0), .sort(by: 7),
      .set([TestItem(4, "set"), TestItem(1, "set")]),
    ]
    let edits = [false, true].flatMap { isSent in
      deeds.flatMap { deed in (0...1).map { Step.edit([$0: [deed]], isSent: isSent) } }
        + [
          .edit([0: [.remove(1)], 1: [.insert([TestItem(1, "both")], .last)]], isSent: isSent),
          .carry(1, from: 0, isSent: isSent), .carry(4, from: 1, isSent: isSent),
        ]
    }
    let pages = (0...1).flatMap { section in [[1, 2], [3], [2, 4, 1], []].map { Step.answer(section, $0) } }
    let kinds: [ShownHistory.Kind] =
      [.replaces, .appends, .prepends]
      + [false, true].flatMap { front in [false, true].map { .joins(leavingFront: front, back: $0) } }
    let others = (0...1).flatMap { section in [.cancel(section)] + kinds.map { Step.ask(section, $0) } }
    let lenses = (0...1).flatMap { section in
      [Lens.none, .odd, .backwards, .mineFirst, .oddMineFirst].map { Step.arrange(section, $0) }
    }
    return edits + pages + others + lenses
      + [true, false].flatMap { oldest in [true, false].map { .settle(oldest: oldest, takingBack: $0) } }
  }()
}

extension ShownHistory.Kind {
  fileprivate var phase: LoadPhase {
    switch self {
    case .replaces, .joins, .seeds: .refresh
    case .appends: .append
    case .prepends: .prepend
    }
  }
}
