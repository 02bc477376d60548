import Foundation
import Observation
import Reactive

/// The page of a dish, with its pictures one below the other.
///
/// When the page has loaded, each picture gets a section of its own, without an item, and the pictures load side by side.
/// Each comes in as the one item of its section, by default not before those above it, so that nothing is pushed down
/// under the user's finger. A picture that fails leaves its section empty, with an error, holds up no other, and can be
/// retried. ``/ListEngine/PagedListViewModel/allEnded`` publishes one summary, also if the page itself failed.
///
/// ```swift
/// let viewModel = DishDetailViewModel(of: dish.id, service: service, images: store.images)
/// viewModel.bind(to: collectionView).store(in: &cancellables)
/// viewModel.load()
/// ```
@MainActor
@Observable
public final class DishDetailViewModel: PagedListViewModel {
  /// The pictures, and their loading.
  public let pages: PagedList<DishPicture.ID, DishPicture>
  /// The page that is shown; nil until it has been loaded.
  public private(set) var detail: DishDetail?

  @ObservationIgnored private let dish: Dish.ID
  @ObservationIgnored private let service: any DishDetailService
  @ObservationIgnored private let order: ReleaseOrder

  /// Creates an empty page, without loading anything.
  ///
  /// - Parameters:
  ///   - dish: Whose page it is.
  ///   - service: Where the page comes from.
  ///   - images: Where its pictures come from.
  ///   - maximumLoads: How many pictures load at a time.
  ///   - order: When pictures reach the list: from top to bottom, or each as soon as it arrives.
  public init(
    of dish: Dish.ID, service: some DishDetailService, images: ImageStore, maximumLoads: Int = 4,
    order: ReleaseOrder = .inOrder
  ) {
    self.dish = dish
    self.service = service
    self.order = order
    pages = PagedList(sections: [], maximumLoads: maximumLoads) { picture, _ in
      Page(items: [DishPicture(id: picture, data: try await images.data(for: picture.url))], isLast: true)
    }
  }

  /// The loading state of the page itself; its pictures have states of their own.
  public var detailState: LoadState { pages.sectionsState }

  /// Every change of ``detailState``, on the main actor.
  public var detailStates: AnyMainActorPublisher<LoadState, Never> { pages.sectionsStates }

  /// Loads the page, and then the pictures that have not started to load.
  ///
  /// What is shown stays until the page arrives, and also if it fails.
  public func load() {
    pages.loadSections(order: order) { [service, dish] in
      try await service.detail(of: dish)
    } apply: { [weak self] detail in
      self?.detail = detail
      return detail.images.enumerated().map { DishPicture.ID(position: $0, url: $1) }
    }
  }

  /// Loads the page itself again after it has failed; ``/ListEngine/PagedListViewModel/retry(_:)`` is for its pictures.
  public func retry() { pages.retrySections() }
}

/// A picture of a dish's page.
public struct DishPicture: Identifiable, Hashable, Sendable {
  /// Identifies a picture, and its section: its position on the page, and where it comes from.
  public struct ID: Hashable, Sendable {
    /// From 0, at the top.
    public let position: Int
    /// The URL of the picture. A page may show the same one twice.
    public let url: URL
  }

  /// The position and the URL.
  public let id: ID
  /// The encoded picture, in one of the formats that ``ImageStore`` accepts.
  public let data: Data
}
