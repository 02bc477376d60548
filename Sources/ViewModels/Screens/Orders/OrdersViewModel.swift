import Observation
import Reactive

/// Orders that are sent one after another, each with a visible state and a toast when it has ended.
///
/// ```swift
/// let orders = OrdersViewModel(service: SlackOrderService(hook))
/// orders.toasts.sink { [weak self] in self?.show($0) }.store(in: &cancellables)
/// orders.place("Bulgogi", text: "Bulgogi, 15,800원")
/// ```
/// By default at most one order a second is sent. An order that can't have arrived is retried automatically, a few
/// times. An order that may have arrived is not: it ends as ``Order/State/unknown(_:)``, and the user decides about
/// ``placeAgain(_:)``.
///
/// - Note: Placed orders are still sent if the view model is released.
@MainActor
@Observable
public final class OrdersViewModel {
  private var queue: OrderQueue
  @ObservationIgnored private let service: any OrderService
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private let elapsed: @Sendable () -> Duration
  @ObservationIgnored private let random: @Sendable () -> Double
  @ObservationIgnored private let stateSubject = MainActorSubject<Order>()
  @ObservationIgnored private let toastSubject = MainActorSubject<OrderToast>()
  @ObservationIgnored private let waiters = Waiters()
  @ObservationIgnored private var isRunning = false

  /// Creates a view model without orders.
  ///
  /// - Parameters:
  ///   - service: Where the orders are sent.
  ///   - pause: The time from an answer to the next request.
  ///   - policy: How often, and after how long, an order that can't have arrived is sent again.
  ///   - clock: Measures the time and waits.
  ///   - random: Returns numbers from 0 to 1, for the policy's jitter.
  public init(
    service: any OrderService, pause: Duration = .seconds(1), policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(),
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
  ) {
    queue = OrderQueue(pause: pause, policy: policy)
    self.service = service
    self.clock = clock
    self.random = random
    elapsed = clock.stopwatch()
  }

  // MARK: - Reading

  /// All orders, in the order in which they were first placed.
  public var orders: [Order] { queue.orders }
  /// Publishes an order each time its state changes, on the main actor, in the turn of the change.
  public var orderStates: AnyMainActorPublisher<Order, Never> { stateSubject.eraseToAnyPublisher() }
  /// Publishes a message when an order has ended, on the main actor, after its state.
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
    stateSubject.send(order)
    run()
    return order
  }

  /// Places an order again that was refused, or whose fate is unknown. In the second case the service may then have
  /// accepted it twice.
  ///
  /// Does nothing in any other state.
  public func placeAgain(_ id: Order.ID) {
    guard let order = queue.placeAgain(id) else { return }
    stateSubject.send(order)
    run()
  }

  // MARK: - Sending

  private func run() {
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
      // Throws only if the task is cancelled, and nothing cancels it.
      try? await clock.sleep(for: time - elapsed())
    case .end(let order):
      report(order)
    case .send(let order):
      stateSubject.send(order)
      let answer = await service.order(order.text)
      if let order = queue.receive(answer, at: elapsed(), random: random()) { report(order) }
    }
  }

  private func report(_ order: Order) {
    stateSubject.send(order)
    if let toast = OrderToast(order) { toastSubject.send(toast) }
  }
}

extension Clock<Duration> {
  /// Returns a function that measures the time since this call.
  fileprivate func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
