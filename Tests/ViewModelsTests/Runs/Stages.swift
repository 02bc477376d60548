import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive

@testable import ListEngine
@testable import ViewModels

/// Which lists a world has: lists without a screen, alone or two of one gate, and each screen.
enum StageKind: String, CaseIterable, Sendable {
  case list, timedList, twoLists, movies, store, dish, series, search, photos

  @MainActor
  func stages() -> [any Stage] {
    switch self {
    case .list: [Self.list(["a", "b", "c"], pool: ["a", "b", "c", "d"])]
    case .timedList: [Self.list(["a", "b"], pool: ["a", "b", "c"], alarms: Alarms())]
    case .twoLists: Self.twoLists()
    case .movies: [Self.movies()]
    case .store: [Self.store()]
    case .dish: [Self.dish()]
    case .series: [Self.series()]
    case .search: [Self.search()]
    case .photos: [Self.photos()]
    }
  }

  @MainActor
  private static func twoLists() -> [any Stage] {
    let first = list(["a", "b"], pool: ["a", "b", "c"])
    return [first, list(["x"], pool: ["x", "y"], sharing: first)]
  }

  @MainActor
  private static func list(
    _ sections: [String], pool: [String], sharing other: (any GatedList)? = nil, alarms: Alarms? = nil
  ) -> ListStage<PagedList<String, TestItem>> {
    typealias Stage = ListStage<PagedList<String, TestItem>>
    let desk = ScriptedPages<StageKey, TestItem>()
    var rules = ListRules(sections: Array(sections.indices), pool: pool.count)
    (rules.maximumLoads, rules.maximumPagesWithoutNewItems, rules.prefetchDistance) = (2, 3, 4)
    rules.knowsCursors = true
    rules.sectionsNamed = { ids, _ in ids.map { $0 % pool.count }.unique }
    let list = PagedList<String, TestItem>(
      sections: sections, maximumLoads: rules.maximumLoads, prefetchDistance: rules.prefetchDistance,
      maximumPagesWithoutNewItems: rules.maximumPagesWithoutNewItems, sharing: other
    ) { section, page in
      try await desk.load(StageKey(section: pool.firstIndex(of: section) ?? -1, loader: nil), page)
    }
    let stage = Stage(list.withoutTimeLimit(), pool, rules, desk, item: { $0 }, row: { $0 })
    if let alarms {
      stage.alarms = alarms
      (list.timeLimit, list.clock) = (.seconds(1), alarms)
    }
    stage.loadSections = { [weak list, desk = stage.sectionsDesk] number in
      list?.loadSections(order: [.asTheyCome, .inOrder, .together][number % 3]) {
        try await desk.load(number, 1).items.map { pool[$0.id % pool.count] }
      } apply: {
        $0
      }
    }
    return stage
  }
}
