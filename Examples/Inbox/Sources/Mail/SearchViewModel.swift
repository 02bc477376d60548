import ListEngine
import Observation
import Reactive

/// What a user looks for: another list, on a gate of its own, that shows the same messages.
@MainActor
@Observable
public final class SearchViewModel: PagedListViewModel {
  public let pages: PagedList<Mailbox, Message>
  @ObservationIgnored private let texts = PassthroughSubject<String, Never>()
  @ObservationIgnored private var cancellables: [AnyCancellable] = []

  /// - Parameters:
  ///   - mail: The list in which messages are changed; this one shows it.
  ///   - scheduler: Waits for pauses in typing.
  public init(
    _ service: MailService, following mail: MailViewModel, after pause: Duration = .milliseconds(300),
    on scheduler: some Scheduler = .main
  ) {
    pages = PagedList(sections: [.inbox]) { _, _ in Page(items: [], isLast: true) }
    texts.debounce(for: pause, scheduler: scheduler).receive(on: .main).sink { [weak self] text in
      self?.pages.refresh(.inbox, named: text) { try await service.page(of: .inbox, after: $0, matching: text) }
    }.store(in: &cancellables)
    mail.follow(with: pages)
  }

  public func type(_ text: String) { texts.send(text) }
}
