import Reactive

/// Each of this module's names that Combine has, too. In a file that sees both, the documentation's lines make them
/// this module's.
@MainActor
final class Names {
  var cancellables: Set<AnyCancellable> = []
  let numbers = PassthroughSubject<Int, Never>()
  let state = CurrentValueSubject<Int, Never>(0)
  var erased: AnyPublisher<Int, Never> { numbers.eraseToAnyPublisher() }
  var demand: Subscribers.Demand = .unlimited
  func sequence(_ publisher: AnyPublisher<Int, Never>) -> AsyncPublisher<AnyPublisher<Int, Never>> { publisher.values }
  func mapped(_ numbers: some Publisher<Int, Never>) -> some Publisher<Int, Never> { numbers.map { $0 } }
  func hop(_ scheduler: some Scheduler, _ subject: some Subject<Int, Never>) -> any Cancellable {
    subject.receive(on: scheduler).sink { _ in }
  }
  func type(_ publisher: Publishers.Map<PassthroughSubject<Int, Never>, Int>) {}
  func ask(_ subscription: any Subscription, _ subscriber: any Subscriber<Int, Never>) { subscription.request(demand) }
}
