import Reactive

@testable import ViewModels

/// Which lists a world has: lists without a screen, alone or two of one gate, and each screen.
enum StageKind: String, CaseIterable, Sendable {
  case list, timedList, twoLists, movies, categories, series, search, photos

  @MainActor
  func stages() -> [any Stage] {
    switch self {
    case .list: [Self.list(["a", "b", "c"], pool: ["a", "b", "c", "d"])]
    case .timedList: [Self.list(["a", "b"], pool: ["a", "b", "c"], alarms: Alarms())]
    case .twoLists: Self.twoLists()
    case .movies: [Self.movies()]
    case .categories: [Self.categories()]
    case .series: [Self.series()]
    case .search: [Self.search()]
    case .photos: [Self.photos()]
    }
  }

  @MainActor
  private static func twoLists() -> [any Stage] {
    let first = list(["a", "b"], pool: ["a", "b", "c"])
    return [first, list(["x"], pool: ["x", "y"], gate: SerialGate(sharing: first.gate))]
  }

  @MainActor
  private static func list(
    _ sections: [String], pool: [String], gate: SerialGate? = nil, alarms: Alarms? = nil
  ) -> ListStage<PagedList<String, Row>> {
    typealias Stage = ListStage<PagedList<String, Row>>
    let desk = ManualLoads<StageKey, Row>()
    var rules = ModelList.Rules(sections: Array(sections.indices), pool: pool.count)
    (rules.maximumLoads, rules.maximumPagesWithoutNewItems, rules.prefetchDistance) = (2, 3, 4)
    let list = PagedList<String, Row>(
      sections: sections, maximumLoads: rules.maximumLoads, prefetchDistance: rules.prefetchDistance,
      maximumPagesWithoutNewItems: rules.maximumPagesWithoutNewItems, timeLimit: alarms.map { _ in .seconds(1) },
      clock: alarms ?? Alarms(), gate: gate
    ) { section, page in
      try await desk.load(StageKey(section: pool.firstIndex(of: section) ?? -1, loader: nil), page)
    }
    let stage = Stage(list, pool, rules, desk, item: { $0 }, row: { $0 })
    stage.alarms = alarms
    stage.loadSections = { [weak list, desk = stage.sectionsDesk] number in
      list?.loadSections(order: [.asTheyCome, .inOrder, .together][number % 3]) {
        try await desk.load(number, 1).items.map { pool[$0.id % pool.count] }
      } apply: {
        $0
      }
    }
    return stage
  }

  @MainActor
  private static func movies() -> any Stage {
    typealias Stage = ListStage<MoviesViewModel>
    let desk = ManualLoads<StageKey, Movie>()
    let sections = MovieSection.allCases
    let service = Service { (section: MovieSection, page) in
      try await desk.load(StageKey(section: sections.firstIndex(of: section) ?? -1, loader: nil), page)
    }
    let viewModel = MoviesViewModel(service: service, maximumLoads: 2, prefetchDistance: 4)
    var rules = ModelList.Rules(sections: Array(sections.indices), pool: sections.count)
    (rules.maximumLoads, rules.prefetchDistance) = (2, 4)
    let stage = Stage(viewModel, sections, rules, desk) {
      Movie(id: $0.id, title: $0.text)
    } row: {
      Row($0.id, $0.title)
    }
    stage.special = { [weak viewModel] wish in
      guard case .first(nil, .asTheyCome) = wish else { return false }
      viewModel?.loadFirstPages()
      return true
    }
    return stage
  }

  @MainActor
  private static func categories() -> any Stage {
    typealias Stage = ListStage<CategoriesViewModel>
    let desk = ManualLoads<StageKey, Dish>()
    let sections = DishCategory.allCases
    let service = Service { (section: DishCategory, _) in
      try await desk.load(StageKey(section: sections.firstIndex(of: section) ?? -1, loader: nil), 1)
    }
    let viewModel = CategoriesViewModel(service: service)
    var rules = ModelList.Rules(sections: Array(sections.indices), pool: sections.count)
    rules.knowsPages = false
    let stage = Stage(viewModel, sections, rules, desk) {
      Dish(id: "\($0.id)", title: $0.text)
    } row: {
      Row(Int($0.id) ?? -1, $0.title)
    }
    stage.special = { [weak viewModel] wish in
      switch wish {
      case .first(nil, .asTheyCome): viewModel?.load()
      case .first(nil, .together): viewModel?.loadTogether()
      case .placeholders(let count): viewModel?.showPlaceholders(count)
      default: return false
      }
      return true
    }
    return stage
  }

