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
/// - Note: Placed orders are still sent if the view model is released. They are kept in memory only: if the process ends,
///   the orders that wait are lost, the one that is being sent may have been accepted or not, and nothing says so at the
///   next start. An app that may not lose orders has to store them before it places them, and remove them when they
///   have ended.
@MainActor
@Observable
public final class OrdersViewModel {
  private var queue: OrderQueue
  @ObservationIgnored private let service: any OrderService
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private let elapsed: @Sendable () -> Duration
  @ObservationIgnored private let random: @Sendable () -> Double
  @ObservationIgnored private let wording: Wording
  @ObservationIgnored private let stateSubject = MainActorSubject<Order>()
  @ObservationIgnored private let toastSubject = MainActorSubject<OrderToast>()
  @ObservationIgnored private let waiters = Waiters()
  @ObservationIgnored private var isRunning = false
  @ObservationIgnored private var waiting: Task<Void, any Error>?

  /// Creates a view model without orders.
  ///
  /// - Parameters:
  ///   - service: Where the orders are sent.
  ///   - pause: The time from an answer to the next request.
  ///   - policy: How often, and after how long, an order that can't have arrived is sent again.
  ///   - clock: Measures the time and waits.
  ///   - random: Returns numbers from 0 to 1, for the policy's jitter.
  ///   - wording: The words of the toasts.
  public init(
    service: any OrderService, pause: Duration = .seconds(1), policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(),
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) }, wording: Wording = Wording()
  ) {
    queue = OrderQueue(pause: pause, policy: policy)
    self.service = service
    self.clock = clock
    self.random = random
    self.wording = wording
    elapsed = clock.stopwatch()
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

  /// Places an order, to be sent after all that wait.
  ///
  /// - Parameters:
  ///   - title: The name of what is ordered, for toasts.
  ///   - text: The text to send, as the user wrote it.
  /// - Returns: The order, in its first state.
  @discardableResult
  public func place(_ title: String, text: String) -> Order {
    let order = queue.place(title, text: text)
    report(order)
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
    run()
  }

  // MARK: - Sending

  private func run() {
    // The order that has just been placed may be sent before the one that is waited for.
    waiting?.cancel()
    guard !isRunning else { return }
    isRunning = true
    Task {
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
      let answer = await service.order(order.text)
      if let order = queue.receive(answer, at: elapsed(), random: random()) { report(order) }
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
