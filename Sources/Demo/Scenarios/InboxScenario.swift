import Reactive
import SampleService
import ViewModels

/// The one section of the inbox.
enum InboxSection: String { case inbox }

typealias Inbox = PagedList<InboxSection, SampleMail>

extension Scenario {
  /// A mailbox in use while it loads, over a service that is slow and fails. A user deletes, marks, undoes and pulls to refresh,
  /// and messages are pushed.
  func inbox() async throws -> Summary {
    let mailbox = SampleMailbox(time: time, seed: arguments.seed)
    let inbox = Inbox(sections: [.inbox]) { _, page in try await mailbox.page(after: page.cursor) }
    let look = Look<Inbox>(name: \.rawValue, title: { _ in "Inbox" }, cell: \.subject)
    let user = InboxUser(of: inbox, mailbox, log: log, seed: arguments.seed)
    return try await show(
      inbox, look,
      script: { run in
        run.work = user.work
        run.kept.append(user)
        run.complete = { $0.wishes = user.counts }
        user.begin()
      }, start: { inbox.loadFirstPages() })
  }
}

/// A user of a list that loads meanwhile; remembers each wish.
@MainActor
final class InboxUser {
  private enum Wish { case sent, done, undone }

  /// Requests of the list, and what is being written.
  let work = CurrentValueSubject<Int, Never>(0)
  private let inbox: Inbox
  private let mailbox: SampleMailbox
  private let log: EventLog
  private var random: SeededGenerator
  private var writes = 0 { didSet { count() } }
  private var deletions: [Int: Wish] = [:]
  private var marks: [Int: Wish] = [:]
  private var pushed: Set<Int> = []
  /// Deleted messages that are seen again without having been refused or undone.
  private var cameBack: Set<Int> = []
  private var bag: Set<AnyCancellable> = []

  init(of inbox: Inbox, _ mailbox: SampleMailbox, log: EventLog, seed: UInt64) {
    (self.inbox, self.mailbox, self.log) = (inbox, mailbox, log)
    random = SeededGenerator(seed: seed, "inbox")
    inbox.pages.requestsInFlight.receive(on: .main).sink { [weak self] _ in self?.count() }.store(in: &bag)
    inbox.updates.sink { [weak self] _ in self?.look() }.store(in: &bag)
    inbox.edits.sink { [weak self] in self?.tell($0) }.store(in: &bag)
  }

  /// Uses the list for twelve seconds.
  func begin() {
    var moment = 900
    for step in 0..<24 {
      log.time.after(moment, tieBreak: TieBreak.user) { [self] in use(step) }
      moment += Int.random(in: 150...700, using: &random)
    }
  }

  private func use(_ step: Int) {
    switch step {
    case 7:
      log.print(.user("shows the unread alone"))
      inbox.arrange(.inbox, filter: { !$0.isRead })
    case 13:
      log.print(.user("shows all by subject"))
      inbox.arrange(.inbox, order: { $0.subject < $1.subject })
    case 19:
      log.print(.user("shows all as they came"))
      inbox.arrange(.inbox)
    default: break
    }
    let shown = inbox.items(in: .inbox).filter {
      !inbox.isPending($0.id, in: .inbox) && deletions[$0.id] != .sent && marks[$0.id] != .sent
    }
    switch step % 6 {
    case 0, 3: if let mail = shown.dropFirst(1).randomElement(using: &random) { delete(mail, undoAfter: nil) }
    case 1: if let mail = shown.first(where: { !$0.isRead && marks[$0.id] == nil }) { mark(mail) }
    case 2:
      log.print(.user("pulls to refresh"))
      inbox.refresh(.inbox)
    case 4:
      if let mail = shown.randomElement(using: &random) {
        delete(mail, undoAfter: Int.random(in: 50...900, using: &random))
      }
    default:
      let mail = mailbox.receive()
      pushed.insert(mail.id)
      log.print(.user("gets \"\(mail.subject)\""))
      inbox.edit { $0.insert([mail], .first, in: .inbox) }
      inbox.loadNextPage(in: .inbox)
    }
  }

  // MARK: - Wishes, until they are fulfilled

  private func delete(_ mail: SampleMail, undoAfter undo: Int?) {
    log.print(.user("deletes \"\(mail.subject)\""))
    deletions[mail.id] = .sent
    let task = send({ $0.remove([mail.id], from: .inbox) }) { [mailbox] in try await mailbox.delete(mail.id) }
    if let undo {
      log.time.after(undo, tieBreak: TieBreak.user) { [self] in
        guard deletions[mail.id] == .sent else { return }
        log.print(.user("undoes that"))
        task.cancel()
      }
    }
    end(task) { [self] result in
      switch result {
      case .success: deletions[mail.id] = .done
      case .failure(is CancellationError): deletions[mail.id] = .undone
      case .failure: delete(mail, undoAfter: nil)
      }
    }
  }

  private func mark(_ mail: SampleMail) {
    log.print(.user("reads \"\(mail.subject)\""))
    marks[mail.id] = .sent
    var read = mail
    read.isRead = true
    let task = send({ [read] in $0.update(read, in: .inbox) }) { [mailbox] in try await mailbox.markRead(mail.id) }
    end(task) { [self] result in
      if case .success = result { marks[mail.id] = .done } else { mark(mail) }
    }
  }

  private func send(
    _ edit: @escaping @MainActor (inout Inbox.List) -> Void, _ send: @escaping @Sendable () async throws -> Void
  ) -> Task<Void, any Error> {
    writes += 1
    return inbox.edit(edit, sending: send)
  }

  private func end(_ task: Task<Void, any Error>, _ then: @escaping @MainActor (Result<Void, any Error>) -> Void) {
    Task {
      let result = await task.result
      then(result)
      writes -= 1
    }
  }

  // MARK: - What the user sees

  private func tell(_ event: EditEvent<InboxSection, SampleMail.ID>) {
    look()
    guard case .takenBack(let error?) = event.step else { return }
    log.print(.user("sees that it did not work: \(error)"))
  }

  private func look() {
    for mail in inbox.items(in: .inbox) where deletions[mail.id] == .done { cameBack.insert(mail.id) }
  }

  private func count() { work.value = inbox.pages.requestsInFlight.value + writes }

  /// What has become of the wishes, in the list as it is.
  var counts: WishCounts {
    let all = inbox.saved(.inbox).items
    let ids = Set(all.map(\.id))
    let unread = Set(all.filter { !$0.isRead }.map(\.id))
    var lost = deletions.count { $0.value == .sent || $0.value == .done && ids.contains($0.key) }
    lost += marks.count { $0.value == .sent || unread.contains($0.key) }
    lost += pushed.count { !ids.contains($0) && deletions[$0] != .done }
    return WishCounts(
      wishes: deletions.count + marks.count + pushed.count, lost: lost,
      twice: mailbox.effects.values.count { $0 > 1 }, cameBack: cameBack.count)
  }
}