  @MainActor
  private static func series() -> any Stage {
    typealias Stage = ListStage<SeriesViewModel>
    let desk = ManualLoads<StageKey, Episode>()
    let alarms = Alarms()
    let seasons = (1...2).flatMap { series in (0...series).map { SeasonID(series: series, number: $0) } }
    let series = ManualLoads<Int, Row>()
    let service = Service { (season: SeasonID, _) in
      try await desk.load(StageKey(section: seasons.firstIndex(of: season) ?? -1, loader: nil), 1)
    } series: { id in
      let rows = try await series.load(id, 1).items
      return rows.compactMap { row in
        let season = seasons[row.id % seasons.count]
        return season.series == id % 2 + 1 ? Season(id: row.id, number: season.number) : nil
      }
    }
    let viewModel = SeriesViewModel(
      service: service, maximumLoads: 2, order: .inOrder, timeLimit: .seconds(1), clock: alarms)
    var rules = ModelList.Rules(sections: [], pool: seasons.count)
    (rules.maximumLoads, rules.sectionsOrder, rules.knowsPages) = (2, .inOrder, false)
    rules.sectionsOfAnswer = { id, ids in
      Set(ids.map { $0 % seasons.count }).filter { seasons[$0].series == id % 2 + 1 }.sorted()
    }
    let stage = Stage(viewModel, seasons, rules, desk, sectionsDesk: series) {
      Episode(id: $0.id, name: $0.text)
    } row: {
      Row($0.id, $0.name)
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
  private static func search() -> any Stage {
    typealias Stage = ListStage<MovieSearchViewModel>
    let desk = ManualLoads<StageKey, Movie>()
    let service = Service { (query: String, page) in
      try await desk.load(StageKey(section: 0, loader: ModelSearch.queries.firstIndex(of: query)), page)
    }
    let time = VirtualTimeScheduler()
    let viewModel = MovieSearchViewModel(service: service, pause: .milliseconds(300), scheduler: time)
    var rules = ModelList.Rules(sections: [0], pool: 1)
    rules.isSearch = true
    let stage = Stage(viewModel, SearchSection.allCases, rules, desk) {
      Movie(id: $0.id, title: $0.text)
    } row: {
      Row($0.id, $0.title)
    }
    stage.time = time
    stage.setQuery = { [weak viewModel] in viewModel?.query = $0 }
    return stage
  }

  @MainActor
  private static func photos() -> any Stage {
    typealias Stage = ListStage<PhotosViewModel>
    let desk = ManualLoads<StageKey, Photo>()
    let service = Service { (_: PhotoSection, page) in try await desk.load(StageKey(section: 0, loader: nil), page) }
    var rules = ModelList.Rules(sections: [0], pool: 1)
    rules.prefetchDistance = 4
    return Stage(PhotosViewModel(service: service, prefetchDistance: 4), PhotoSection.allCases, rules, desk) {
      var photo = Photo(id: "\($0.id)")
      photo.altDescription = $0.text
      return photo
    } row: {
      Row(Int($0.id) ?? -1, $0.altDescription ?? "")
    }
  }
}

/// Any of the services, by a closure.
private struct Service<Key: Sendable, Item: Equatable & Sendable>: Sendable {
  let load: @Sendable (Key, Int) async throws -> Page<Item>
  var series: @Sendable (Int) async throws -> [Season] = { _ in [] }
}

extension Service: MovieService where Key == MovieSection, Item == Movie {
  func movies(in section: MovieSection, page: Int) async throws -> Page<Movie> { try await load(section, page) }
}

extension Service: MovieSearchService where Key == String, Item == Movie {
  func movies(matching query: String, page: Int) async throws -> Page<Movie> { try await load(query, page) }
}

extension Service: DishService where Key == DishCategory, Item == Dish {
  func dishes(in category: DishCategory) async throws -> Page<Dish> { try await load(category, 1) }
}

extension Service: PhotoService where Key == PhotoSection, Item == Photo {
  func photos(page: Int) async throws -> Page<Photo> { try await load(.photos, page) }
}

extension Service: SeriesService where Key == SeasonID, Item == Episode {
  func series(_ id: Series.ID) async throws -> Series {
    Series(id: id % 2 + 1, name: "\(id)", seasons: try await series(id))
  }
  func episodes(ofSeason number: Int, in series: Series.ID) async throws -> Page<Episode> {
    try await load(SeasonID(series: series, number: number), 1)
  }
}
