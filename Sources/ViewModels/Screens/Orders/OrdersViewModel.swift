import Foundation
import Observation
import Reactive

/// Orders that are sent one after another, each with a visible state, a toast at the tap and one when it has ended.
///
/// ```swift
/// let orders = OrdersViewModel(service: SlackOrderService(hook))
/// orders.toasts.sink { [weak self] in self?.show($0) }.store(in: &cancellables)
/// orders.place("Bulgogi", text: "Bulgogi, 15,800원")
/// ```
/// By default at most one order a second is sent. An order that can't have arrived is retried automatically, a few
/// times, and lets the others go first while it waits. An order that may have arrived is not: it ends as
/// ``Order/State/unknown(_:)``, and the user decides about ``placeAgain(_:)``. If the service says that there are too
/// many orders, none is sent for as long as it says, at most ``RetryPolicy/longestRetryAfter``.
///
/// Each call of ``place(_:text:)`` is an order of its own, so two taps are two orders.
///
/// Placed orders are still sent if the view model is released. They outlive the process if they have a file:
///
/// ```swift
/// let file = URL.applicationSupportDirectory.appending(path: "orders.json")
/// let orders = OrdersViewModel(service: SlackOrderService(hook), file: file)
/// ```
/// The file is written a moment after an order is placed, before one is sent, and after its outcome. The next process sends
/// what waited, in order, as soon as there is a view model for the file; an order that was under way is unknown, and says so.
/// None is ever sent twice, unless the user says so: while the file can't be written, an order that it has as waiting waits,
/// and one that it doesn't know is sent. ``problems`` says why.
///
/// - Note: A file has one view model at a time, of all processes. Another one says ``DiskProblem/inUse``, and keeps its orders
///   in memory.
@MainActor
@Observable
public final class OrdersViewModel {
  private var queue: OrderQueue
  /// Each kind of problem with the file once, in the order of their first occurrence.
  public private(set) var problems: [OrderFileProblem] = []
  @ObservationIgnored private let file: OrderFile?
  @ObservationIgnored private var willSave = false
  @ObservationIgnored private let service: any OrderService
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private let elapsed: @Sendable () -> Duration
  @ObservationIgnored private let random: @Sendable () -> Double
  @ObservationIgnored private let wording: Wording
  @ObservationIgnored private let stateSubject = MainActorSubject<Order>()
  @ObservationIgnored private let toastSubject = MainActorSubject<OrderToast>()
  @ObservationIgnored private let waiters = Waiters()
  @ObservationIgnored private var isRunning = false
  /// What the toasts tell of the process before, in the first turn.
  @ObservationIgnored private var interrupted: [Order] = []
  @ObservationIgnored private var waiting: Task<Void, any Error>?

