import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

// What each wish and each answer leads to.

extension ModelList {
  mutating func deeds(of wish: Wish) -> [Deed] {
    defer { startRequests() }
    switch wish {
    case .first(let sections, let order): return first(sections ?? contents.sectionIDs, order)
    case .next(let section): return begin(.section(section)) { $0.next() }
    case .previous(let section): return begin(.section(section)) { $0.previous() }
    case .fill(let section, let count):
      loadings[.section(section)]?.target = count
      return goOn(section)
    case .goOn(let section): return goOn(section)
    case .refresh(let target, let loader, let page, let joins):
      guard loadings[target] != nil else { return [] }
      let ends = close(target)
      if let loader { loadings[target]?.nextLoader = loader }
      return ends + begin(target) { $0.refresh(at: page, joins: joins) }
    case .retry(let target): return begin(target) { $0.retry() }
    case .cancel(let target):
      guard loadings[target]?.load != nil else { return [] }
      loadings[target]?.cancel()
      let ends = close(target)
      return tell(target) + ends
    case .placeholders(let count):
      return contents.sectionIDs.map { section in
        loadings[.section(section)]?.placeholders = count > 0 ? count : nil
        loadings[.section(section)]?.showsPlaceholdersIdle = true
        return .row(section)
      }
    }
  }

  private mutating func first(_ sections: [Int], _ order: ReleaseOrder) -> [Deed] {
    var seen: Set<Int> = []
    let due = sections.filter { loadings[.section($0)]?.isUntouched == true && seen.insert($0).inserted }
    let missing = sections.filter { loadings[.section($0)] == nil && seen.insert($0).inserted }
    guard !due.isEmpty else { return [.summarize(.summary(loaded: [], failed: [], cancelled: [], gone: missing))] }
    lastGroup += 1
    groups[lastGroup] = ModelGroup(due, order, missing: missing)
    return due.flatMap { section in begin(.section(section), in: lastGroup) { $0.next() } }
  }

  private mutating func goOn(_ section: Int) -> [Deed] {
    let total = contents[section]?.rows.count ?? 0
    return begin(.section(section)) { $0.goOn(ifShorter: total) }
  }

  mutating func begin(
    _ target: ModelTarget, in group: Int? = nil, _ wish: (inout ModelLoading) -> ModelLoading.Wanted?
  ) -> [Deed] {
    guard var loading = loadings[target] else { return [] }
    let wanted = wish(&loading)
    loadings[target] = loading
    guard let wanted else { return [] }
    lastLoad += 1
    let isFirst = wanted.phase == .first
    let cursor = isFirst ? nil : wanted.phase == .next ? loading.back.cursor : loading.front.cursor
    loading.load = ModelLoad(
      number: lastLoad, target: target, phase: wanted.phase, page: wanted.page, cursor: cursor, group: group,
      loader: isFirst ? loading.nextLoader ?? loading.loader : loading.loader)
    loadings[target] = loading
    return tell(target)
  }

  /// Only what has changed is told.
  mutating func tell(_ target: ModelTarget) -> [Deed] {
    let state = state(of: target)
    guard let loading = loadings[target], loading.told != state else { return [] }
    loadings[target]?.told = state
    return [.tell(target, state)]
  }

  // MARK: - From the answer to the end

  mutating func deeds(ofAnswer answer: ModelAnswer) -> [Deed] {
    defer { startRequests() }
    loadings[answer.load.target]?.load?.stage = .answered
    guard let group = answer.load.group, case .section(let section) = answer.load.target else { return settle(answer) }
    groups[group]?.answered.insert(section)
    groups[group]?.held[section] = answer
    return (groups[group]?.release() ?? []).flatMap { settle($0) }
  }

  private mutating func settle(_ answer: ModelAnswer) -> [Deed] {
    let target = answer.load.target
    guard isCurrent(answer.load) else { return [] }
    guard case .failure(let failure) = answer.content else { return [.ask(.show(answer))] }
    loadings[target]?.fail(failure)
    loadings[target]?.load = nil
    let deeds = tell(target) + end(answer.load, as: .failed)
    // A series that fails has one summary, as one without seasons has.
    guard case .section(let section) = target else {
      return deeds + [.summarize(.summary(loaded: [], failed: [], cancelled: [], gone: []))]
    }
    return deeds + [.wish(.goOn(section))]
  }

  /// Gives up a load, whatever has become of it so far.
  mutating func close(_ target: ModelTarget, isGone: Bool = false) -> [Deed] {
    guard let load = loadings[target]?.load else { return [] }
    loadings[target]?.load = nil
    return end(load, as: isGone ? .gone : .cancelled)
  }

  /// Each load ends, as one of three.
  mutating func end(_ load: ModelLoad, as outcome: ModelGroup.Outcome) -> [Deed] {
    guard let group = load.group, case .section(let section) = load.target else { return [] }
    groups[group]?.answered.insert(section)
    groups[group]?.outcomes[section] = outcome
    groups[group]?.held[section] = nil
    var deeds: [Deed] = []
    if let summary = groups[group]?.summary { deeds.append(.summarize(summary)) }
    return deeds + (groups[group]?.release() ?? []).flatMap { settle($0) }
  }
}
