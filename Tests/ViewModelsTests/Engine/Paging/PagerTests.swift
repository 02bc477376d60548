import Testing

@testable import ViewModels

@Suite("The pager")
struct PagerTests {
  let pager = PagerProbe(Pager(maximumPagesWithoutNewItems: 3))

  /// Loads one page that adds so many items.
  @discardableResult
  private func load(_ added: Int, isLast: Bool = false) throws -> Pager.Load {
    let load = try #require(pager.wanted())
    #expect(pager.answered(number: load.page, by: load))
    pager.applied(added: added, isLast: isLast)
    return load
  }

  @Test("pages are asked for one after another, and one at a time")
  func inOrder() throws {
    let first = try load(20)
    let second = try load(20)
    #expect(first.page == 1 && second.page == 2)
    _ = pager.wanted()
    #expect(pager.state.phase == .loading(page: 3))
    #expect(pager.wanted() == nil)
  }

  @Test("the last page finishes the section, with items and without", arguments: [0, 20])
  func lastPage(added: Int) throws {
    try load(added, isLast: true)
    #expect(pager.state.phase == .finished)
    #expect(pager.wanted() == nil)
    #expect(pager.retry() == nil)
  }

  @Test("an answer for another page is a failure of this page, which can be retried")
  func wrongPage() throws {
    let load = try #require(pager.wanted())
    #expect(!pager.answered(number: 7, by: load))
    #expect(pager.state.phase == .failed(page: 1, .wrongPage(asked: 1, answered: 7)))
    #expect(pager.wanted() == nil)
    #expect(pager.retry()?.page == 1)
  }

  @Test("a page that adds nothing leads to the next, up to the limit, and then it says so")
  func barren() throws {
    try load(20)
    for page in 2...3 {
      try load(0)
      #expect(pager.state.phase == .idle)
      #expect(pager.wantedToFill(total: 20)?.page == page + 1)
      _ = pager.cancel()
    }
    try load(0)
    #expect(pager.state.phase == .failed(page: 5, .nothingNew(pages: 3)))
    #expect(pager.retry()?.page == 5)
    pager.applied(added: 1, isLast: false)
    #expect(pager.state.phase == .idle)
    #expect(pager.wantedToFill(total: 21) == nil)
  }

  @Test("loading goes on until the target is reached")
  func target() throws {
    pager.target = 30
    try load(20)
    #expect(pager.wantedToFill(total: 20)?.page == 2)
    pager.applied(added: 20, isLast: false)
    #expect(pager.wantedToFill(total: 40) == nil)
  }

  @Test("a refresh outranks the load in flight, whose answer and failure are dropped")
  func refresh() throws {
    try load(20)
    let old = try #require(pager.wanted())
    let new = pager.refresh()
    #expect(new.page == 1 && new.replaces && new.generation == old.generation + 1)
    #expect(!pager.answered(number: 2, by: old))
    pager.failed(.nothingNew(pages: 1), by: old)
    #expect(pager.isCurrent(new))
    pager.applied(added: 20, repeats: 1, isLast: false)
    #expect(pager.state.repeats == 1)
    #expect(pager.wanted()?.page == 2)
  }

  @Test("a cancelled refresh goes back to where the section was")
  func cancelledRefresh() throws {
    try load(20)
    _ = pager.refresh()
    #expect(pager.cancel())
    #expect(pager.wanted()?.page == 2)
    #expect(pager.cancel())
    try load(20, isLast: true)
    _ = pager.refresh()
    #expect(pager.cancel())
    #expect(pager.state.phase == .finished)
  }

  @Test("a failed refresh still replaces when it is retried")
  func failedRefresh() throws {
    try load(20)
    let refresh = pager.refresh()
    pager.failed(.nothingNew(pages: 1), by: refresh)
    #expect(pager.retry()?.replaces == true)
  }

  @Test("a cancelled load's answer is dropped although the page is asked for again")
  func cancelled() throws {
    let old = try #require(pager.wanted())
    #expect(pager.cancel())
    #expect(!pager.cancel())
    let new = try #require(pager.wanted())
    #expect(!pager.isCurrent(old))
    #expect(pager.isCurrent(new))
  }

  @Test("what was dropped is counted since the last reload")
  func counts() throws {
    _ = pager.wanted()
    pager.applied(added: 18, repeats: 1, unreadable: 1, isLast: false)
    _ = pager.wanted()
    pager.applied(added: 17, repeats: 3, isLast: false)
    #expect(pager.state.repeats == 4)
    #expect(pager.state.unreadable == 1)
  }
}

/// A pager that several expectations can change in turn.
final class PagerProbe {
  private var pager: Pager
  init(_ pager: Pager) { self.pager = pager }

  var state: LoadState { pager.state }
  var target: Int {
    get { pager.target }
    set { pager.target = newValue }
  }
  func wanted() -> Pager.Load? { pager.wanted() }
  func wantedToFill(total: Int) -> Pager.Load? { pager.wantedToFill(total: total) }
  func retry() -> Pager.Load? { pager.retry() }
  func refresh() -> Pager.Load { pager.refresh() }
  func cancel() -> Bool { pager.cancel() }
  func isCurrent(_ load: Pager.Load) -> Bool { pager.isCurrent(load) }
  func answered(number: Int?, by load: Pager.Load) -> Bool { pager.answered(number: number, by: load) }
  func failed(_ error: LoadError, by load: Pager.Load) { pager.failed(error, by: load) }
  func applied(added: Int, repeats: Int = 0, unreadable: Int = 0, isLast: Bool) {
    pager.applied(added: added, repeats: repeats, unreadable: unreadable, isLast: isLast)
  }
}