  /// Creates a view model, without orders or with those of a file.
  ///
  /// - Parameters:
  ///   - service: Where the orders are sent.
  ///   - file: Where the orders are kept, read in this call. Its folder is created if it is missing. Nil keeps them in memory.
  ///   - pause: The time from an answer to the next request.
  ///   - policy: How often, and after how long, an order that can't have arrived is sent again.
  ///   - clock: Measures the time and waits.
  ///   - random: Returns numbers from 0 to 1, for the policy's jitter.
  ///   - wording: The words of the toasts.
  public convenience init(
    service: any OrderService, file: URL? = nil, pause: Duration = .seconds(1), policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(),
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) }, wording: Wording = Wording()
  ) {
    self.init(service, file.map { OrderFile($0) }, pause, policy, clock, random, wording)
  }

  init(
    _ service: any OrderService, _ file: OrderFile?, _ pause: Duration = .seconds(1),
    _ policy: RetryPolicy = RetryPolicy(), _ clock: any Clock<Duration> = ContinuousClock(),
    _ random: @escaping @Sendable () -> Double = { .random(in: 0...1) }, _ wording: Wording = Wording()
  ) {
    queue = OrderQueue(pause: pause, policy: policy)
    self.service = service
    self.file = file
    self.clock = clock
    self.random = random
    self.wording = wording
    elapsed = clock.stopwatch()
    guard let (content, problem) = file?.open() else { return }
    problems = [problem].compactMap { $0 }
    guard let content else { return }
    interrupted = queue.takeOver(content.orders, lastID: content.lastID)
    run()
  }

  // MARK: - Reading

  /// The orders that have not ended, and the last hundred that have, in the order in which they were first placed.
  public var orders: [Order] { queue.orders }
  /// Publishes an order each time its state changes, on the main actor, in the turn of the change.
  public var orderStates: AnyMainActorPublisher<Order, Never> { stateSubject.eraseToAnyPublisher() }
  /// Publishes a message when an order has been placed, and one when it has ended, on the main actor, after its state.
  public var toasts: AnyMainActorPublisher<OrderToast, Never> { toastSubject.eraseToAnyPublisher() }
  /// Waits until all orders have ended, or until the task is cancelled.
  public func settled() async {
    while isRunning, !Task.isCancelled { await waiters.wait() }
  }

  // MARK: - Ordering

  /// Places an order, to be sent after those that were placed before. One that waits for its next try lets it go first.
  ///
  /// - Parameters:
  ///   - title: The name of what is ordered, for toasts.
  ///   - text: The text to send, as the user wrote it.
  /// - Returns: The order, in its first state.
  @discardableResult
  public func place(_ title: String, text: String) -> Order {
    let order = queue.place(title, text: text)
    report(order)
    saveLater()
    run()
    return order
  }

  /// Places an order again that was refused, or whose fate is unknown. In the second case the service may then have
  /// accepted it twice.
  ///
  /// Does nothing in any other state.
  public func placeAgain(_ id: Order.ID) {
    guard let order = queue.placeAgain(id) else { return }
    report(order)
    saveLater()
    run()
  }

  /// Writes the orders to the file as they are now.
  ///
  /// The view model does so by itself, in a moment. Wait for it where the process may be suspended or ended: when the app goes
  /// into the background, before it gives back the time that it has asked for.
  /// - Returns: Whether the file has them. False without a file, and where it can't be written, which ``problems`` explains.
  @discardableResult
  public func save() async -> Bool { await keep().isWritten }

  // MARK: - Sending

  private func run() {
    // The order that has just been placed may be sent before the one that is waited for.
    waiting?.cancel()
    guard !isRunning else { return }
    isRunning = true
    Task {
      if !interrupted.isEmpty { await save() }
      // The user may have placed one again meanwhile.
      for order in interrupted where orders.contains(order) { report(order) }
      interrupted = []
      while let step = queue.next(at: elapsed()) { await perform(step) }
      isRunning = false
      waiters.resumeAll()
    }
  }

  private func perform(_ step: OrderQueue.Step) async {
    switch step {
    case .wait(let time):
      let sleep = Task { [clock, elapsed] in try await clock.sleep(for: time - elapsed()) }
      waiting = sleep
      _ = await sleep.result  // cancelled by the next order
      waiting = nil
    case .send(let order):
      stateSubject.send(order)
      guard await keep(sending: order.id).maySend else {
        if let order = queue.putBack(at: elapsed()) { stateSubject.send(order) }
        return
      }
      let answer = await service.order(order.text)
      if let order = queue.receive(answer, at: elapsed(), random: random()) { report(order) }
      await save()
    }
  }

  // MARK: - Keeping

  private func keep(sending order: Order.ID? = nil) async -> OrderFile.Outcome {
    guard let file else { return OrderFile.Outcome() }
    let content = OrderFile.Content(lastID: queue.lastID, orders: queue.orders)
    let outcome = await withCheckedContinuation { continuation in
      // In this turn: an older content must not be written after a newer one.
      file.keep(content, sending: order) { continuation.resume(returning: $0) }
    }
    if let problem = outcome.problem, !problems.contains(problem) { problems.append(problem) }
    return outcome
  }

  /// Writes the file in another turn, once for all that changes until then.
  private func saveLater() {
    guard file != nil, !willSave else { return }
    willSave = true
    Task {
      willSave = false
      await save()
    }
  }

  private func report(_ order: Order) {
    stateSubject.send(order)
    if let toast = OrderToast(order, wording) { toastSubject.send(toast) }
  }
}

extension Clock<Duration> {
  /// Returns a function that measures the time since this call.
  fileprivate func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
