import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

/// What BothEnds.md shows: what is pushed belongs behind the newest item, which may not have been loaded.
@MainActor
@Suite("A conversation that is pushed to", .leavesNothing)
struct ConversationTests {
  @MainActor
  final class Conversation: PagedListViewModel {
    let pages: PagedList<String, TestItem>
    private var pushed: [TestItem] = []
    private var cancellables: [AnyCancellable] = []

    init(_ service: ManualPages) {
      pages = PagedList(sections: ["a"], loadPage: service.load).withoutTimeLimit()
      loadStates.sink { [weak self] _, _ in self?.showPushed() }.store(in: &cancellables)
    }

    func open(at cursor: String?, joiningOn: Bool = false) {
      pushed = []
      refresh("a", at: PageKey(cursor: cursor), joiningOn: joiningOn)
    }

    func receive(_ id: Int) {
      pushed.append(TestItem(id))
      showPushed()
    }

    private var isAtEnd: Bool { state(of: "a").refresh == .idle && state(of: "a").append == .finished }

    private func showPushed() {
      guard isAtEnd, !pushed.isEmpty else { return }
      pages.edit { [weak self] list in
        guard let self, isAtEnd else { return }
        list.append(pushed, to: "a")
        pushed = []
      }
    }
  }

  let service: ManualPages
  let conversation: Conversation

  init() async {
    let service = ManualPages()
    self.service = service
    conversation = Conversation(service)
    conversation.open(at: nil)
    await answer(7...9, before: "7")
  }

  private func answer(_ ids: ClosedRange<Int>, before: String? = nil, after: String? = nil) async {
    await service.arrived(in: conversation.pages)
    guard let request = service.requests.first(where: { !$0.isCancelled }) else {
      Issue.record("nothing is asked for")
      return
    }
    service.answer(
      request, .success(Page(items: ids.map { TestItem($0) }, previousCursor: before, nextCursor: after)))
    await service.arrived(in: conversation.pages)
    await conversation.idle()
  }

  private func readOn() async {
    conversation.loadNextPage(in: "a")
    await answer(4...6, before: "4", after: "6")
    conversation.loadNextPage(in: "a")
    await answer(7...11, before: "7")
  }

  private var ids: [Int] { conversation.items(in: "a").map(\.id) }

  @Test("while it is opened elsewhere shows what is pushed behind the pages that come, and not before")
  func opened() async {
    conversation.open(at: "2")
    conversation.receive(10)
    #expect(ids == [7, 8, 9])
    await answer(1...3, after: "3")
    conversation.receive(11)
    #expect(ids == [1, 2, 3])
    await readOn()
    conversation.receive(12)
    #expect(ids == Array(1...12))
  }

  @Test("shows it in the turn of the edit alone: a refresh may have begun since it was asked for")
  func openedMeanwhile() async {
    let pause = conversation.gate.pause()
    conversation.receive(10)
    conversation.open(at: "2")
    conversation.receive(11)
    pause.release()
    await answer(1...3, after: "3")
    #expect(ids == [1, 2, 3])
    await readOn()
    #expect(ids == Array(1...11))
  }

  @Test("that could not catch up does not show what is pushed until it has: something may be missing before it")
  func caughtUp() async throws {
    conversation.open(at: "9", joiningOn: true)
    await service.answer("a", .failure(Refused()))
    await service.arrived(in: conversation.pages)
    conversation.receive(12)
    #expect(ids == [7, 8, 9])
    conversation.retry("a")
    await answer(8...10, before: "8", after: "10")
    #expect(ids == Array(7...10))
    conversation.loadNextPage(in: "a")
    await answer(11...12, before: "11")
    #expect(ids == Array(7...12))
  }
}
