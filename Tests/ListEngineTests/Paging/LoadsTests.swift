import ListViewModelsTestSupport
import Testing

@testable import ListEngine

@Suite("The loads of a list, one event at a time")
struct LoadsTests {
  typealias Value = Loads<Int, AppliedPage, Int>

  private func loads(maximumPagesWithoutNewItems: Int = 2) -> Value {
    Value(maximumLoads: 2, maximumPagesWithoutNewItems: maximumPagesWithoutNewItems, sections: [(0, 1), (1, 2)])
  }

  /// Takes an event in, for sections that hold nothing.
  /// - Returns: what follows, as names.
  private func names(of event: Value.Event, in loads: inout Value, total: Int = 0) -> [String] {
    loads.handle(event) { _ in total }.map {
      switch $0 {
      case .start(_, let source): "start from \(source ?? 0)"
      case .cancel: "cancel"
      case .change: "change"
      case .placeholders: "placeholders"
      case .report: "report"
      case .summarize(let summary): "summary: \(summary.loaded) loaded, \(summary.failed) failed"
      case .resolve: "resolve"
      case .follow: "follow"
      case .trace: "trace"
      }
    }
  }

  private func load(of section: Int, in loads: Value) throws -> Load<Int> {
    try #require(loads.records[.section(section)]?.load)
  }

  /// Loads a page of a section and applies it.
  private func apply(_ page: AppliedPage, to section: Int, in loads: inout Value) throws {
    let load = try load(of: section, in: loads)
    _ = names(of: .answered(load, .success(page)), in: &loads)
    _ = names(of: .applied(load, page), in: &loads)
  }

  @Test("an answer ends no request; a time limit does, and comes too late for a load that has been answered")
  func answeredThenTimedOut() throws {
    var loads = loads()
    _ = names(of: .loadNext(0), in: &loads)
    let load = try load(of: 0, in: loads)
    #expect(names(of: .answered(load, .success(AppliedPage(added: 1))), in: &loads) == ["trace", "change"])
    #expect(loads.running == 0)
    #expect(names(of: .timedOut(load, .timedOut(after: .seconds(1))), in: &loads) == [])
    #expect(loads.running == 0)
    _ = names(of: .loadNext(1), in: &loads)
    let other = try self.load(of: 1, in: loads)
    #expect(names(of: .timedOut(other, .timedOut(after: .seconds(1))), in: &loads).first == "cancel")
  }

  @Test("cancelling where nothing loads changes nothing: placeholders stay, and a retry has the refresh's source")
  func cancelNothing() throws {
    var loads = loads()
    _ = names(of: .showPlaceholders(3), in: &loads)
    #expect(names(of: .cancel(.section(0)), in: &loads) == [])
    #expect(loads.placeholdersDue(in: 0) == 3)
    _ = names(of: .refreshAll([1], .init(source: 7), ticket: 0), in: &loads)
    _ = names(of: .answered(try load(of: 1, in: loads), .failure(.repeatedCursor)), in: &loads)
    #expect(names(of: .cancel(.section(1)), in: &loads) == [])
    #expect(names(of: .retry(.section(1)), in: &loads).contains("start from 7"))
  }

  @Test("a page that is not a refresh's leaves the refresh's source to the retry")
  func sourceOfAFailedRefresh() throws {
    var loads = loads()
    _ = names(of: .loadNext(0), in: &loads)
    try apply(AppliedPage(added: 1), to: 0, in: &loads)
    _ = names(of: .refreshAll([0], .init(source: 7), ticket: 0), in: &loads)
    _ = names(of: .answered(try load(of: 0, in: loads), .failure(.repeatedCursor)), in: &loads)
    #expect(names(of: .loadNext(0), in: &loads).contains("start from 0"))
    try apply(AppliedPage(added: 1), to: 0, in: &loads)
    #expect(names(of: .loadNext(0), in: &loads).contains("start from 0"))
  }

