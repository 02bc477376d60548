import Foundation
import Reactive
import Testing

@testable import ViewModels

@MainActor
@Suite("The photo screen")
struct PhotosViewModelTests {
  let viewModel = PhotosViewModel(service: Album(pages: [["a", "b", "c", "d"], ["c", "d", "e"], ["f"]]))
  let view: StrictListView
  private let binding: AnyCancellable

  init() async {
    view = StrictListView(dataSource: viewModel) { [viewModel] in viewModel.item(at: $0)?.text ?? "" }
    view.onViolation = { Issue.record("\($0)") }
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

  @Test("pages go on after edits")
  func pagesAfterEdits() async {
    viewModel.delete(["a", "b", "c", "d"])
    viewModel.loadNextPage(in: .photos)
    await viewModel.settled()
    viewModel.loadNextPage(in: .photos)
    await viewModel.settled()
    #expect(ids == "cdef")
  }
}

@MainActor
@Suite("Edits of long lists")
struct ListEditorTests {
  private func pages(_ count: Int) async -> PagedList<String, Row> {
    let pages = PagedList<String, Row>(sections: ["a"]) { _, page in
      Page(page * 10_000..<page * 10_000 + count, number: page)
    }
    pages.loadNextPage(in: "a")
    await pages.settled()
    return pages
  }

  @Test(
    "a difference computed off the main actor is dropped if the list has moved on, and the edit is made on the new one")
  func outOfDate() async {
    let pages = await pages(50)
    let editor = ListEditor(pages, longList: 10)
    let view = StrictListView(dataSource: Counts(pages)) { "\(pages.list[$0].id)" }
    view.onViolation = { Issue.record("\($0)") }
    let binding = pages.gate.bind(to: view)
    editor.edit { $0.remove([10_003], from: "a") }
    // In this very turn, while the difference is still to be computed, the list changes.
    pages.edit { list in
      list.remove([10_000], from: "a")
      var batch = ListBatch()
      batch.deletedItems = [[0, 0]]
      return batch
    }
    var batches: [ListBatch] = []
    for await change in AsyncStream(pages.gate.updates) {
      if case .batch(let batch) = change { batches.append(batch) }
      break
    }
    #expect(batches.map(\.deletedItems) == [[[0, 2]]])
    #expect(view.discrepancies == [])
    #expect(pages.list.numberOfItems == 48)
    binding.cancel()
  }

  @Test("idle and settled wait for edits whose difference is still being computed")
  func waiting() async {
    let pages = await pages(50)
    let editor = ListEditor(pages, longList: 10)
    editor.edit { $0.remove([10_000], from: "a") }
    await pages.idle()
    #expect(pages.list.numberOfItems == 49)
    for id in 1..<5 { editor.edit { $0.remove([10_000 + id], from: "a") } }
    await pages.settled()
    #expect(pages.list.numberOfItems == 45)
  }

  @Test("edits are made in the order asked for, long and short")
  func order() async {
    let pages = await pages(50)
    let editor = ListEditor(pages, longList: 45)
    for id in 0..<10 { editor.edit { $0.remove([10_000 + id], from: "a") } }
    editor.edit { $0.sort("a") { $0.id > $1.id } }
    for await _ in AsyncStream(pages.gate.updates) where pages.list.items(in: "a").first?.id == 10_049 { break }
    #expect(pages.list.items(in: "a").map(\.id) == (10_010..<10_050).reversed())
  }
}

extension AsyncStream<ListUpdate> {
  /// The updates as they come, buffered.
  fileprivate init(_ updates: AnyMainActorPublisher<ListUpdate, Never>) {
    let (stream, continuation) = AsyncStream.makeStream()
    let token = updates.sink { continuation.yield($0) }
    continuation.onTermination = { _ in token.cancel() }
    self = stream
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
