import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine
@testable import ViewModels

@MainActor
@Suite("The photo screen", .leavesNothing)
struct PhotosViewModelTests {
  let viewModel = PhotosViewModel(service: Album(pages: [["a", "b", "c", "d"], ["c", "d", "e"], ["f"]]))
    .withoutTimeLimit()
  let view: StrictListView
  private let binding: AnyCancellable

  init() async {
    view = StrictListView.reporting(viewModel) { [viewModel] in viewModel.item(at: $0)?.text ?? "" }
    binding = viewModel.bind(to: view)
    viewModel.loadNextPage(in: .photos)
    await viewModel.settled()
  }

  private var ids: String { viewModel.items(in: .photos).map(\.id).joined() }

  /// The batches that come out of an edit.
  private func batches(of edit: () -> Void) async -> [ListBatch] {
    var batches: [ListBatch] = []
    let token = viewModel.updates.sink { if case .batch(let batch) = $0 { batches.append(batch) } }
    edit()
    await viewModel.idle()
    token.cancel()
    #expect(view.discrepancies == [])
    return batches
  }

  @Test("a page that repeats ids loses nothing and crashes nothing")
  func repeats() async {
    viewModel.loadNextPage(in: .photos)
    await viewModel.settled()
    #expect(ids == "abcde")
    #expect(viewModel.state(of: .photos).repeats == 2)
    #expect(view.discrepancies == [])
  }

  @Test("deleting, moving and inserting come out as one batch each, with the fewest moves")
  func edits() async {
    let deleted = await batches { viewModel.delete(["b", "nobody"]) }
    #expect(ids == "acd")
    #expect(deleted.map(\.deletedItems) == [[[0, 1]]])
    let moved = await batches { viewModel.move("a", to: 99) }
    #expect(ids == "cda")
    #expect(moved.map(\.movedItems) == [[.init(from: [0, 0], to: [0, 2])]])
    let inserted = await batches { viewModel.insert([Photo(id: "x"), Photo(id: "c")], at: 1) }
    #expect(ids == "cxda")
    #expect(inserted.map(\.insertedItems) == [[[0, 1]]])
  }

  @Test("new contents are seen although the id is the same")
  func contents() async throws {
    var photo = try #require(viewModel.item("c", in: .photos))
    photo.likes = 7
    let batches = await batches { viewModel.update(photo) }
    #expect(batches.map(\.reconfiguredItems) == [[[0, 2]]])
    #expect(view.cells == [["a 0", "b 1", "c 7", "d 3"]])
  }

  @Test("sorting by date puts photos without one last, and what changes nothing says nothing")
  func sorting() async {
    viewModel.insert([Photo(id: "?")], at: 0)
    await viewModel.idle()
    let newestFirst = await batches { viewModel.sortByDate(.reverse) }
    #expect(ids == "dcba?")
    #expect(newestFirst.count == 1)
    #expect(await batches { viewModel.sortByDate(.reverse) } == [])
    viewModel.sortByDate()
    await viewModel.idle()
    #expect(ids == "abcd?")
  }

  @Test("pages go on after edits, and bring back nothing that was deleted")
  func pagesAfterEdits() async {
    viewModel.delete(["a", "b", "c", "d"])
    viewModel.loadNextPage(in: .photos)
    await viewModel.settled()
    viewModel.loadNextPage(in: .photos)
    await viewModel.settled()
    #expect(ids == "ef")
  }
}

extension Photo {
  fileprivate var text: String { "\(id) \(likes.map(String.init) ?? "")" }
}

private struct Album: PhotoService {
  let pages: [[String]]

  func photos(page: Int) async throws -> Page<Photo> {
    guard pages.indices.contains(page - 1) else { return Page(items: [], isLast: true) }
    let photos = pages[page - 1].enumerated().map { position, id in
      var photo = Photo(id: id)
      photo.createdAt = Date(timeIntervalSince1970: Double(page * 100 + position))
      photo.likes = position
      return photo
    }
    return Page(items: photos, isLast: false)
  }
}