  @Test("to cancel another page leaves a refresh that has failed what it was to load from, and to join on to")
  func cancelBesideAFailedRefresh() throws {
    var loads = loads()
    _ = names(of: .loadNext(0), in: &loads)
    try apply(AppliedPage(added: 1), to: 0, in: &loads)
    let refresh = Loads<Int, AppliedPage, Int>.Refresh(source: 7, joinsOn: true, configuresAll: true)
    _ = names(of: .refreshAll([0], refresh, ticket: 0), in: &loads)
    _ = names(of: .answered(try load(of: 0, in: loads), .failure(.repeatedCursor)), in: &loads)
    _ = names(of: .loadNext(0), in: &loads)
    _ = names(of: .cancel(.section(0)), in: &loads)
    #expect(loads.records[.section(0)].map { $0.joinsOn && $0.configuresAll } == true)
    #expect(names(of: .retry(.section(0)), in: &loads).contains("start from 7"))
    _ = names(of: .cancel(.section(0)), in: &loads)
    #expect(loads.records[.section(0)].map { !$0.joinsOn && !$0.configuresAll && $0.nextSource == nil } == true)
  }

  @Test("a seed that outranks a page tells what its section has come to, and no state before that")
  func seedBesideAPage() {
    var loads = loads()
    _ = names(of: .seeded(0, next: PageKey(number: 3), repeats: 0), in: &loads)
    _ = names(of: .loadNext(0), in: &loads)
    let reported = loads.handle(.seeded(0, next: nil, repeats: 0), total: { _ in 0 }).compactMap { effect in
      if case .report(_, let state) = effect { state } else { nil }
    }
    #expect(reported == [loads.state(of: .section(0))])
    #expect(reported.map(\.generation) == [1], "the page under way is of an older one")
  }

  @Test(
    "what an answer that was held has come to is not told of a section that begins anew in the same event",
    arguments: [true, false])
  func heldAnswer(isRefreshed: Bool) throws {
    var loads = loads()
    _ = names(of: .loadFirst(nil, .inOrder), in: &loads)
    _ = names(of: .seeded(1, next: PageKey(number: 3), repeats: 0), in: &loads)
    _ = names(of: .fill(1, 1), in: &loads)
    _ = names(of: .answered(try load(of: 1, in: loads), .failure(.repeatedCursor)), in: &loads)
    let births = [(id: 1, birth: loads.records[.section(1)]?.birth ?? 0)]
    var reported: [(section: Int, state: LoadState)] = []
    var events: [Loads<Int, AppliedPage, Int>.Event] = [
      isRefreshed ? .refreshAll([0, 1], .init(), ticket: 0) : .sections(births)
    ]
    while !events.isEmpty {
      for effect in loads.handle(events.removeFirst(), total: { _ in 0 }) {
        switch effect {
        case .report(.section(let section), let state):
          reported.append((section, state))
          #expect(loads.state(of: .section(section)) == state)
        case .follow(let event): events.append(event)
        default: break
        }
      }
    }
    #expect(reported.last { $0.section == 1 }?.state == loads.state(of: .section(1)))
  }

  @Test("a source that has been replaced is handed out, to be released")
  func retired() throws {
    var loads = loads()
    _ = names(of: .refreshAll([0], .init(source: 7), ticket: 0), in: &loads)
    #expect(loads.takeRetired().isEmpty)
    _ = names(of: .refreshAll([0], .init(source: 8), ticket: 0), in: &loads)
    #expect(loads.takeRetired() as? [Int] == [7])
    #expect(loads.takeRetired().isEmpty)
  }

  @Test("the list of sections needs no request of a section's")
  func listOfSections() throws {
    var loads = loads()
    for source in [7, 8] {
      #expect(names(of: .loadSections(source), in: &loads).contains("start from \(source)"))
      #expect(loads.running == 0)
    }
  }

  @Test("a first page after which loading gives up counts as failed")
  func nothingNew() throws {
    var loads = loads(maximumPagesWithoutNewItems: 1)
    _ = names(of: .loadFirst([0], .asTheyCome), in: &loads)
    let load = try load(of: 0, in: loads)
    _ = names(of: .answered(load, .success(AppliedPage(added: 0))), in: &loads)
    #expect(
      names(of: .applied(load, AppliedPage(added: 0)), in: &loads).contains("summary: [] loaded, [0] failed"))
  }

  @Test("an edit does not begin what was cancelled after a page without new items, unless nothing is shown")
  func cancelledAfterNothingNew() throws {
    var loads = loads()
    _ = names(of: .loadNext(0), in: &loads)
    try apply(AppliedPage(added: 0), to: 0, in: &loads)
    #expect(names(of: .loadOn(0), in: &loads).contains("start from 0"))
    _ = names(of: .cancel(.section(0)), in: &loads)
    #expect(names(of: .sections([(0, 1)]), in: &loads, total: 1) == [])
    #expect(names(of: .sections([(0, 1)]), in: &loads).contains("start from 0"))
  }
}
