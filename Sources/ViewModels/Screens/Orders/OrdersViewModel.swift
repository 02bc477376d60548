import Observation
import Reactive

/// Orders, one after another, each with a visible state and one toast when it has ended.
///
/// ```swift
/// let orders = OrdersViewModel(service: SlackOrderService(hook))
/// orders.toasts.sink { [weak self] in self?.show($0) }.store(in: &cancellables)
/// orders.place("Bulgogi", text: "Bulgogi, 15,800원")
/// ```
/// At most one order a second is sent. One that cannot have arrived is sent again by itself a few times; one of which
/// nobody knows is not: it says so, and ``placeAgain(_:)`` is the user's to ask for.
///
/// - Note: What has been placed is sent though the view model's owner lets go of it.
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

  /// No orders yet.
  ///
  /// - Parameters:
  ///   - service: where the orders go.
  ///   - pause: from an answer to the next order.
  ///   - policy: how often an order that cannot have arrived is sent again, and after how long.
  ///   - clock: measures the time and waits.
  ///   - random: numbers from 0 to 1.
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

  // MARK: - What a front end shows

  /// All orders, in the order in which they were placed.
  public var orders: [Order] { queue.orders }
  /// Each order whenever its state has changed, on the main actor, in the turn of the change.
  public var orderStates: AnyMainActorPublisher<Order, Never> { stateSubject.eraseToAnyPublisher() }
  /// One message for each order that has ended, on the main actor, after its state.
  public var toasts: AnyMainActorPublisher<OrderToast, Never> { toastSubject.eraseToAnyPublisher() }
  /// Returns when all orders have ended, or when the task is cancelled.
  public func settled() async {
    while isRunning, !Task.isCancelled { await waiters.wait() }
  }

  // MARK: - What a front end can want

  /// Places an order behind those that wait.
  ///
  /// - Parameters:
  ///   - title: what is ordered, as toasts call it.
  ///   - text: what is sent, as people wrote it.
  /// - Returns: the order as it stands.
  @discardableResult
  public func place(_ title: String, text: String) -> Order {
    let order = queue.place(title, text: text)
    stateSubject.send(order)
    run()
    return order
  }

  /// Places an order once more that was refused, or of which nobody knows; it can then have been ordered twice.
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
      // Nobody cancels this task.
      try? await clock.sleep(for: time - elapsed())
    case .end(let order):
      say(order)
    case .send(let order):
      stateSubject.send(order)
      let answer = await service.order(order.text)
      if let order = queue.answered(answer, at: elapsed(), random: random()) { say(order) }
    }
  }

  private func say(_ order: Order) {
    stateSubject.send(order)
    if let toast = OrderToast(order) { toastSubject.send(toast) }
  }
}

extension Clock<Duration> {
  /// Tells the time since now.
  fileprivate func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
