import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

/// Edits that a service is told of, and what becomes of them when it answers, refuses, or is outrun by an undo.
@MainActor
@Suite("Edits that are sent", .leavesNothing)
struct SentEditsTests: AnsweringByHand {
  let service = ManualPages()
  let list: PagedList<String, TestItem>
  let view: StrictListView

  init() async throws {
    let list = PagedList(sections: ["a"], loadPage: service.load).withoutTimeLimit()
    self.list = list
    view = StrictListView.reporting(list) { list.item(at: $0).map { "\($0.id)\($0.text)" } ?? "…" }
    list.loadNextPage(in: "a")
    try await answer(1, Page(1...4, number: 1))
  }

  @Test("an edit that is sent is shown at once, and confirmed when the service has taken it")
  func confirmed() async throws {
    let letter = Letter(), heard = heard()
    let task = list.edit({ $0.remove([2], from: "a") }, sending: { try await letter.answer() })
    #expect(list.items(in: "a").map(\.id) == [1, 3, 4] && list.isPending(2, in: "a") && !list.isPending(1, in: "a"))
    list.refresh("a")
    try await answer(1, Page(1...4, number: 1))  // asked for before the service had heard of it
    #expect(list.items(in: "a").map(\.id) == [1, 3, 4])
    list.refresh("a")
    letter.answers(7)
    #expect(try await task.value == 7)
    await list.idle()
    try await answer(1, Page(1...4, number: 1))  // asked for before that
    #expect(list.items(in: "a").map(\.id) == [1, 3, 4])
    #expect(!list.isPending(2, in: "a") && heard.value == ["1 made [2]", "1 confirmed [2]"])
    list.refresh("a")
    try await answer(1, Page(1...4, number: 1))  // asked for afterwards: it has the last word
    #expect(list.items(in: "a").map(\.id) == [1, 2, 3, 4])
  }

  @Test(
    "one that the service refuses is taken back, to its place, with all that came between, and the error is thrown on")
  func refused() async throws {
    let letter = Letter(), heard = heard(), binding = list.bind(to: view)
    let task = list.edit(
      { list in
        list.remove([2], from: "a")
        list.update(TestItem(3, "!"), in: "a")
      }, sending: { try await letter.answer() })
    list.loadNextPage(in: "a")
    try await answer(2, Page(5...6, number: 2))
    list.edit { $0.remove([4], from: "a") }
    #expect(view.cells == [["1", "3!", "5", "6"]])
    letter.refuses()
    await #expect(throws: Refused.self) { try await task.value }
    await list.settled()
    #expect(view.cells == [["1", "2", "3", "5", "6"]])
    #expect(heard.value == ["1 made [2, 3]", "2 made [4]", "1 taken back [2, 3] refused"])
    binding.cancel()
  }

  @Test("undo is to cancel: it is taken back at once, whatever the service does, and no error is told")
  func undo() async throws {
    let letter = Letter(), heard = heard()
    let task = list.edit({ $0.move(4, .first, in: "a") }, sending: { await letter.answerThatCannotBeCancelled() })
    #expect(list.items(in: "a").map(\.id) == [4, 1, 2, 3])
    task.cancel()
    await list.settled()
    #expect(list.items(in: "a").map(\.id) == [1, 2, 3, 4])
    letter.answers(1)
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(heard.value == ["1 made [4]", "1 taken back [4]"])
  }

  @Test("a service that gives up by itself is no undo, whatever it throws")
  func givesUp() async {
    let heard = heard()
    let task = list.edit({ $0.remove([2], from: "a") }, sending: { throw CancellationError() })
    await #expect(throws: CancellationError.self) { try await task.value }
    await list.settled()
    #expect(heard.value == ["1 made [2]", "1 taken back [2] CancellationError()"] && !task.isCancelled)
  }

  @Test("an edit that is cancelled in the turn of the call is not sent")
  func cancelledAtOnce() async {
    let sent = Box(false), heard = heard()
    let task = list.edit({ $0.remove([2], from: "a") }, sending: { sent.value = true })
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await list.settled()
    #expect(!sent.value && list.items(in: "a").map(\.id) == [1, 2, 3, 4])
    #expect(heard.value == ["1 made [2]", "1 taken back [2]"])
  }

  @Test("what the service made of a draft takes its place in the change that confirms it")
  func replaced() async throws {
    let letter = Letter(), binding = list.bind(to: view)
    let task = list.edit(
      { $0.insert([TestItem(-1, "draft")], .after(1), in: "a") }, sending: { try await letter.answer() },
      replacing: { $0.replace(-1, with: TestItem($1, "saved"), in: "a") })
    #expect(view.cells == [["1", "-1draft", "2", "3", "4"]])
    var updates = 0
    let token = list.updates.sink { _ in updates += 1 }
    letter.answers(8)
    _ = try await task.value
    await list.settled()
    #expect(view.cells == [["1", "8saved", "2", "3", "4"]] && updates == 1)
    token.cancel()
    binding.cancel()
  }

