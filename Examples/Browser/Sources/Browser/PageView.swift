import Foundation
import Reactive
import ViewModels

/// What a page shows.
@MainActor
protocol PageContent: AnyObject {
  /// In milliseconds.
  var animation: Int { get }
  func everything() -> Reload
  /// Returns nil for a change of which sections there are: the page is reloaded then.
  func message(for update: ListUpdate) -> Update?
  func pageIsGone(_ page: PageView)
}

/// A list view in a browser: it is told each change, and says when the animation is over.
@MainActor
final class PageView: ListView {
  /// How long an animation may take to be reported. A page that is slower than this is let go of.
  static let patience = Duration.seconds(3)
  /// How many events may wait to be sent.
  static let longestQueue = 1_000

  let id: Int
  /// What is sent, event by event.
  let events: AsyncStream<[UInt8]>
  /// What keeps it up to date; nil until the page has said that it listens.
  var binding: AnyCancellable?

  private let input: AsyncStream<[UInt8]>.Continuation
  private let scheduler: any Scheduler
  private unowned let content: any PageContent
  private var lastChange = 0
  private var isGone = false
  /// The change whose animation runs.
  private var current: (number: Int, deadline: any Cancellable, completion: @MainActor () -> Void)?

  init(_ id: Int, of content: any PageContent, scheduler: any Scheduler) {
    self.id = id
    self.content = content
    self.scheduler = scheduler
    (events, input) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.longestQueue))
    input.onTermination = { [weak self] _ in Task { @MainActor in self?.letGo() } }  // the connection has ended
    send(Hello(page: id))
  }

  /// Whether an animation runs of which the page has not said that it is over.
  var isAnimating: Bool { current != nil }

  // MARK: - As a list view

  func reloadAndCount() { send(content.everything()) }

  func performUpdate(
    animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
  ) {
    guard let update = commit() else { return }
    let number = tell(update, animated: animated, isAwaited: animated)
    guard animated, let number, !isGone else { return completion() }
    let deadline = scheduler.schedule(after: Self.patience) { [weak self] in
      MainActor.assumeIsolated { self?.letGo() }
    }
    current = (number, deadline, completion)
  }

  /// Sends a change.
  /// - Returns: its number; nil if the page counts everything again instead.
  @discardableResult
  func tell(_ update: ListUpdate, animated: Bool, isAwaited: Bool = false) -> Int? {
    guard var message = content.message(for: update) else {
      reloadAndCount()
      return nil
    }
    lastChange += 1
    message.number = lastChange
    message.animation = animated ? content.animation : 0
    message.isAwaited = isAwaited
    send(message)
    return lastChange
  }

  /// The page says that this change's animation is over.
  func animationEnded(of number: Int) {
    guard let ended = current, ended.number == number else { return }
    current = nil
    ended.deadline.cancel()
    ended.completion()
  }

  // MARK: - The connection

  func send(_ message: some Message) {
    guard !isGone, let event = try? message.event() else { return }
    if case .enqueued = input.yield(event) { return }
    // In a later turn: this may be the middle of an update.
    Task { @MainActor in letGo() }
  }

  /// Ends the connection; the gate goes on without this page. A page that is there after all connects again.
  func letGo() {
    guard !isGone else { return }
    isGone = true
    binding = nil
    input.finish()
    if let current { animationEnded(of: current.number) }
    content.pageIsGone(self)
  }
}
