import ListViewModelsTestSupport
import Testing

@testable import ListEngine

@Suite("The paging of a section")
struct SectionPagingTests {
  private func paging() -> SectionPaging { SectionPaging(maximumPagesWithoutNewItems: 3) }

  /// A section that has loaded pages that added so many items each.
  private func paging(loaded pages: [Int], isLast: Bool = false) -> SectionPaging {
    var paging = paging()
    for (index, added) in pages.enumerated() {
      _ = paging.loadNext()
      paging.applied(AppliedPage(added: added, isLast: isLast && index == pages.count - 1))
    }
    return paging
  }

  @Test("pages are asked for one after another, and one at a time")
  func inOrder() {
    var paging = paging(loaded: [20, 20])
    #expect(paging.loadNext()?.number == 3)
    #expect(paging.state.phase == .loading(page: 3))
    #expect(paging.loadNext() == nil)
  }

  @Test("the last page finishes the section, with items and without", arguments: [0, 20])
  func lastPage(added: Int) {
    var paging = paging(loaded: [added], isLast: true)
    #expect(paging.state.phase == .finished)
    #expect(paging.loadNext() == nil)
    #expect(paging.retry() == nil)
  }

  @Test("a page that adds nothing leads to the next, up to the limit, and then it says so")
  func barren() {
    var paging = paging(loaded: [20])
    for page in 2...3 {
      #expect(paging.loadNext()?.number == page)
      paging.applied(AppliedPage(added: 0))
      #expect(paging.state.phase == .idle)
      #expect(paging.loadOn(toFill: 20)?.number == page + 1)
      paging.cancel()
    }
    _ = paging.loadNext()
    paging.applied(AppliedPage(added: 0))
    #expect(paging.state.phase == .failed(page: 5, .nothingNew(pages: 3)))
    #expect(paging.retry()?.number == 5)
    paging.applied(AppliedPage(added: 1))
    #expect(paging.state.phase == .idle)
    #expect(paging.loadOn(toFill: 21) == nil)
  }

  @Test("a refresh that is cancelled leaves the count of pages without new items as it was", arguments: [false, true])
  func barrenAndRefreshed(fails: Bool) {
    var paging = paging(loaded: [20, 0, 0])
    _ = paging.refresh()
    if fails {
      paging.failed(.nothingNew(pages: 0))
      #expect(paging.retry() == .first)
    }
    paging.cancel()
    #expect(paging.loadOn(toFill: 20)?.number == 4)
    paging.applied(AppliedPage(added: 0))
    #expect(paging.state.phase == .failed(page: 5, .nothingNew(pages: 3)))
  }

  @Test("loading goes on until the target is reached")
  func target() {
    var paging = paging(loaded: [20])
    paging.target = 30
    #expect(paging.loadOn(toFill: 20)?.number == 2)
    paging.applied(AppliedPage(added: 20))
    #expect(paging.loadOn(toFill: 40) == nil)
  }

  @Test("a section wants to show something once its first page is there")
  func shownNothing() {
    var paging = paging()
    #expect(paging.loadOn(toFill: 0) == nil)
    _ = paging.loadNext()
    paging.applied(AppliedPage(added: 20))
    #expect(paging.loadOn(toFill: 1) == nil)
    #expect(paging.loadOn(toFill: 0)?.number == 2)
  }

  @Test("a refresh begins with page 1 and replaces; the pages after it follow")
  func refresh() {
    var paging = paging(loaded: [20])
    _ = paging.loadNext()
    let generation = paging.state.generation
    #expect(paging.refresh().number == 1)
    #expect(paging.state.generation == generation + 1)
    paging.applied(AppliedPage(added: 20, repeats: 1))
    #expect(paging.state.repeats == 1)
    #expect(paging.loadNext()?.number == 2)
  }

  @Test("a cancelled refresh goes back to where the section was")
  func cancelledRefresh() {
    var paging = paging(loaded: [20])
    _ = paging.refresh()
    paging.cancel()
    #expect(paging.loadNext()?.number == 2)
    paging.applied(AppliedPage(added: 20, isLast: true))
    _ = paging.refresh()
    paging.cancel()
    #expect(paging.state.phase == .finished)
  }

  @Test("a page that is cancelled is asked for again; what is not under way cannot fail or be cancelled")
  func cancelled() {
    var paging = paging()
    _ = paging.loadNext()
    paging.cancel()
    let idle = paging
    paging.cancel()
    paging.failed(.nothingNew(pages: 1))
    paging.applied(AppliedPage(added: 1, isLast: true))
    #expect(paging == idle)
    #expect(paging.loadNext()?.number == 1)
  }

