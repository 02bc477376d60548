import Combine
import ListViewModelsTestSupport
import Reactive

/// One of two sides that are compared: a subject, the pipeline on it, and the time there.
struct Side {
  let clock = VirtualTimeScheduler()
  let send: (Int) -> Void
  let end: (TestError?) -> Void
  let publisher: (VirtualTimeScheduler) -> Combine.AnyPublisher<Int, TestError>

  /// This package's subject and first stages; from the bridge on Combine's.
  static func ours(_ script: Script) -> Side {
    func side(_ subject: some Reactive.Subject<Int, TestError>) -> Side {
      Side(
        send: { subject.send($0) }, end: { subject.send(completion: $0.map { .failure($0) } ?? .finished) },
        publisher: { clock in
          let own = script.stages.prefix(script.bridge).reduce(Reactive.AnyPublisher(subject)) {
            $1.append(to: $0, clock)
          }
          return script.stages.dropFirst(script.bridge).reduce(own.combine.eraseToAnyPublisher()) {
            $1.append(to: $0, VirtualScheduler(clock: clock))
          }
        })
    }
    return script.isCurrentValue ? side(Reactive.CurrentValueSubject(-1)) : side(Reactive.PassthroughSubject())
  }

  /// Combine's alone.
  static func theirs(_ script: Script) -> Side {
    func side(_ subject: some Combine.Subject<Int, TestError>) -> Side {
      Side(
        send: { subject.send($0) }, end: { subject.send(completion: $0.map { .failure($0) } ?? .finished) },
        publisher: { clock in
          script.stages.reduce(subject.eraseToAnyPublisher()) { $1.append(to: $0, VirtualScheduler(clock: clock)) }
        })
    }
    return script.isCurrentValue ? side(Combine.CurrentValueSubject(-1)) : side(Combine.PassthroughSubject())
  }

  /// Plays the script. Returns what each subscriber has received, and when.
  func play(_ script: Script) -> [ScriptedSubscriber] {
    let publisher = publisher(clock)
    var subscribers: [ScriptedSubscriber] = []
    func join() {
      let subscriber = ScriptedSubscriber(script, clock: clock, send: send)
      subscribers.append(subscriber)
      publisher.subscribe(subscriber)
    }
    join()
    for step in script.steps {
      switch step {
      case .send(let value): send(value)
      case .finish: end(nil)
      case .fail: end(.oops)
      case .request(let count): subscribers[0].request(count)
      case .cancel: subscribers[0].cancel()
      case .join: join()
      case .advance(let milliseconds): clock.advance(by: .milliseconds(milliseconds))
      }
    }
    clock.run()
    return subscribers
  }
}