  @Test("an edit of an item whose own edit is open is remembered with it")
  func onTopOfOpen() async throws {
    let pending = list.pendingEdit { $0.insert([TestItem(9)], .first, in: "a") }
    list.edit { $0.remove([9], from: "a") }
    list.refresh("a")
    try await answer(1, Page(1...2, number: 1))
    #expect(list.items(in: "a").map(\.id) == [1, 2])
    pending.confirm()
    pending.takeBack()  // it is settled once
    #expect(list.items(in: "a").map(\.id) == [1, 2] && list.shown.remembers == 0)
  }

  @Test("a refresh has the last word on what it knows, also behind an edit that is still open")
  func lastWord() async throws {
    let pending = list.pendingEdit { $0.remove([1], from: "a") }
    list.edit { $0.remove([2], from: "a") }
    list.refresh("a")
    try await answer(1, Page(1...4, number: 1))
    #expect(list.items(in: "a").map(\.id) == [2, 3, 4])
    pending.confirm()
    await list.idle()
    #expect(list.items(in: "a").map(\.id) == [2, 3, 4])
  }

  @Test("of items removed together, a refresh has the last word on those whose own edits are not open")
  func lastWordOfTogether() async throws {
    let pending = list.pendingEdit { $0.insert([TestItem(9)], .first, in: "a") }
    list.edit { $0.remove([1, 9], from: "a") }
    list.refresh("a")
    try await answer(1, Page(1...4, number: 1))
    #expect(list.items(in: "a").map(\.id) == [1, 2, 3, 4] && !list.isPending(1, in: "a"))
    pending.confirm()
    await list.idle()
    #expect(list.items(in: "a").map(\.id) == [1, 2, 3, 4] && list.shown.remembers == 0)
  }

  @Test("an edit that is sent and does nothing leaves nothing behind that a later one could be lost to")
  func sentNothing() async throws {
    let nothing = list.pendingEdit { $0.remove([1], from: "nowhere") }
    list.edit { $0.remove([1], from: "a") }
    let pending = list.pendingEdit { $0.remove([4], from: "a") }
    nothing.takeBack()
    #expect(list.items(in: "a").map(\.id) == [2, 3])
    pending.takeBack()
    #expect(list.items(in: "a").map(\.id) == [2, 3, 4])
    await list.settled()
  }

  @Test("settled waits for what is being sent, idle does not; one that is dropped is taken back in a later turn")
  func dropped() async {
    do {
      let pending = list.pendingEdit { $0.remove([1], from: "a") }
      await list.idle()
      _ = pending
    }
    #expect(list.items(in: "a").map(\.id) == [2, 3, 4])
    await list.settled()
    #expect(list.items(in: "a").map(\.id) == [1, 2, 3, 4])
  }

  @Test("an edit that waits for its turn can be settled before it, and nothing traps that names what has gone")
  func settledBeforeItsTurn() async {
    let hold = Box<SerialGate.Hold?>(nil)
    let token = list.updates.sink { [list] _ in hold.value = list.holdCurrentChange() }
    list.edit { $0.remove([1], from: "a") }
    token.cancel()
    list.pendingEdit { $0.remove([2], from: "a") }.takeBack()
    list.pendingEdit { $0.remove([3], from: "a") }.confirm { $0.insert([TestItem(3, "again")], at: 99, in: "a") }
    list.edit { list in
      list.move(1, .first, in: "a")
      list.insert([TestItem(7)], .before(1, orAt: -5), in: "a")
      list.moveSection("x", to: 9)
      list.insertSections(["b"], at: 9)
      list.moveSection("a", to: 9)
    }
    hold.value?.release()
    await list.settled()
    #expect(list.items(in: "a").map { "\($0.id)\($0.text)" } == ["7", "2", "4", "3again"])
    #expect(list.sections == ["b", "a"])
  }

  @Test("a list that goes lets what is being sent run to its end")
  func released() async throws {
    let letter = Letter()
    weak var left: PagedList<String, TestItem>?
    let task: Task<Int, any Error>
    do {
      let list = PagedList<String, TestItem>(sections: ["a"]) { _, _ in Page([1], isLast: true) }.withoutTimeLimit()
      left = list
      task = list.edit({ $0.insert([TestItem(1)], .first, in: "a") }, sending: { try await letter.answer() })
    }
    #expect(left == nil)
    letter.answers(5)
    #expect(try await task.value == 5)
  }

  /// What is told of edits.
  private func heard() -> Heard {
    let heard = Heard()
    heard.token = list.edits.sink { [weak heard] event in
      guard let heard else { return }
      let ids = event.items.map(\.id)
      switch event.step {
      case .made: heard.value.append("\(event.edit) made \(ids)")
      case .confirmed: heard.value.append("\(event.edit) confirmed \(ids)")
      case .takenBack(let error):
        heard.value.append("\(event.edit) taken back \(ids)" + (error.map { " \($0)" } ?? ""))
      }
    }
    return heard
  }

  @MainActor
  private final class Heard {
    var value: [String] = []
    var token: AnyCancellable?
  }
}

/// A request that is answered by hand.
private final class Letter: Sendable {
  private let (answers, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()

  func answer() async throws -> Int {
    for try await answer in answers { return answer }
    throw CancellationError()
  }

  func answerThatCannotBeCancelled() async -> Int {
    await Task.detached { [self] in (try? await answer()) ?? 0 }.value
  }

  func answers(_ value: Int) { continuation.yield(value) }
  func refuses() { continuation.finish(throwing: Refused()) }
}
