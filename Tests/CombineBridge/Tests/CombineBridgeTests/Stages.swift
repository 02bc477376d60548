import Combine
import ListViewModelsTestSupport
import Reactive

/// The same operators of both.
extension Script.Stage {
  func append(to chain: Reactive.AnyPublisher<Int, TestError>, _ clock: VirtualTimeScheduler)
    -> Reactive.AnyPublisher<Int, TestError>
  {
    switch self {
    case .half: chain.map { $0 / 2 }.eraseToAnyPublisher()
    case .notThirds: chain.filter { $0 % 3 != 0 }.eraseToAnyPublisher()
    case .odd: chain.compactMap { $0 % 2 == 0 ? nil : $0 }.eraseToAnyPublisher()
    case .distinct: chain.removeDuplicates().eraseToAnyPublisher()
    case .similar: chain.removeDuplicates { $0 / 4 == $1 / 4 }.eraseToAnyPublisher()
    case .hop: chain.receive(on: clock).eraseToAnyPublisher()
    case .pause: chain.debounce(for: .milliseconds(3), scheduler: clock).eraseToAnyPublisher()
    case .sum, .two, .rest: preconditionFailure("Combine's alone")
    }
  }

  func append(to chain: Combine.AnyPublisher<Int, TestError>, _ scheduler: VirtualScheduler)
    -> Combine.AnyPublisher<Int, TestError>
  {
    switch self {
    case .half: chain.map { $0 / 2 }.eraseToAnyPublisher()
    case .notThirds: chain.filter { $0 % 3 != 0 }.eraseToAnyPublisher()
    case .odd: chain.compactMap { $0 % 2 == 0 ? nil : $0 }.eraseToAnyPublisher()
    case .distinct: chain.removeDuplicates().eraseToAnyPublisher()
    case .similar: chain.removeDuplicates { $0 / 4 == $1 / 4 }.eraseToAnyPublisher()
    case .hop: chain.receive(on: scheduler).eraseToAnyPublisher()
    case .pause: chain.debounce(for: .milliseconds(3), scheduler: scheduler).eraseToAnyPublisher()
    case .sum: chain.scan(0, +).eraseToAnyPublisher()
    case .two: chain.prefix(2).eraseToAnyPublisher()
    case .rest: chain.dropFirst(2).eraseToAnyPublisher()
    }
  }
}
