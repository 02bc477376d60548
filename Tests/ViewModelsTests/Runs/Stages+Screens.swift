import ListTesting
import ListViewModelsTestSupport
import Reactive

@testable import ListEngine
@testable import ViewModels

// The screens.

extension StageKind {
  @MainActor
  static func movies() -> any Stage {
    typealias Stage = ListStage<MoviesViewModel>
    let desk = ScriptedPages<StageKey, Movie>()
    let sections = MovieSection.allCases
    let service = AnyService { (section: MovieSection, page) in
      try await desk.load(StageKey(section: sections.firstIndex(of: section) ?? -1, loader: nil), page)
    }
    let viewModel = MoviesViewModel(service: service, maximumLoads: 2, prefetchDistance: 4).withoutTimeLimit()
    var rules = ListRules(sections: Array(sections.indices), pool: sections.count)
    (rules.maximumLoads, rules.prefetchDistance) = (2, 4)
    return Stage(viewModel, sections, rules, desk) {
      Movie(id: $0.id, title: $0.text)
    } row: {
      TestItem($0.id, $0.title)
    }
  }

  @MainActor
  static func series() -> any Stage {
    typealias Stage = ListStage<SeriesViewModel>
    let desk = ScriptedPages<StageKey, Episode>()
    let alarms = Alarms()
    let seasons = (1...2).flatMap { series in (0...series).map { SeasonID(series: series, number: $0) } }
    let series = ScriptedPages<Int, TestItem>()
    let service = AnyService { (season: SeasonID, _) in
      try await desk.load(StageKey(section: seasons.firstIndex(of: season) ?? -1, loader: nil), 1)
    } series: { id in
      let rows = try await series.load(id, 1).items
      return rows.compactMap { row in
        let season = seasons[row.id % seasons.count]
        return season.series == id % 2 + 1 ? Season(id: row.id, number: season.number) : nil
      }
    }
    let viewModel = SeriesViewModel(service: service, maximumLoads: 2, order: .inOrder)
    (viewModel.pages.timeLimit, viewModel.pages.clock) = (.seconds(1), alarms)
    var rules = ListRules(sections: [], pool: seasons.count)
    (rules.maximumLoads, rules.knowsPages) = (2, false)
    rules.orderOfSections = .inOrder
    rules.sectionsNamed = { ids, id in
      Set(ids.map { $0 % seasons.count }).filter { seasons[$0].series == (id ?? 0) % 2 + 1 }.sorted()
    }
    let stage = Stage(viewModel, seasons, rules, desk, sectionsDesk: series) {
      Episode(id: $0.id, name: $0.text)
    } row: {
      TestItem($0.id, $0.name)
    }
    stage.alarms = alarms
    stage.loadSections = { [weak viewModel] in viewModel?.load($0) }
    stage.special = { [weak viewModel] wish in
      guard case .retry(.sections) = wish else { return false }
      viewModel?.retry()
      return true
    }
    return stage
  }

  @MainActor
  static func search() -> any Stage {
    typealias Stage = ListStage<MovieSearchViewModel>
    let desk = ScriptedPages<StageKey, Movie>()
    let service = AnyService { (query: String, page) in
      try await desk.load(StageKey(section: 0, loader: ModelSearch.queries.firstIndex(of: query)), page)
    }
    let time = VirtualTimeScheduler()
    let viewModel = MovieSearchViewModel(service: service, pause: .milliseconds(300), scheduler: time)
      .withoutTimeLimit()
    var rules = ListRules(sections: [0], pool: 1)
    rules.isSearch = true
    let stage = Stage(viewModel, SearchSection.allCases, rules, desk) {
      Movie(id: $0.id, title: $0.text)
    } row: {
      TestItem($0.id, $0.title)
    }
    stage.time = time
    stage.setQuery = { [weak viewModel] in viewModel?.query = $0 }
    return stage
  }

  @MainActor
  static func photos() -> any Stage {
    typealias Stage = ListStage<PhotosViewModel>
    let desk = ScriptedPages<StageKey, Photo>()
    let service = AnyService { (_: PhotoSection, page) in try await desk.load(StageKey(section: 0, loader: nil), page) }
    var rules = ListRules(sections: [0], pool: 1)
    rules.prefetchDistance = 4
    return Stage(
      PhotosViewModel(service: service, prefetchDistance: 4).withoutTimeLimit(), PhotoSection.allCases, rules, desk
    ) {
      var photo = Photo(id: "\($0.id)")
      photo.altDescription = $0.text
      return photo
    } row: {
      TestItem(Int($0.id) ?? -1, $0.altDescription ?? "")
    }
  }
}