  @Test("what was dropped is counted since the last reload")
  func counts() {
    var paging = paging()
    _ = paging.loadNext()
    paging.applied(AppliedPage(added: 18, repeats: 1, unreadable: 1))
    _ = paging.loadNext()
    paging.applied(AppliedPage(added: 17, repeats: 3))
    #expect(paging.state.repeats == 4)
    #expect(paging.state.unreadable == 1)
  }

  @Test("a failed refresh is retried as such, also after a next page that was cancelled")
  func retriedRefresh() {
    var paging = paging(loaded: [1])
    _ = paging.refresh()
    paging.failed(.repeatedCursor)
    #expect(paging.loadNext()?.number == 2)
    paging.cancel()
    #expect(paging.retry() == .first)
  }

  @Test(
    "a retry of the first page that comes while the next one loads is kept until that has ended",
    arguments: [false, true])
  func keptRetry(nextFails: Bool) {
    var paging = paging(loaded: [20])
    _ = paging.refresh()
    paging.failed(.repeatedCursor)
    _ = paging.loadNext()
    #expect(paging.retry() == nil && paging.wishes == [.retryRefresh])
    if nextFails { paging.failed(.repeatedCursor) } else { paging.applied(AppliedPage(added: 20)) }
    #expect(paging.loadOn(toFill: 40) == .first && paging.wishes.isEmpty)
  }

  @Test("a next page, or a retry of it, that is wanted while a refresh loads is kept until that has failed")
  func keptNext() {
    var paging = paging(loaded: [20])
    _ = paging.refresh()
    #expect(paging.loadNext() == nil)
    paging.failed(.repeatedCursor)
    #expect(paging.loadOn(toFill: 20)?.number == 2)
    paging.failed(.repeatedCursor)
    _ = paging.refresh()
    #expect(paging.retry() == nil && paging.wishes == [.retryAppend])
    paging.failed(.repeatedCursor)
    #expect(paging.loadOn(toFill: 20)?.number == 2)
  }

  @Test("a kept wish is taken back by a cancel, a refresh, and a first page that comes", arguments: 0..<3)
  func wishTakenBack(by step: Int) {
    var paging = paging(loaded: [20])
    _ = paging.refresh()
    _ = paging.loadNext()
    switch step {
    case 0: paging.cancel()
    case 1:
      _ = paging.refresh()
      paging.failed(.repeatedCursor)
    default: paging.applied(AppliedPage(added: 20))
    }
    #expect(paging.wishes.isEmpty && paging.loadOn(toFill: 20) == nil)
  }

  @Test("the retry of a page whose cursor has expired begins the section anew")
  func expiredCursor() {
    var paging = paging(loaded: [20])
    _ = paging.loadNext()
    paging.failed(.expiredCursor)
    #expect(paging.retry() == .first)
    paging.failed(.repeatedCursor)
    #expect(paging.state.append.error == .expiredCursor)
  }

  @Test(
    "so does the retry of a first page whose cursor has expired, and of one that was kept", arguments: [false, true])
  func expiredFirstCursor(isKept: Bool) {
    var paging = paging(loaded: [20])
    _ = paging.refresh(at: PageKey(cursor: "gone"))
    paging.failed(.expiredCursor)
    if isKept {
      _ = paging.loadNext()
      _ = paging.retry()
      paging.cancel()
      _ = paging.loadNext()
      _ = paging.retry()
      paging.applied(AppliedPage(added: 20))
      #expect(paging.loadOn(toFill: 40) == .first)
    } else {
      #expect(paging.retry() == .first)
    }
    paging.failed(.repeatedCursor)
    #expect(paging.retry() == .first)
  }

  @Test("a refresh counts its pages without new items anew")
  func countsAnew() {
    var paging = SectionPaging(maximumPagesWithoutNewItems: 2)
    _ = paging.loadNext()
    paging.applied(AppliedPage(added: 0))
    _ = paging.refresh()
    paging.applied(AppliedPage(added: 0))
    #expect(paging.state.append == .idle && paging.back.pagesWithoutNewItems == 1)
  }

  @Test("a retry while a page loads that has not failed is no wish")
  func retryOfWhatLoads() {
    var paging = paging(loaded: [20])
    _ = paging.loadNext()
    #expect(paging.retry() == nil && paging.wishes.isEmpty)
    paging.failed(.repeatedCursor)
    #expect(paging.loadOn(toFill: 20) == nil)
  }

  @Test("a seed before the first page has nothing before it, whatever it says")
  func seedWithoutAFirstPage() {
    var paging = paging()
    paging.seed(previous: PageKey(number: 3), next: .first, repeats: 0)
    #expect(paging.state.prepend == .finished)
  }

