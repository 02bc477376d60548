import Foundation
import Observation
import Reactive

/// The one section of the photo list.
public enum PhotoSection: String, CaseIterable, Sendable, Codable {
  /// All photos.
  case photos
}

/// An endless list of photos that can be sorted, deleted, moved, inserted and changed.
///
/// Photos are matched by their ids. Each edit reaches the list view as one batch with the fewest moves, and a photo
/// with the same id and new contents is reconfigured. Ids that a page repeats are dropped.
///
/// ```swift
/// let viewModel = PhotosViewModel(service: service)
/// viewModel.bind(to: collectionView).store(in: &cancellables)
/// viewModel.loadNextPage(in: .photos)
/// viewModel.sortByDate(.reverse)         // newest first
/// viewModel.delete([photo.id])
/// ```
///
/// Edits are made one after another, in the order of the calls, each on the list as it is by then. They outrank pages that
/// were asked for before them, and no later page brings back what they deleted; see ``/ListEngine/PagedList/edit(animated:_:)``.
@MainActor
@Observable
public final class PhotosViewModel: PagedListViewModel {
  /// The list that an edit changes.
  public typealias List = SectionedList<PhotoSection, Photo>

  /// The list of photos, and its loading.
  public let pages: PagedList<PhotoSection, Photo>

  /// Creates an empty list, without loading anything.
  ///
  /// - Parameters:
  ///   - service: Where the photos come from.
  ///   - prefetchDistance: How many items before the end the next page is loaded.
  public init(service: some PhotoService, prefetchDistance: Int = 10) {
    pages = PagedList(sections: PhotoSection.allCases, prefetchDistance: prefetchDistance) { _, page in
      try await service.photos(page: page.number)
    }
  }

  /// Sorts the photos that there are by date, once. Photos without a date come last, and equal dates keep their order.
  ///
  /// Pages that come in later stand in their own order; `arrange(.photos, order:)` sorts those, too.
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

  /// Deletes photos. Ids that the list does not hold are ignored.
  public func delete(_ ids: [Photo.ID]) {
    edit { $0.remove(ids, from: .photos) }
  }

  /// Deletes photos at once, while the service is told. If that fails, or the task is cancelled, they come back.
  ///
  /// - Returns: The task, which throws what `send` threw; see ``/ListEngine/PagedList/edit(animated:_:sending:replacing:)``.
  @discardableResult
  public func delete(_ ids: [Photo.ID], sending send: @escaping @Sendable () async throws -> Void) -> Task<
    Void, any Error
  > {
    pages.edit({ $0.remove(ids, from: .photos) }, sending: send)
  }

  /// Inserts photos at an offset, or at the nearest possible one. Photos that the list holds already are left out.
  public func insert(_ photos: [Photo], at offset: Int) { edit { $0.insert(photos, at: offset, in: .photos) } }

  /// Moves a photo to an offset, or to the nearest possible one. Does nothing if the list does not hold it.
  public func move(_ id: Photo.ID, to offset: Int) { edit { $0.move(id, .offset(offset), in: .photos) } }

  /// Replaces the photo that has this photo's id. Does nothing if the list holds none.
  public func update(_ photo: Photo) {
    edit { $0.update(photo, in: .photos) }
  }

  /// Changes the list in any way. The update for the list view is found by comparing the lists before and after.
  ///
  /// See ``/ListEngine/PagedList/edit(animated:_:)``.
  public func edit(_ edit: @escaping @MainActor (inout List) -> Void) { pages.edit(edit) }
}
