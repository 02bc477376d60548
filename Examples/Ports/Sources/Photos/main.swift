// The photo app: a diffable data source with one section, whose types are its own, an `Image` that is equal by its id
// alone among them. Pages are appended, and photos are sorted, deleted, inserted, moved and changed meanwhile.
import Foundation
import ListTesting
import PortSupport
import Reactive
import ViewModels

/// The app's section.
enum Section: CaseIterable { case basic }

/// The app's photo, as it writes `==` for its diffable data source.
struct Image: Identifiable, Hashable, Decodable {
  let id: String
  let createdAt: String
  var likes: Int
  /// Null for most photos.
  let description: String?

  enum CodingKeys: String, CodingKey {
    case id, likes
    case createdAt = "created_at"
    case description = "alt_description"
  }

  static func == (first: Image, second: Image) -> Bool { first.id == second.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The app's view model.
@MainActor
final class ImagesViewModel: PagedListViewModel {
  let pages: PagedList<Section, Image>

  init(_ answers: [Data]) {
    pages = PagedList(sections: Section.allCases) { _, page in
      try await networkDelay()
      let images = try JSONDecoder().decode([Image].self, from: answers[page.number - 1])
      return Page(items: images, isLast: page.number == answers.count)
    }
  }

  func sortByDate() { pages.edit { $0.sort(.basic) { $0.createdAt < $1.createdAt } } }
  func delete(_ image: Image) { pages.edit { $0.remove([image.id], from: .basic) } }
  func insert(_ image: Image) { pages.edit { $0.insert([image], at: 0, in: .basic) } }
  func moveToTheEnd(_ image: Image) {
    pages.edit { $0.move(image.id, from: .basic, to: $0.numberOfItems(in: .basic) - 1, in: .basic) }
  }
  func like(_ image: Image) {
    var image = image
    image.likes += 1
    pages.edit { [image] in $0.update(image, in: .basic) }
  }
}

let port = Port("photos")

@MainActor
func run(_ answers: [Data], _ name: String) async {
  let viewModel = ImagesViewModel(answers)
  let view = StrictListView(animated: viewModel)
  var batches: [ListBatch] = []
  let binding = viewModel.bind(to: view)
  let updates = viewModel.updates.sink { if case .batch(let batch) = $0 { batches.append(batch) } }
  viewModel.loadFirstPages()
  await viewModel.settled()
  let first = Array(viewModel.items(in: .basic))
  // All edits in one turn, while the next page is on its way.
  viewModel.loadNextPage(in: .basic)
  viewModel.sortByDate()
  viewModel.delete(first[1])
  viewModel.insert(first[1])
  viewModel.moveToTheEnd(first[0])
  viewModel.like(first[2])
  await viewModel.settled()
  let images = viewModel.items(in: .basic)
  port.check(
    Set(images.map(\.id)).count == images.count && images.count >= first.count,
    "\(name): \(images.count) photos, each once")
  port.check(viewModel.item(first[2].id, in: .basic)?.likes == first[2].likes + 1, "\(name): a like is in the model")
  port.check(
    batches.last?.reconfiguredItems.count == 1, "\(name): and its cell is configured again, though == sees no change")
  port.check(view)

  // The same photos as snapshots.
  let dataSource = SnapshotDataSource<Section, Image.ID>()
  let other = StrictListView(animated: dataSource)
  let token = dataSource.bind(to: other)
  do {
    var snapshot = dataSource.snapshot()
    try snapshot.appendSections([.basic])
    try snapshot.appendItems(images.map(\.id), toSection: .basic)
    await dataSource.apply(snapshot)
    try snapshot.deleteItems([images[0].id])
    await dataSource.apply(snapshot, animatingDifferences: false)
    await dataSource.idle()
    port.check(dataSource.numberOfItems(inSection: 0) == images.count - 1, "\(name): the same as snapshots")
  } catch {
    port.check(false, "\(name): \(error)")
  }
  port.check(other)
  for token in [binding, updates, token] { token.cancel() }
}

/// A page of 30 photos, of which 24 have no description; two are on the page before as well.
func page(_ number: Int) throws -> Data {
  try JSONSerialization.data(
    withJSONObject: (0..<30).map { row -> [String: Any] in
      let id = (number - 1) * 28 + row
      return [
        "id": "photo\(id)", "created_at": "2021-12-\(10 + id * 7 % 20)T12:00:00Z", "likes": id,
        "alt_description": row % 5 == 0 ? "A photo" : NSNull() as Any,
      ]
    })
}

await run([try page(1), try page(2), try page(3)], "made-up pages")
try await port.withRealAnswers { read in
  await run([try read("photos/photos-2021-12.json"), try read("photos/photos-2019-page1.json")], "real pages")
}
port.finish()
