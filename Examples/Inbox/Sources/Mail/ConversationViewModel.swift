import ListEngine
import Observation
import Reactive

/// The one section of a conversation.
public enum Conversation: Hashable, Sendable { case lines }

/// A conversation, from the oldest line to the newest: opened at its first unread line, older ones above, newer ones below.
@MainActor
@Observable
public final class ConversationViewModel: PagedListViewModel {
  public let pages: PagedList<Conversation, Line>
  private let service: ConversationService
  private let firstUnread: Line.ID
  /// What has been pushed and not been shown: the newest lines are not loaded.
  @ObservationIgnored private var pushed: [Line] = []
  @ObservationIgnored private var cancellables: [AnyCancellable] = []

  public init(_ service: ConversationService, firstUnread: Line.ID) {
    (self.service, self.firstUnread) = (service, firstUnread)
    pages = PagedList(sections: [.lines]) { _, page in try await service.lines(page) }
    loadStates.sink { [weak self] _, _ in self?.showPushed() }.store(in: &cancellables)
  }

  /// Begins around the first unread line. `willDisplay` loads what comes before and after it.
  public func open() {
    pushed = []  // what has come by now, the pages bring
    refresh(.lines, at: PageKey(cursor: "\(firstUnread)"))
  }

  /// Asks again for the lines around the newest that is held. What stands above them stays; what has been missed follows.
  @discardableResult
  public func catchUp() -> BegunLoads<Conversation> {
    pushed = []
    // One that is being sent, the service does not know.
    let line = items(in: .lines).last { !pages.isPending($0.id, in: .lines) }?.id ?? firstUnread
    return refresh(.lines, at: PageKey(cursor: "\(line)"), joiningOn: true)
  }

  /// Somebody has written. A line belongs behind the newest one, so it waits until that is loaded.
  public func receive(_ line: Line) {
    pushed.append(line)
    showPushed()
  }

  /// While a refresh is on its way, or has failed, `append` is about the pages before it.
  private var showsNewest: Bool {
    let state = state(of: .lines)
    return state.refresh == .idle && state.append == .finished
  }

  private func showPushed() {
    guard showsNewest, !pushed.isEmpty else { return }
    pages.edit { [weak self] list in
      guard let self, showsNewest else { return }  // an edit waits for its turn, and a refresh may begin before
      list.append(pushed, to: .lines)
      pushed = []
    }
  }

  /// Shown at once, and taken back if it can't be sent.
  @discardableResult
  public func write(_ line: Line) -> Task<Void, any Error> {
    pages.edit {
      $0.append([line], to: .lines)
    } sending: { [service] in
      try await service.send(line)
    }
  }
}
