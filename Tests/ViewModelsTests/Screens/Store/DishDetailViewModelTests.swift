import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine
@testable import ViewModels

@MainActor
@Suite("The page of a dish", .leavesNothing, .timeLimit(.minutes(10)))
struct DishDetailViewModelTests {
  @Test("pictures that answer from the bottom up come in from top to bottom, each by an insert of its own")
  func inOrder() async throws {
    let shop = Shop(pictures: 3)
    let viewModel = DishDetailViewModel(of: "H1", service: shop, images: .example(nil, client: shop.client))
      .withoutTimeLimit()
    let list = StrictListView(dataSource: viewModel)
    var inserted: [Int] = []
    var summaries: [LoadSummary<DishPicture.ID>] = []
    var bag: Set<AnyCancellable> = []
    viewModel.bind(to: list).store(in: &bag)
    viewModel.insertions.sink { picture, paths in inserted += paths.map { _ in picture.position } }.store(in: &bag)
    viewModel.allEnded.sink { summaries.append($0) }.store(in: &bag)
    viewModel.load()
    for number in [2, 1, 0] {
      await shop.arrival(of: number)
      #expect(inserted == [] && viewModel.detail?.id == "H1" && viewModel.numberOfSections == 3)
      shop.open(number)
      if number > 0 { await shop.answered(number) }
    }
    await viewModel.settled()
    #expect(inserted == [0, 1, 2] && summaries.map(\.loaded.count) == [3])
    #expect((0..<3).map { viewModel.item(at: [$0, 0])?.data } == (0..<3).map { Picture.data($0) })
    #expect(list.violations == [] && list.discrepancies == [])
  }

  @Test(
    "a picture that fails says so, keeps the others, and is retried; one that stands there twice is downloaded once")
  func failure() async throws {
    let shop = Shop(pictures: 2, repeatingFirst: true)
    shop.failing.pictures = [1]
    let viewModel = DishDetailViewModel(of: "H1", service: shop, images: .example(nil, client: shop.client))
      .withoutTimeLimit()
    for number in 0..<2 { shop.open(number) }
    viewModel.load()
    await viewModel.settled()
    #expect(viewModel.sections.map(\.position) == [0, 1, 2])
    #expect(viewModel.sections.map { viewModel.numberOfItems(in: $0) } == [1, 0, 1])
    #expect(viewModel.state(of: viewModel.sections[1]).error != nil)
    shop.failing.pictures = []
    viewModel.retry(viewModel.sections[1])
    await viewModel.settled()
    #expect(viewModel.sections.map { viewModel.numberOfItems(in: $0) } == [1, 1, 1])
    #expect(shop.client.requests.entries.count == 3)
  }

  @Test("a page that fails says so, with a summary, and is retried; what is shown stays if it fails later")
  func failedPage() async {
    let shop = Shop(pictures: 1)
    shop.open(0)
    shop.failing.page = true
    let viewModel = DishDetailViewModel(of: "H1", service: shop, images: .example(nil, client: shop.client))
      .withoutTimeLimit()
    var summaries = 0
    let token = viewModel.allEnded.sink { _ in summaries += 1 }
    viewModel.load()
    await viewModel.settled()
    #expect(viewModel.detailState.error != nil && viewModel.detail == nil && summaries == 1)
    shop.failing.page = false
    viewModel.retry()
    await viewModel.settled()
    #expect(viewModel.detailState.phase == .finished && viewModel.numberOfItems(inSection: 0) == 1 && summaries == 2)
    shop.failing.page = true
    viewModel.load()
    await viewModel.settled()
    #expect(viewModel.detailState.error != nil && viewModel.detail != nil && viewModel.numberOfItems(inSection: 0) == 1)
    token.cancel()
  }

  @Test("a page that nothing keeps is gone, with what it was loading")
  func released() async {
    let shop = Shop(pictures: 1)
    weak var gone: DishDetailViewModel?
    do {
      let viewModel = DishDetailViewModel(of: "H1", service: shop, images: .example(nil, client: shop.client))
        .withoutTimeLimit()
      gone = viewModel
      viewModel.load()
      await shop.arrival(of: 0)
    }
    await shop.cancelled.wait()
    #expect(gone == nil)
  }
}

/// What fails, for now.
private final class Failing: Sendable {
  private let state = Lock((page: false, pictures: Set<Int>()))
  var page: Bool {
    get { state.withLock { $0.page } }
    set { state.withLock { $0.page = newValue } }
  }
  var pictures: Set<Int> {
    get { state.withLock { $0.pictures } }
    set { state.withLock { $0.pictures = newValue } }
  }
}

/// A page with numbered pictures, each of which is answered when its gate has been opened.
private struct Shop: DishDetailService {
  let pictures: Int
  var repeatingFirst = false
  let failing = Failing()
  let cancelled = Signal()
  private let arrived: [Signal]
  private let opened: [Signal]
  private let done: [Signal]
  let client: StubClient

  init(pictures: Int, repeatingFirst: Bool = false) {
    (self.pictures, self.repeatingFirst) = (pictures, repeatingFirst)
    let signals = (0..<3).map { _ in (0..<pictures).map { _ in Signal() } }
    (arrived, opened, done) = (signals[0], signals[1], signals[2])
    client = StubClient { [failing, cancelled] request, _ in
      let number = Int(request.url.pathComponents[1]) ?? 0
      signals[0][number].fire()
      await withTaskCancellationHandler {
        await signals[1][number].wait()
      } onCancel: {
        cancelled.fire()
        signals[1][number].fire()
      }
      defer { signals[2][number].fire() }
      if failing.pictures.contains(number) { throw ServiceError(.refused(status: 404)) }
      return HTTPAnswer(status: 200, body: Picture.data(number))
    }
  }

  func arrival(of number: Int) async { await arrived[number].wait() }
  func open(_ number: Int) { opened[number].fire() }
  func answered(_ number: Int) async { await done[number].wait() }

  func detail(of dish: Dish.ID) async throws -> DishDetail {
    if failing.page { throw ServiceError(.refused(status: 404)) }
    var detail = DishDetail(id: dish)
    detail.images = (0..<pictures).map { Picture.url($0) } + (repeatingFirst ? [Picture.url(0)] : [])
    return detail
  }
}
