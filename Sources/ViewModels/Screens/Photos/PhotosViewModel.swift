import Foundation
import Observation
import Reactive

/// The one section of the photo list.
public enum PhotoSection: String, CaseIterable, Sendable {
  /// All photos.
  case photos
}

/// The diffable-list app's photos: pages of photos that can be sorted, deleted, moved, inserted and changed.
///
/// Photos are known by their ids. Each edit comes out as one batch with the fewest moves, and a photo whose contents
/// have changed is configured anew although its id is the same. A page that repeats ids adds what is new in it.
///
/// ```swift
/// let viewModel = PhotosViewModel(service: service)
/// viewModel.bind(to: collectionView).store(in: &cancellables)
/// viewModel.loadNextPage(in: .photos)
/// viewModel.sortByDate(.reverse)         // newest first
/// viewModel.delete([photo.id])
/// ```
///
/// Edits are made one after another in the order asked for, each on the list as it is by then. In a long list the
/// difference is computed off the main actor, and computed again if the list has changed meanwhile.
@MainActor
@Observable
public final class PhotosViewModel: PagedListViewModel {
  /// What an edit changes.
  public typealias List = SectionedList<PhotoSection, Photo>

  /// The engine that loads and keeps the photos.
  public let pages: PagedList<PhotoSection, Photo>

  /// No photos yet; nothing loads until it is asked for.
  /// - Parameters:
  ///   - service: where the photos come from.
  ///   - prefetchDistance: so many items before the end the next page is asked for.
  public init(service: some PhotoService, prefetchDistance: Int = 10) {
    pages = PagedList(sections: PhotoSection.allCases, prefetchDistance: prefetchDistance) { _, page in
      try await service.photos(page: page)
    }
  }

  /// Puts the photos in the order of their dates; those without one come last, and equal ones keep their order.
  public func sortByDate(_ order: SortOrder = .forward) {
    edit { list in
      list.sort(.photos) { first, second in
        switch (first.createdAt, second.createdAt) {
        case (let first?, let second?): order == .forward ? first < second : first > second
        case (let first, let second): first != nil && second == nil
        }
      }
    }
  }

  /// Takes photos out; ids that are not there are ignored.
  public func delete(_ ids: [Photo.ID]) {
    edit { $0.remove(ids, from: .photos) }
  }

  /// Puts photos in at a position, or at the nearest there is; those that are there already are left out.
  public func insert(_ photos: [Photo], at position: Int) {
    edit { list in
      list.insert(photos, at: min(max(position, 0), list.numberOfItems(in: .photos)), in: .photos)
    }
  }

  /// Moves a photo to a position, or to the nearest there is; does nothing if it is not there.
  public func move(_ id: Photo.ID, to position: Int) {
    edit { list in
      let last = list.numberOfItems(in: .photos) - 1
      if last >= 0 { list.move(id, from: .photos, to: min(max(position, 0), last), in: .photos) }
    }
  }

  /// Gives a photo new contents; does nothing if no photo has its id.
  public func update(_ photo: Photo) {
    edit { $0.update(photo, in: .photos) }
  }

  /// Changes the list in any way; what changed is found out by comparing.
  public func edit(_ edit: @escaping @Sendable (inout List) -> Void) { pages.edit(edit) }
}
