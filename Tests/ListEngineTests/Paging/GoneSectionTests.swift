import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

/// Naming a section that has gone is no programming error: it is idle, and what is asked of it is nothing.
@MainActor
@Suite("Sections that have gone", .leavesNothing)
struct GoneSectionTests {
  let service = ManualPages()
  let list: PagedList<String, TestItem>

  init() {
    list = PagedList(sections: ["a", "b", "c"], loadPage: service.load).withoutTimeLimit()
  }

  @Test("whatever is asked of a section that is not there, nothing happens")
  func everyCommand() async throws {
    list.loadNextPage(in: "x")
    list.refresh("x")
    list.refresh("x") { _ in Page([1]) }
    list.retry("x")
    list.cancel("x")
    list.fill("x", with: 10)
    list.willDisplay(1, in: "x")
    list.loadFirstPages(in: ["x"])
    #expect(list.state(of: "x") == LoadState() && list.numberOfItems(in: "x") == 0 && list.items(in: "x").isEmpty)
    #expect(list.loadsInFlight == 0)
    list.loadFirstPages(in: ["x", "a", "a"])
    #expect(list.loadsInFlight == 1)
    list.cancel("a")
  }

  @Test("a summary that names a section that has gone can be looked into")
  func summary() async throws {
    var summaries: [LoadSummary<String>] = []
    let token = list.allEnded.sink { [list] summary in
      summaries.append(summary)
      for section in summary.failed + summary.gone { #expect(list.state(of: section) == LoadState()) }
    }
    list.loadFirstPages(in: ["a", "b"])
    await service.arrived(in: list)
    try service.answer("a", 1, .failure(Refused()))
    await service.arrived(in: list)
    list.edit { $0.removeSection("a") }
    list.edit { $0.removeSection("b") }
    #expect(summaries.map(\.failed) == [[]] && summaries.map(\.gone) == [["a", "b"]])
    token.cancel()
  }

  @Test("a section that has gone before the others have ended is gone, also if it had been loaded")
  func loadedAndGone() async throws {
    let loads = list.loadFirstPages(in: ["a", "b"])
    await service.arrives("a")
    await service.arrives("b")
    try service.answer("a", 1, 0..<2, isLast: true)
    for await inFlight in list.requestsInFlight.values where inFlight == 1 { break }
    await list.gate.nextTurns()
    #expect(list.numberOfItems(in: "a") == 2)
    list.edit { $0.removeSection("a") }
    try service.answer("b", 1, 2..<4, isLast: true)
    let summary = await loads.summary
    #expect(summary.loaded == ["b"] && summary.gone == ["a"])
  }

  @Test("what a load has come to that waited for others is not told when all of them have gone")
  func failedAndGone() async throws {
    var told: [String] = []
    let observer = list.loadStates.sink { [list] section, state in
      told.append("\(section) \(state.refresh)")
      #expect(list.state(of: section) == state)
    }
    let loads = list.loadFirstPages(in: ["a", "b"], order: .together)
    await service.arrives("a")
    await service.arrives("b")
    try service.answer("b", 1, .failure(Refused()))
    for await inFlight in list.requestsInFlight.values where inFlight == 1 { break }
    told = []
    list.edit { $0.removeSections(["a", "b"]) }
    #expect(told == ["a idle", "b idle"])
    #expect(await loads.summary.gone == ["a", "b"])
    observer.cancel()
  }

  @Test("an observer that takes the section out in the middle of a cancel or a refresh", arguments: [true, false])
  func removedByAnObserver(refreshes: Bool) async throws {
    let token = list.allEnded.sink { [list] summary in
      list.edit { list in for section in summary.cancelled { list.removeSection(section) } }
    }
    list.loadFirstPages(in: ["a"])
    await service.arrived(in: list)
    if refreshes { list.refresh("a") } else { list.cancel("a") }
    await list.settled()
    #expect(list.sections == ["b", "c"])
    token.cancel()
  }

  @Test("an observer that takes a section out while first pages are asked for")
  func removedWhileAskedFor() async throws {
    var summaries: [LoadSummary<String>] = []
    let tokens = [
      list.loadStates.sink { [list] section, _ in if section == "a" { list.edit { $0.tryToRemove("b") } } },
      list.allEnded.sink { summaries.append($0) },
    ]
    list.loadFirstPages()
    await service.arrived(in: list)
    try service.answer("a", 1, [1])
    try service.answer("c", 1, [1])
    await list.settled()
    #expect(summaries.map(\.gone) == [["b"]])
    for token in tokens { token.cancel() }
  }

  @Test("the load of a section that is taken out ends with a state, and its request is cancelled")
  func lastState() async throws {
    var states: [String] = []
    let token = list.loadStates.sink { states.append("\($0) \($1.phase)") }
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    list.edit { $0.removeSection("a") }
    #expect(states == ["a loading(page: 1)", "a idle"])
    #expect(service.openRequests == 0)
    #expect(list.loadsInFlight == 0)
    token.cancel()
  }
}

extension SectionedList {
  fileprivate mutating func tryToRemove(_ section: SectionID) {
    if position(of: section) != nil { removeSection(section) }
  }
}