  @Test("what is arranged while a page loads is no wish for another one")
  func arrangedWhileLoading() {
    var paging = paging()
    paging.seed(previous: PageKey(number: 2), next: PageKey(number: 4), repeats: 0)
    paging.target = 30
    _ = paging.loadPrevious()
    #expect(paging.arranged(toFill: 20) == nil && paging.wishes.isEmpty)
    paging.applied(AppliedPage(added: 20))
    #expect(paging.loadOn(toFill: 40) == nil)
  }

  @Test("what is arranged and shows too little asks for the page before only if nothing follows")
  func arrangedAtTheEnd() {
    var last = paging()
    last.seed(previous: PageKey(number: 2), next: nil, repeats: 0)
    #expect(last.arranged(toFill: 0)?.number == 2)
    var failed = paging()
    failed.seed(previous: PageKey(number: 2), next: PageKey(number: 4), repeats: 0)
    _ = failed.loadNext()
    failed.failed(.repeatedCursor)
    #expect(failed.arranged(toFill: 0) == nil)
  }

  @Test("a wish is kept once")
  func wishedTwice() {
    var paging = paging(loaded: [20])
    _ = paging.refresh()
    _ = paging.loadNext()
    _ = paging.loadNext()
    #expect(paging.wishes == [.next])
  }

  @Test("a first page with a key of its own that failed is asked for again with that")
  func retriedAtAPage() {
    var paging = paging(loaded: [20])
    _ = paging.refresh(at: PageKey(number: 3))
    paging.failed(.repeatedCursor)
    #expect(paging.retry()?.number == 3)
  }

  @Test("a page around a cursor that gives none has nothing before it, whatever its number")
  func cursorAsked() {
    var paging = paging()
    _ = paging.refresh(at: PageKey(number: 3, cursor: "c"))
    paging.applied(AppliedPage(added: 20, isLast: true))
    #expect(paging.state.prepend == .finished)
  }

  @Test("the page that is under way is no wish when it is asked for again")
  func askedTwice() {
    var paging = paging(loaded: [20])
    _ = paging.loadNext()
    #expect(paging.loadNext() == nil && paging.wishes.isEmpty)
    paging.cancel()
    paging.seed(previous: PageKey(number: 2), next: PageKey(number: 4), repeats: 0)
    _ = paging.loadPrevious()
    #expect(paging.loadPrevious() == nil && paging.wishes.isEmpty)
  }

  @Test("the retry of a page that a refresh has made the wrong one is not made")
  func retryOfWhatHasGone() {
    var paging = paging(loaded: [20])
    _ = paging.loadNext()
    paging.failed(.repeatedCursor)
    _ = paging.refresh()
    #expect(paging.retry() == nil && paging.wishes == [.retryAppend])
    paging.applied(AppliedPage(added: 20, isLast: true, left: AppliedPage.Left(front: false, back: false)))
    #expect(paging.loadOn(toFill: 20) == nil && paging.state.append == .finished)
  }

  @Test("pages in a row that show nothing are said to hide something if one of them does, counted anew after a retry")
  func hiddenAndBarren() {
    var paging = paging(loaded: [20])
    for added in [3, 0, 0] {
      _ = paging.loadNext()
      paging.applied(AppliedPage(added: added, shown: 0))
    }
    #expect(paging.state.append == .failed(page: 5, .nothingShown(pages: 3)))
    _ = paging.retry()
    paging.applied(AppliedPage(added: 0))
    for _ in 0..<2 {
      _ = paging.loadNext()
      paging.applied(AppliedPage(added: 0))
    }
    #expect(paging.state.append == .failed(page: 8, .nothingNew(pages: 3)))
  }

  @Test("where nothing follows an empty page, and the section shows nothing, the page before is asked for")
  func emptyAndLast() {
    var paging = paging()
    _ = paging.refresh(at: PageKey(number: 3))
    paging.applied(AppliedPage(added: 0, isLast: true))
    #expect(paging.loadOn(toFill: 0)?.number == 2)
  }

  @Test("a section that is short does not go on at its front where the next page has failed")
  func shortAndFailed() {
    var paging = paging()
    paging.seed(previous: PageKey(number: 2), next: PageKey(number: 4), repeats: 0)
    paging.target = 30
    _ = paging.loadNext()
    paging.failed(.repeatedCursor)
    #expect(paging.loadOn(toFill: 20) == nil)
  }

  @Test("the state of each phase, and the one to show")
  func phases() {
    #expect(LoadState(append: .loading(page: 2)).isLoading)
    #expect(LoadState(prepend: .loading(page: 0)).isLoading)
    #expect(LoadState(append: .finished, prepend: .idle).phase == .idle)
  }
}
