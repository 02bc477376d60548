import Dispatch
import OpenCombine
import OpenCombineDispatch
import ViewModels

/// The work of each row, on OpenCombine's.
enum Theirs {
  static func send(to sinks: Int, count: Int) {
    let subject = PassthroughSubject<Int, Never>()
    let sum = Sum()
    let cancellables = (0..<sinks).map { _ in subject.sink { sum.value &+= $0 } }
    for value in 0..<count { subject.send(value) }
    withExtendedLifetime(cancellables) {}
  }

  @Sendable
  static func chain(_ count: Int) {
    let subject = PassthroughSubject<Int, Never>()
    let sum = Sum()
    let cancellable = subject.map { $0 &+ 1 }.filter { $0 & 1 == 0 }.map { $0 &* 2 }.sink { sum.value &+= $0 }
    for value in 0..<count { subject.send(value) }
    withExtendedLifetime(cancellable) {}
  }

  @Sendable
  static func removeDuplicates(_ count: Int) {
    let subject = PassthroughSubject<Int, Never>()
    let sum = Sum()
    let cancellable = subject.removeDuplicates().sink { sum.value &+= $0 }
    for value in 0..<count { subject.send(value) }
    withExtendedLifetime(cancellable) {}
  }

  @Sendable
  static func current(_ count: Int) {
    let subject = CurrentValueSubject<Int, Never>(0)
    let sum = Sum()
    let cancellable = subject.sink { sum.value &+= $0 }
    for value in 0..<count { subject.send(value) }
    withExtendedLifetime(cancellable) {}
  }

  @Sendable
  static func burst(_ count: Int) {
    let subject = PassthroughSubject<Int, Never>()
    let sum = Sum()
    let queue = DispatchQueue(label: "burst")
    let done = DispatchSemaphore(value: 0)
    let cancellable = subject.receive(on: queue.ocombine)
      .sink(receiveCompletion: { _ in done.signal() }, receiveValue: { sum.value &+= $0 })
    for value in 0..<count { subject.send(value) }
    subject.send(completion: .finished)
    done.wait()
    withExtendedLifetime(cancellable) {}
  }

  static func sinkAndCancel(beside others: Int, count: Int) {
    let subject = PassthroughSubject<Int, Never>()
    let sum = Sum()
    let cancellables = (0..<others).map { _ in subject.sink { sum.value &+= $0 } }
    for _ in 0..<count { subject.sink { sum.value &+= $0 }.cancel() }
    withExtendedLifetime(cancellables) {}
  }

  static func events(to sinks: Int, count: Int) {
    let subject = PassthroughSubject<Event, Never>()
    let sum = Sum()
    let cancellables = (0..<sinks).map { _ in subject.sink { sum.value &+= $0.section } }
    let event = Event(section: 1)
    for _ in 0..<count { subject.send(event) }
    withExtendedLifetime(cancellables) {}
  }

  static func updates(to sinks: Int, count: Int) {
    let subject = PassthroughSubject<ListUpdate, Never>()
    let sum = Sum()
    let cancellables = (0..<sinks).map { _ in subject.sink { _ in sum.value &+= 1 } }
    let update = pageInserted
    for _ in 0..<count { subject.send(update) }
    withExtendedLifetime(cancellables) {}
  }
}
