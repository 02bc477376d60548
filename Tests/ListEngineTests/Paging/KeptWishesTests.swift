import ListViewModelsTestSupport
import Testing

@testable import ListEngine

/// What a user asks for while the section's other page loads.
@MainActor
@Suite("Wishes that are kept", .leavesNothing)
struct KeptWishesTests: AnsweringByHand {
  let service = ManualPages()
  let list: PagedList<String, TestItem>

  init() async throws {
    list = PagedList(sections: ["a"], loadPage: service.load).withoutTimeLimit()
    list.loadNextPage(in: "a")
    try await answer(1, .success(Page(0..<20, number: 1)))
  }

  @Test(
    "Retry, tapped while the next page is on its way, is done when that has come, or has not", arguments: [true, false])
  func retryBesideNextPage(comes: Bool) async throws {
    list.refresh("a")
    try await answer(1, .failure(Refused()))
    list.willDisplay([0, 19])
    list.retry("a")
    list.retryFailed()
    #expect(list.state(of: "a").append == .loading(page: 2))
    try await answer(2, comes ? .success(Page(20..<40, number: 2)) : .failure(Refused()))
    #expect(list.state(of: "a").refresh == .loading(page: 1))
    try await answer(1, .success(Page(0..<20, number: 1)))
    #expect(!list.state(of: "a").isFailed && list.numberOfItems(in: "a") == 20)
  }

  @Test("the end of a list, reached while a refresh is failing, asks for the next page when it has failed")
  func endBesideRefresh() async throws {
    list.refresh("a")
    for item in 10..<20 { list.willDisplay([0, item]) }
    try await answer(1, .failure(Refused()))
    #expect(list.state(of: "a").append == .loading(page: 2))
    try await answer(2, .success(Page(20..<40, number: 2)))
    #expect(list.numberOfItems(in: "a") == 40)
  }

  @Test("a section that has to be filled is filled although a refresh has failed")
  func fillBesideRefresh() async throws {
    list.refresh("a")
    list.fill("a", with: 30)
    try await answer(1, .failure(Refused()))
    try await answer(2, .success(Page(20..<40, number: 2)))
    #expect(list.numberOfItems(in: "a") == 40)
  }

  @Test("a page whose cursor has expired keeps what is there, and its retry begins the section anew")
  func expiredCursor() async throws {
    list.loadNextPage(in: "a")
    try await answer(2, .failure(LoadError.expiredCursor))
    #expect(list.state(of: "a").append == .failed(page: 2, .expiredCursor) && list.numberOfItems(in: "a") == 20)
    list.retry("a")
    try await answer(1, .success(Page(5..<25, number: 1)))
    #expect(!list.state(of: "a").isFailed && list.items(in: "a").first?.id == 5)
  }
}
