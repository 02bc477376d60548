import ListEngine
import Observation
import Reactive

/// Two mailboxes that are used while they load: cached on disk, fed by a service, by pushes and by the user.
@MainActor
@Observable
public final class MailViewModel: PagedListViewModel {
  public let pages: PagedList<Mailbox, Message>
  private let service: MailService
  private let store: MailStore
  /// How far what others have left has been taken over.
  @ObservationIgnored private var takenOver: Int64 = 0
  /// Other lists that show messages of these mailboxes.
  @ObservationIgnored private var followers: [Follower] = []
  /// What is being sent, by message.
  @ObservationIgnored private var sent: [Int: Task<Void, any Error>] = [:]
  private let undoTime: Duration
  private let clock: any Clock<Duration>
  @ObservationIgnored private var cancellables: [AnyCancellable] = []
  /// The database's last problem. The list goes on without it.
  public private(set) var problem: (any Error)?

  private struct Follower { weak var pages: PagedList<Mailbox, Message>? }

  /// - Parameter undoTime: How long a deletion can be undone before it is sent.
  public init(
    service: MailService, store: MailStore, undoTime: Duration = .seconds(5),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    (self.service, self.store, self.undoTime, self.clock) = (service, store, undoTime, clock)
    pages = PagedList(sections: Mailbox.allCases) { try await service.page(of: $0, after: $1) }
  }

  // MARK: - The database

  /// Shows what was saved, before the service has answered, and follows the database from then on.
  public func begin() {
    for mailbox in sections {
      attempt { if let saved = try store.saved(mailbox) { seed(mailbox, saved) } }
    }
    savedChanges.sink { [weak self] mailbox in
      guard let self else { return }
      attempt { try self.store.save(self.saved(mailbox), of: mailbox, takenOver: self.takenOver) }
    }.store(in: &cancellables)
    store.observe { [weak self] in
      self?.take($0)
    } fails: { [weak self] in
      self?.problem = $0
    }.store(in: &cancellables)
    refreshAll()
  }

  /// What others have left is an edit, by identity: it says nothing of a message whose deletion is being sent. It is taken out
  /// of the database when the list that holds it is saved, in one transaction.
  private func take(_ incoming: [Incoming]) {
    pages.edit { [weak self] list in
      for row in incoming where row.number ?? 0 > self?.takenOver ?? 0 {
        list.insert([row.message], .first, in: row.message.mailbox)
        list.put(row.message)
        self?.takenOver = row.number ?? 0
      }
    }
  }

  private func attempt(_ work: () throws -> Void) {
    do { try work() } catch { problem = error }
  }

  // MARK: - What a user does

  /// Shown at once, sent when it can't be undone any more, and taken back if the service refuses. To cancel the task is undo.
  @discardableResult
  public func delete(_ id: Int, in mailbox: Mailbox) -> Task<Void, any Error> {
    edit {
      $0.remove([id], from: mailbox)
    } sending: { [service, clock, undoTime] in
      try await clock.sleep(for: undoTime)
      try await service.delete(id)
    }
  }

  @discardableResult
  public func markRead(_ id: Int) -> Task<Void, any Error>? { set(id) { $0.isRead = true } }

  @discardableResult
  public func toggleFavourite(_ id: Int) -> Task<Void, any Error>? { set(id) { $0.isFavourite.toggle() } }

  /// What is sent is the whole message, with the changes before this one. So a message's changes go out one after another: the
  /// service ends with what is shown, whichever of them it refuses.
  private func set(_ id: Int, _ change: (inout Message) -> Void) -> Task<Void, any Error>? {
    guard
      var message = lists.lazy.flatMap({ list in list.sections.map { list.saved($0).items } }).joined()
        .first(where: { $0.id == id })
    else { return nil }
    change(&message)
    let task = edit { [message] in
      $0.put(message)
    } sending: { [service, message, before = sent[id]] in
      _ = await before?.result
      try await service.set(message)
    }
    sent[id] = task
    return task
  }

  // MARK: - The same message in other lists

  /// From now on what is done to a message is done in this list as well, and taken back in both.
  public func follow(with pages: PagedList<Mailbox, Message>) { followers.append(Follower(pages: pages)) }

  private var lists: [PagedList<Mailbox, Message>] { [pages] + followers.compactMap(\.pages) }

  /// An edit of each list, in each one's own turn, which are settled by what is sent once.
  private func edit(
    _ change: @escaping @MainActor (inout PagedList<Mailbox, Message>.List) -> Void,
    sending send: @escaping @Sendable () async throws -> Void
  ) -> Task<Void, any Error> {
    let pending = lists.map { $0.pendingEdit(change) }
    return Task {
      do {
        try await send()
        try Task.checkCancellation()
        for edit in pending { edit.confirm() }
      } catch {
        for edit in pending { edit.takeBack(because: error is CancellationError ? nil : error) }
        throw error
      }
    }
  }

  // MARK: - What is shown

  public var showsUnreadAlone = false { didSet { arrange() } }
  public var isByOldest = false { didSet { arrange() } }

  private func arrange() {
    for mailbox in sections {
      arrange(
        mailbox, filter: showsUnreadAlone ? Self.isUnread : nil, order: isByOldest ? Self.isOlder : nil)
    }
  }

  private nonisolated static let isUnread: @Sendable (Message) -> Bool = { !$0.isRead }
  private nonisolated static let isOlder: @Sendable (Message, Message) -> Bool = { $0.date < $1.date }

  /// What stands above a mailbox.
  public func title(of mailbox: Mailbox) -> String {
    let count = items(in: mailbox).count
    return state(of: mailbox).totalItems.map { "\(mailbox.rawValue), \(count) of \($0)" }
      ?? "\(mailbox.rawValue), \(count)"
  }
}
