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
    loadStates.sink { [weak self] _, state in
      if state.append == .finished { self?.showPushed() }
    }.store(in: &cancellables)
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
    let line = items(in: .lines).last?.id ?? firstUnread
    return refresh(.lines, at: PageKey(cursor: "\(line)"), joiningOn: true)
  }

  /// Somebody has written. A line belongs behind the newest one, so it waits until that is loaded.
  public func receive(_ line: Line) {
    pushed.append(line)
    if state(of: .lines).append == .finished { showPushed() }
  }

  private func showPushed() {
    guard !pushed.isEmpty else { return }
    let lines = pushed
    pushed = []
    pages.edit { $0.append(lines, to: .lines) }
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
