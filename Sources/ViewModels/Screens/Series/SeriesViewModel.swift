import Foundation
import Observation
import Reactive

/// A series: its seasons as sections, Specials too, and their episodes.
///
/// When the series is there its seasons come in as empty sections; their episodes load side by side and come in in
/// season order, each season as soon as those before it have ended. A season that fails stays an empty section, which
/// says why and can be retried; ``PagedListViewModel/allEnded`` gives one summary when all have ended.
///
/// ```swift
/// let viewModel = SeriesViewModel(service: service)
/// viewModel.bind(to: tableView).store(in: &cancellables)
/// viewModel.load(1399)
/// ```
@MainActor
@Observable
public final class SeriesViewModel: PagedListViewModel {
  /// The engine that loads and keeps the episodes.
  public let pages: PagedList<SeasonID, Episode>
  /// The series that is shown; nil until it has been loaded.
  public private(set) var series: Series?
  /// What the loading of the series itself is at; its seasons have states of their own.
  public var seriesState: LoadState { pager.state }

  private var pager = Pager()
  @ObservationIgnored private var wanted: Series.ID?
  @ObservationIgnored private var request: AnyCancellable?
  @ObservationIgnored private let service: any SeriesService
  @ObservationIgnored private let stateSubject = MainActorSubject<LoadState>()

  /// No series yet.
  /// - Parameters:
  ///   - service: where series and episodes come from.
  ///   - maximumLoads: how many seasons load at a time.
  public init(service: some SeriesService, maximumLoads: Int = 4) {
    self.service = service
    pages = PagedList(sections: [], maximumLoads: maximumLoads) { season, _ in
      try await service.episodes(ofSeason: season.number, in: season.series)
    }
  }

  /// Every change of the loading of the series itself, on the main actor.
  public var seriesStates: AnyMainActorPublisher<LoadState, Never> { stateSubject.eraseToAnyPublisher() }

  /// The season in the section at this position.
  public func season(ofSection section: Int) -> Season? {
    let number = pages.list.section(at: section).number
    return series?.seasons.first { $0.number == number }
  }

  /// Loads a series, and then those of its seasons that have not been asked for.
  ///
  /// What is shown stays until the series is there, and if it fails. The newest call wins.
  public func load(_ id: Series.ID) {
    wanted = id
    begin(pager.refresh())
  }

  /// Loads the series itself again after it has failed; ``PagedListViewModel/retry(_:)`` is for its seasons.
  public func retry() {
    if let load = pager.retry() { begin(load) }
  }

  private func begin(_ load: Pager.Load) {
    guard let wanted else { return }
    stateSubject.send(pager.state)
    let task = Task { [weak self, service] in
      let answer: Result<Series, any Error>
      do { answer = .success(try await service.series(wanted)) } catch { answer = .failure(error) }
      self?.receive(answer, load)
    }
    request = AnyCancellable { task.cancel() }
  }

  private func receive(_ answer: Result<Series, any Error>, _ load: Pager.Load) {
    guard pager.isCurrent(load) else { return }
    switch answer {
    case .success(let series): show(series, load)
    case .failure(let error):
      pager.failed(.service(error), by: load)
      stateSubject.send(pager.state)
    }
  }

  private func show(_ series: Series, _ load: Pager.Load) {
    pages.edit { [weak self] list in
      guard let self, pager.isCurrent(load) else { return nil }
      self.series = series
      let batch = list.replaceSections(with: series.seasonIDs)
      pager.applied(added: batch.insertedSections.count, unreadable: series.droppedSeasons.count, isLast: true)
      return batch
    } delivered: { [weak self] in
      guard let self, pager.state.generation == load.generation else { return }
      stateSubject.send(pager.state)
      pages.loadFirstPages(order: .inOrder)
    }
  }
}

extension Series {
  /// Each season once, in the order of their numbers.
  fileprivate var seasonIDs: [SeasonID] {
    var seen: Set<Int> = []
    return seasons.map(\.number).filter { seen.insert($0).inserted }.sorted().map { SeasonID(series: id, number: $0) }
  }
}

extension SectionedList where SectionID == SeasonID {
  /// Takes out the sections that are not named and puts in those that are new; the others keep their items.
  /// - Parameter sections: each once, in the order of their numbers, which sections of one series always have.
  fileprivate mutating func replaceSections(with sections: [SeasonID]) -> ListBatch {
    var batch = ListBatch()
    let new = Set(sections)
    for (position, section) in self.sections.enumerated().reversed() where !new.contains(section) {
      batch.deletedSections.insert(position)
      removeSection(section)
    }
    for (position, section) in sections.enumerated() where self.position(of: section) == nil {
      batch.insertedSections.insert(position)
      insertSections([section], at: position)
    }
    return batch
  }
}
