import Dispatch
import Foundation
import Reactive
import ViewModels

/// The work of each row, on this package's core.
enum Ours {
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
    let cancellable = subject.receive(on: .queue(queue))
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

  /// Events as a view model sends them. The benchmarks run elsewhere, so that each iteration is one visit to main.
  static func mainActor(to sinks: Int, count: Int) {
    onMain {
      let subject = MainActorSubject<Event>()
      let sum = Sum()
      let cancellables = (0..<sinks).map { _ in subject.sink { sum.value &+= $0.section } }
      let event = Event(section: 1)
      for _ in 0..<count { subject.send(event) }
      withExtendedLifetime(cancellables) {}
    }
  }

  /// Changes of a model, each made in a turn of the gate and told to observers; no view is bound.
  static func gate(to sinks: Int, count: Int) {
    onMain {
      let gate = SerialGate()
      let sum = Sum()
      let cancellables = (0..<sinks).map { _ in gate.updates.sink { _ in sum.value &+= 1 } }
      let update = pageInserted
      for _ in 0..<count { gate.enqueue { update } }
      withExtendedLifetime(cancellables) {}
    }
  }

  private static func onMain(_ body: @MainActor () -> Void) {
    if Thread.isMainThread { return MainActor.assumeIsolated(body) }
    DispatchQueue.main.sync { MainActor.assumeIsolated(body) }
  }
}

/// The update of a page of 20.
let pageInserted = ListUpdate.insert((0..<20).map { [1, $0] })
