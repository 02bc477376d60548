import Foundation
import Observation
import Reactive

/// A series, with its seasons as sections, Specials included.
///
/// When the series has loaded, its seasons are inserted as empty sections and load side by side. Each is shown as soon
/// as it arrives, or in season order on request. A season that fails stays an empty section with an error, and can be
/// retried. ``/ListEngine/PagedListViewModel/allEnded`` publishes one summary when all have ended, or an empty one if the series
/// itself failed.
///
/// ```swift
/// let viewModel = SeriesViewModel(service: service)
/// viewModel.bind(to: tableView).store(in: &cancellables)
/// viewModel.load(1399)
/// ```
@MainActor
@Observable
public final class SeriesViewModel: PagedListViewModel {
  /// The list of episodes, and its loading.
  public let pages: PagedList<SeasonID, Episode>
  /// The series that is shown; nil until it has been loaded.
  public private(set) var series: Series?

  @ObservationIgnored private let service: any SeriesService
  @ObservationIgnored private let order: ReleaseOrder
  @ObservationIgnored private let wording: Wording

  /// Creates a screen without a series.
  ///
  /// - Parameters:
  ///   - service: Where series and episodes come from.
  ///   - maximumLoads: How many seasons load at a time.
  ///   - order: When seasons reach the list: each as soon as it arrives, or in season order.
  ///   - wording: The words of the titles, where the service has none.
  public init(
    service: some SeriesService, maximumLoads: Int = 4, order: ReleaseOrder = .asTheyCome,
    wording: Wording = Wording()
  ) {
    self.service = service
    self.wording = wording
    self.order = order
    pages = PagedList(sections: [], maximumLoads: maximumLoads) { season, _ in
      try await service.episodes(ofSeason: season.number, in: season.series)
    }
  }

  /// The loading state of the series itself; its seasons have states of their own.
  public var seriesState: LoadState { pages.sectionsState }

  /// Every change of ``seriesState``, on the main actor.
  public var seriesStates: AnyMainActorPublisher<LoadState, Never> { pages.sectionsStates }

  /// Returns the season in the section at this position, which must be in range.
  public func season(ofSection section: Int) -> Season? {
    let number = pages.section(at: section).number
    return series?.seasons.first { $0.number == number }
  }

  /// Returns the title of the section at this position, which must be in range: the season's name, or the wording's.
  public func title(ofSection section: Int) -> String {
    season(ofSection: section)?.name ?? wording.season(pages.section(at: section).number)
  }

  /// Loads a series, and then its seasons, except the ones that have started to load.
  ///
  /// The list stays as it is until the series arrives, and also if it fails. The newest call wins.
  public func load(_ id: Series.ID) {
    pages.loadSections(order: order) { [service] in
      try await service.series(id)
    } apply: { [weak self] series in
      self?.series = series
      return series.seasonIDs
    }
  }

  /// Loads the series itself again after it has failed; ``/ListEngine/PagedListViewModel/retry(_:)`` is for its seasons.
  public func retry() { pages.retrySections() }
}

extension SeriesViewModel {
  /// The titles of the sections, in English until an app replaces them.
  public struct Wording: Sendable {
    /// The title of a season for which the service has no name. 0 is for the specials.
    public var season: @Sendable (_ number: Int) -> String = { $0 == 0 ? "Specials" : "Season \($0)" }

    /// Creates the English wording.
    public init() {}
  }
}

extension Series {
  /// Each season once, in the order of the seasons' numbers.
  fileprivate var seasonIDs: [SeasonID] {
    Set(seasons.map(\.number)).sorted().map { SeasonID(series: id, number: $0) }
  }
}
