import ListEngine
import ListTesting
import Mail
import Reactive
import Testing

@MainActor
@Suite("A conversation")
struct ConversationTests {
  let service = ConversationService(delay: .zero)
  let conversation: ConversationViewModel
  let view: StrictListView
  let binding: AnyCancellable

  init() async {
    let conversation = ConversationViewModel(service, firstUnread: 30)
    view = StrictListView(dataSource: conversation)
    view.keepsPlace = true
    view.itemsOnScreen = 4
    view.onViolation = { Issue.record("\($0)") }
    view.willDisplay = { conversation.willDisplay($0) }
    binding = conversation.bind(to: view)
    self.conversation = conversation
    conversation.open()
    await settle()
  }

  /// The user retries what has failed.
  private func settle() async {
    await conversation.settled()
    while conversation.state(of: .lines).isFailed {
      conversation.retryFailed()
      await conversation.settled()
    }
  }

  private var ids: [Int] { conversation.items(in: .lines).map(\.id) }

  @Test("is opened at its first unread line, and read to both ends; the screen does not move under the reader")
  func read() async throws {
    #expect(ids == Array(25...34))
    while conversation.state(of: .lines).prepend != .finished {
      view.scroll(to: [0, 0])
      let first = view.cellsInSight
      await settle()
      #expect(view.cellsInSight == first)
    }
    while conversation.state(of: .lines).append != .finished {
      view.scrollToEnd(ofSection: 0)
      let first = view.cellsInSight
      await settle()
      #expect(view.cellsInSight == first)
    }
    #expect(ids == Array(1...60) && view.discrepancies == [])
  }

  @Test("what is pushed waits until the newest lines are loaded; what was missed comes by catching up")
  func pushed() async throws {
    let pushed = Line(id: 61, text: "pushed")
    service.receive(pushed)
    conversation.receive(pushed)
    #expect(!ids.contains(61))
    while conversation.state(of: .lines).append != .finished {
      conversation.loadNextPage(in: .lines)
      await settle()
    }
    #expect(ids == Array(25...61))
    for id in 62...90 { service.receive(Line(id: id, text: "missed")) }
    conversation.catchUp()
    await settle()
    while conversation.state(of: .lines).append != .finished {
      conversation.loadNextPage(in: .lines)
      await settle()
    }
    #expect(ids == Array(25...90))
  }

  @Test(
    "what is pushed while it is opened anew, or catches up, waits for the newest lines of the pages that come",
    arguments: [false, true])
  func pushedMeanwhile(catchesUp: Bool) async throws {
    await readOn()
    // What has been missed stands before what is pushed.
    for id in 61...90 { service.receive(Line(id: id, text: "missed")) }
    if catchesUp { conversation.catchUp() } else { conversation.open() }
    let pushed = Line(id: 91, text: "pushed")
    service.receive(pushed)
    conversation.receive(pushed)
    #expect(!ids.contains(91))
    await settle()
    await readOn()
    #expect(ids == Array(25...91))
  }

  private func readOn() async {
    while conversation.state(of: .lines).append != .finished {
      conversation.loadNextPage(in: .lines)
      await settle()
    }
  }

  @Test("what is written is shown at once, stays there while pages come in, and goes out once")
  func written() async throws {
    while conversation.state(of: .lines).append != .finished {
      conversation.loadNextPage(in: .lines)
      await settle()
    }
    let line = Line(id: 1_000, text: "mine")
    var sent = conversation.write(line)
    conversation.loadPreviousPage(in: .lines)
    conversation.catchUp()
    #expect(ids.last == 1_000)
    while case .failure = await sent.result { sent = conversation.write(line) }
    await settle()
    #expect(ids.last == 1_000 && service.lines.filter { $0.id == 1_000 } == [line])
  }
}
