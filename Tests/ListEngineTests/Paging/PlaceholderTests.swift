import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite("Placeholders", .leavesNothing)
struct PlaceholderTests {
  let service = ManualPages()
  let list: PagedList<String, TestItem>
  let view: StrictListView

  init() {
    let list = PagedList(sections: ["a", "b", "c"], maximumLoads: 2, loadPage: service.load).withoutTimeLimit()
    self.list = list
    view = StrictListView.manual(list)
    view.animation = .none
  }

  @Test("placeholders come and go by one reload each, and a failure takes them away")
  func placeholders() async throws {
    let token = list.gate.bind(to: view)
    var events: [ListUpdate] = []
    let observer = list.gate.updates.sink { events.append($0) }
    list.showPlaceholders(4)
    #expect(["a", "b", "c"].map(list.numberOfItems) == [4, 4, 4])
    list.loadFirstPages(in: ["a", "b"])
    await service.arrived(in: list)
    try service.answer("a", 1, 1...2)
    await service.arrived(in: list)
    try service.answer("b", 1, .failure(Refused()))
    await service.arrived(in: list)
    #expect(["a", "b", "c"].map(list.numberOfItems) == [2, 0, 4])
    #expect(events == [0, 1, 2, 0, 1].map { .reload(section: $0) })
    #expect(view.violations.isEmpty)
    observer.cancel()
    token.cancel()
  }

  @Test("a seed of nothing leaves them until the first page is there")
  func emptySeed() async throws {
    list.showPlaceholders(4)
    list.refresh("a")
    list.seed("a", [], next: .first)
    #expect(list.numberOfItems(in: "a") == 4)
    await service.arrived(in: list)
    try service.answer("a", 1, 1...2)
    await service.arrived(in: list)
    #expect(list.numberOfItems(in: "a") == 2)
  }

  @Test("as many placeholders as there are make no event")
  func asMany() async throws {
    var events: [ListUpdate] = []
    let observer = list.gate.updates.sink { events.append($0) }
    for count in [4, 4, 2] { list.showPlaceholders(count) }
    #expect(events == [0, 1, 2, 0, 1, 2].map { .reload(section: $0) })
    observer.cancel()
  }

  @Test("placeholders that wait for their turn do not outlive the load that they were for")
  func latePlaceholders() async throws {
    let token = list.gate.bind(to: view)
    view.animation = .manual
    list.showPlaceholders(2)  // with an animation, for which the next ones wait
    list.showPlaceholders(3)
    list.loadFirstPages()
    await service.arrived(in: list)
    try service.answer("b", 1, .failure(Refused()))
    await service.arrived(in: list)
    list.cancel("c")
    while !list.gate.isIdle { view.finishAnimations() }
    #expect(["a", "b", "c"].map(list.numberOfItems) == [3, 0, 0])
    #expect(view.violations.isEmpty)
    token.cancel()
  }

  @Test("a section that has ended empty gets no placeholders, which nothing would take away; one that loads anew does")
  func placeholdersAfterTheEnd() async throws {
    let token = list.gate.bind(to: view)
    list.loadFirstPages(in: ["a", "b"])
    await service.arrived(in: list)
    try service.answer("a", 1, [], isLast: true)
    try service.answer("b", 1, .failure(Refused()))
    await service.arrived(in: list)
    list.showPlaceholders(2)
    #expect(["a", "b", "c"].map(list.numberOfItems) == [0, 0, 2])
    list.retry("b")
    list.showPlaceholders(2)
    #expect(["a", "b", "c"].map(list.numberOfItems) == [0, 2, 2])
    list.showPlaceholders(0)
    #expect(!list.showsPlaceholders(in: "c"))
    list.showPlaceholders(-1)
    #expect(["a", "b", "c"].map(list.numberOfItems) == [0, 0, 0])
    #expect(view.violations.isEmpty)
    token.cancel()
  }

  @Test("placeholders for a section that is gone by their turn are forgotten")
  func placeholdersOfAGoneSection() {
    let token = list.gate.bind(to: view)
    view.animation = .manual
    list.edit { $0.removeSection("c") }
    list.gate.enqueue { nil }
    list.showPlaceholders(1)
    list.edit { $0.removeSection("b") }
    list.showPlaceholders(2)
    while !list.gate.isIdle { view.finishAnimations() }
    #expect(!list.showsPlaceholders(in: "b"))
    #expect(list.numberOfItems(in: "a") == 2)
    #expect(view.violations.isEmpty)
    token.cancel()
  }

  @Test("an edit that gives a section items takes its placeholders away in the same batch, asked for before or after")
  func editOfPlaceholders() async {
    let token = list.gate.bind(to: view)
    view.animation = .manual
    list.loadNextPage(in: "c")  // keeps the gate's order interesting: nothing of it has come yet
    list.showPlaceholders(3)  // the second and third section's wait for the first one's animation
    list.edit { $0.append([TestItem(1)], to: "b") }
    while !list.gate.isIdle { view.finishAnimations() }
    #expect(["a", "b", "c"].map(list.numberOfItems) == [3, 1, 3])
    #expect(view.violations.isEmpty)
    token.cancel()
  }

  @Test("placeholders stay while a section that has failed is retried before the gate came to take them away")
  func retriedInTime() async throws {
    list.showPlaceholders(3)
    let token = list.gate.bind(to: view)
    view.animation = .manual
    list.loadFirstPages(in: ["a", "b"])
    await service.arrived(in: list)
    try service.answer("b", 1, 1...2)  // its animation holds the gate
    await service.arrived(in: list)
    try service.answer("a", 1, .failure(Refused()))
    await service.arrived(in: list)
    list.retry("a")
    while !list.gate.isIdle { view.finishAnimations() }
    #expect(list.state(of: "a").phase == .loading(page: 1))
    #expect(list.numberOfItems(in: "a") == 3)
    await service.arrived(in: list)
    try service.answer("a", 1, [1])
    await service.arrived(in: list)
    while !list.gate.isIdle { view.finishAnimations() }
    #expect(list.numberOfItems(in: "a") == 1)
    #expect(view.violations.isEmpty)
    token.cancel()
  }

  @Test("placeholders of a section that goes and comes back in one edit go with it")
  func rebornSection() async throws {
    let token = list.gate.bind(to: view)
    list.showPlaceholders(3)
    list.edit { list in
      list.removeSection("a")
      list.insertSections(["a"], at: 0)
    }
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    try service.answer("a", 1, .failure(Refused()))
    await list.settled()
    #expect(["a", "b", "c"].map(list.numberOfItems) == [0, 3, 3])
    #expect(view.violations.isEmpty)
    token.cancel()
  }

  /// Notes whether what it is told may be animated.
  private final class NotingView: ListView {
    private let strict: StrictListView
    private(set) var animated: [Bool] = []
    init(_ model: any ListDataSource) {
      strict = .manual(model)
      strict.animation = .none
    }
    func reloadAndCount() { strict.reloadAndCount() }
    func performUpdate(
      animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
    ) {
      self.animated.append(animated)
      strict.performUpdate(animated: animated, commit, completion: completion)
    }
  }

  @Test("they may come and go with an animation")
  func animated() {
    let list = PagedList<String, TestItem>(sections: ["a"], loadPage: service.load).withoutTimeLimit()
    let view = NotingView(list)
    let token = list.bind(to: view)
    list.showPlaceholders(2)
    #expect(view.animated == [true])
    list.showPlaceholders(0)
    #expect(view.animated == [true, true])
    token.cancel()
  }
}
