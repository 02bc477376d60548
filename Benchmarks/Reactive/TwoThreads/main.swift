// Two threads that send into one subject, ours and OpenCombine's in turns: what the machine does meanwhile hits both.
//   swift run -c release --package-path Benchmarks/Reactive TwoThreads
import Dispatch
import Foundation
import OpenCombine
import Reactive
import Synchronization

/// A sum that the sink adds to. Both subjects deliver to it on one thread at a time.
final class Sum: @unchecked Sendable {
  var value = 0
}

/// Both threads send, from when both are there: a short run is over before a second thread is awake.
func bothSend(_ count: Int, _ send: @Sendable (Int) -> Void) {
  let arrived = Atomic(0)
  DispatchQueue.concurrentPerform(iterations: 2) { _ in
    arrived.add(1, ordering: .relaxed)
    while arrived.load(ordering: .relaxed) < 2 {}
    for value in 0..<count / 2 { send(value) }
  }
}

/// Nanoseconds a value.
func time(_ count: Int, _ work: (Int) -> Void) -> Double {
  let duration = ContinuousClock().measure { work(count) }
  return duration / .nanoseconds(1) / Double(count)
}

func ours(_ count: Int) {
  let subject = Reactive.PassthroughSubject<Int, Never>()
  let sum = Sum()
  let cancellable = subject.sink { sum.value &+= $0 }
  bothSend(count) { subject.send($0) }
  withExtendedLifetime(cancellable) {}
}

func theirs(_ count: Int) {
  // OpenCombine locks its subjects, but does not say that they are Sendable.
  nonisolated(unsafe) let subject = OpenCombine.PassthroughSubject<Int, Never>()
  let sum = Sum()
  let cancellable = subject.sink { sum.value &+= $0 }
  bothSend(count) { subject.send($0) }
  withExtendedLifetime(cancellable) {}
}

let (runs, count) = (15, 1_000_000)
ours(count)
theirs(count)
let times = (0..<runs).map { _ in (ours: time(count, ours), theirs: time(count, theirs)) }

func sorted(_ values: [Double]) -> String {
  let sorted = values.sorted()
  return String(format: "%.1f, from %.1f to %.1f", sorted[runs / 2], sorted[0], sorted[runs - 1])
}
print("two threads into one subject, \(runs) runs of \(count) values, in turns: the median, the least and the most")
print("ours, ns a value: \(sorted(times.map(\.ours)))")
print("OpenCombine 0.14: \(sorted(times.map(\.theirs)))")
print("times as fast:    \(sorted(times.map { $0.theirs / $0.ours }))")
