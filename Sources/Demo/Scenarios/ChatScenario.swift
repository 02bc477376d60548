import Foundation
import ListTesting
import Reactive
import SampleService
import ViewModels

/// The one section of the conversation.
enum ChatSection: String { case chat }

typealias Chat = PagedList<ChatSection, SampleMessage>

extension Scenario {
  /// A conversation that is opened at its first unread message and read in both directions, while messages are written,
  /// pushed and fail to be sent.
  func chat() async throws -> Summary {
    let service = SampleChat(time: time, seed: arguments.seed)
    let chat = Chat(sections: [.chat], prefetchDistance: 3) { _, page in try await service.page(page) }
    let look = Look<Chat>(name: \.rawValue, title: { _ in "Chat" }, cell: \.text)
    let unread = PageKey(cursor: "40")
    return try await show(
      chat, look,
      script: { run in
        let user = ChatUser(of: chat, in: run.list, service, log: log, seed: arguments.seed, begins: unread)
        run.work = user.work
        run.kept.append(user)
        run.complete = { $0.wishes = user.counts }
        user.begin()
      }, start: { chat.refresh(.chat, at: unread) })
  }
}

/// A reader of both ends of a conversation that loads meanwhile, and a writer in it.
@MainActor
final class ChatUser {
  /// Requests of the list, and what is being written.
  let work = CurrentValueSubject<Int, Never>(0)
  private let chat: Chat
  private let view: StrictListView
  private let service: SampleChat
  private let log: EventLog
  private let unread: PageKey
  private var random: SeededGenerator
  private var writes = 0 { didSet { count() } }
  private var written: [SampleMessage] = []
  /// What was pushed while the newest messages were not loaded.
  private var pushed: [SampleMessage] = []
  /// What stands first on the screen since the last scroll.
  private var first: String?
  private var (moved, total) = (0, 0)
  private var bag: Set<AnyCancellable> = []

  init(of chat: Chat, in view: StrictListView, _ service: SampleChat, log: EventLog, seed: UInt64, begins: PageKey) {
    (self.chat, self.view, self.service, self.log, unread) = (chat, view, service, log, begins)
    random = SeededGenerator(seed: seed, "chat")
    view.keepsPlace = true
    view.willDisplay = { chat.willDisplay($0) }
    chat.pages.requestsInFlight.receive(on: .main).sink { [weak self] _ in self?.count() }.store(in: &bag)
    chat.updates.sink { [weak self] _ in self?.look() }.store(in: &bag)
    chat.loadStates.sink { [weak self] _, _ in self?.showPushed() }.store(in: &bag)
  }

  /// Uses the conversation for fifteen seconds.
  func begin() {
    var moment = 1_500
    for step in 0..<30 {
      log.time.after(moment, tieBreak: TieBreak.user) { [self] in use(step) }
      moment += Int.random(in: 150...850, using: &random)
    }
  }

  private func use(_ step: Int) {
    switch step % 6 {
    case 0, 3: scroll("up") { view.scroll(to: [0, 0]) }
    case 1, 4: scroll("down") { view.scrollToEnd(ofSection: 0) }
    case 2 where chat.state(of: .chat).append != .finished:
      scroll("down") { view.scrollToEnd(ofSection: 0) }  // to write, one goes to the end
    case 2: write(SampleMessage(id: 2_000 + step, text: SampleWords.title(800 + step, seed: 1)))
    default:
      let message = service.receive()
      pushed.append(message)
      log.print(.user("gets \"\(message.text)\""))
      showPushed()
      guard step % 12 == 5 else { return }
      log.print(.user("pulls to refresh"))
      chat.refresh(.chat, at: unread, joiningOn: true)
    }
  }

  private func scroll(_ direction: String, _ scroll: () -> Void) {
    guard chat.numberOfItems(in: .chat) > 0 else { return }
    log.print(.user("scrolls \(direction)"))
    scroll()
    first = view.cellsInSight.first
  }

  /// Whether the newest message is loaded. While a refresh is on its way, or has failed, `append` is about the pages before it.
  private var showsNewest: Bool {
    let state = chat.state(of: .chat)
    return state.refresh == .idle && state.append == .finished
  }

  /// What is pushed belongs behind the newest message.
  private func showPushed() {
    guard showsNewest, !pushed.isEmpty else { return }
    chat.edit { [weak self] list in
      guard let self, showsNewest else { return }  // an edit waits for its turn, and a refresh may begin before
      list.append(pushed, to: .chat)
      pushed = []
    }
  }

  /// Writes, and tries until it is sent.
  private func write(_ message: SampleMessage) {
    log.print(.user("writes \"\(message.text)\""))
    if !written.contains(message) { written.append(message) }
    writes += 1
    let task = chat.edit {
      $0.append([message], to: .chat)
    } sending: { [service] in
      try await service.send(message)
    }
    Task {
      if case .failure = await task.result { write(message) }
      writes -= 1
    }
  }

  /// Looks whether the screen has moved under the reader. Where a message below is taken back it has to, if it stood at the end.
  private func look() {
    let (now, count) = (view.cellsInSight.first, chat.numberOfItems(in: .chat))
    if let first, now != first, count >= total { moved += 1 }
    total = count
    if first != nil { first = now }
  }

  private func count() { work.value = chat.pages.requestsInFlight.value + writes }

  /// What has become of the wishes. A message is lost that was written and is not shown, or that is missing between two that
  /// are shown.
  var counts: WishCounts {
    let all = service.messages.map(\.id)
    let shown = chat.saved(.chat).items.map(\.id)
    let isAtEnd = chat.state(of: .chat).append == .finished
    let held = Set(shown)
    let range = all.firstIndex(where: held.contains).flatMap { first in
      all.lastIndex(where: held.contains).map { first...(isAtEnd ? all.count - 1 : $0) }
    }
    let missing = range.map { all[$0].count { !held.contains($0) } } ?? 0
    let lost = written.count { !held.contains($0.id) || !all.contains($0.id) }
    return WishCounts(
      wishes: written.count, lost: lost + missing, twice: shown.count - held.count, cameBack: 0, moved: moved)
  }
}
