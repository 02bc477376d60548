import Foundation
import ListTesting
import ListViewModelsTestSupport
import Observation
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite("Refresh and append", .leavesNothing)
struct RefreshAppendTests: AnsweringByHand {
  let service = ManualPages()
  let list: PagedList<String, TestItem>

  init() {
    list = PagedList(sections: ["a"], loadPage: service.load).withoutTimeLimit()
  }

  private func failRefresh() async throws {
    list.loadNextPage(in: "a")
    try await answer(1, .success(Page(0..<20, number: 1)))
    list.refresh("a")
    try await answer(1, .failure(Refused()))
  }

  @Test("after a failed refresh the section pages on where it was, and still says that it is not fresh")
  func pagesOn() async throws {
    try await failRefresh()
    #expect(list.state(of: "a").refresh.error != nil && list.state(of: "a").append == .idle)
    list.willDisplay(IndexPath(item: 19, section: 0))
    #expect(list.state(of: "a").append == .loading(page: 2))
    try await answer(2, .success(Page(20..<40, number: 2)))
    #expect(list.numberOfItems(in: "a") == 40)
    #expect(list.state(of: "a").isFailed && list.state(of: "a").append == .idle)
  }

  @Test("its retry is of the refresh, and replaces what was paged on meanwhile")
  func retry() async throws {
    try await failRefresh()
    list.loadNextPage(in: "a")
    try await answer(2, .success(Page(20..<40, number: 2)))
    list.retry("a")
    #expect(list.state(of: "a").refresh == .loading(page: 1))
    try await answer(1, .success(Page(100..<110, number: 1)))
    #expect(list.items(in: "a").map(\.id) == Array(100..<110))
    #expect(list.state(of: "a").phase == .idle)
  }

  @Test("a failed page stays failed beside a refresh, until the refresh is there")
  func failedPage() async throws {
    list.loadNextPage(in: "a")
    try await answer(1, .success(Page(0..<20, number: 1)))
    list.loadNextPage(in: "a")
    try await answer(2, .failure(Refused()))
    list.refresh("a")
    #expect(list.state(of: "a").append.error != nil && list.state(of: "a").phase == .loading(page: 1))
    list.cancel("a")
    #expect(list.state(of: "a").phase.error != nil)
    list.refresh("a")
    try await answer(1, .success(Page(0..<20, number: 1)))
    #expect(list.state(of: "a").append == .idle)
  }

  @Test("where both have failed, a retry begins with the first page")
  func both() async throws {
    try await failRefresh()
    list.loadNextPage(in: "a")
    try await answer(2, .failure(Refused()))
    list.retry("a")
    #expect(list.state(of: "a").refresh == .loading(page: 1) && list.state(of: "a").append.error != nil)
  }

  @Test("a section whose first load failed waits for a retry")
  func firstLoad() async throws {
    list.loadNextPage(in: "a")
    try await answer(1, .failure(Refused()))
    list.loadNextPage(in: "a")
    list.loadFirstPages()
    #expect(list.loadsInFlight == 0 && list.state(of: "a").phase.error != nil)
    list.retryFailed()
    #expect(list.state(of: "a").refresh == .loading(page: 1))
  }

  @Test("a section is empty when all there is of it is nothing")
  func empty() async throws {
    #expect(!list.isEmpty("a"))
    list.loadNextPage(in: "a")
    #expect(!list.isEmpty("a"))
    try await answer(1, .success(Page(0..<0, number: 1, isLast: true)))
    #expect(list.isEmpty("a"))
  }

  @Test("nothing is told to SwiftUI that did not change: repeats, edits without effect, wishes at the end")
  func quiet() async throws {
    list.loadNextPage(in: "a")
    try await answer(1, .success(Page(0..<20, number: 1)))
    var told = 0
    func observe(_ read: () -> Void) { withObservationTracking(read) { MainActor.assumeIsolated { told += 1 } } }
    observe { _ = list.items(in: "a").count }
    list.loadNextPage(in: "a")
    try await answer(2, .success(Page(0..<20, number: 2)))
    list.edit { $0.remove([99], from: "a") }
    await list.idle()
    #expect(told == 0)
    list.edit { $0.remove([1], from: "a") }
    await list.idle()
    #expect(told == 1)
    try await answer(3, .success(Page(20..<22, number: 3, isLast: true)))
    observe { _ = list.state(of: "a") }
    for _ in 1...20 { list.willDisplay(IndexPath(item: 20, section: 0)) }
    #expect(told == 1)
  }
}
