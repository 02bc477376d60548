import CountedMalloc
import Dispatch
import Foundation
import Reactive
import ViewModels

/// Counts allocations and compares them with the thresholds in the file that is given; ends with 1 if one is exceeded.
@main
enum Allocations {
  final class Sum: @unchecked Sendable {
    // Unchecked: each measurement delivers on one thread.
    var value = 0
  }

  // Global, so that a sink's closure captures nothing: what a closure captures is its author's allocation.
  static let sum = Sum()

  @MainActor
  static func main() async throws {
    guard allocationCount() >= 0 else { return print("allocations are counted on Linux only") }
    let path = CommandLine.arguments.dropFirst().first ?? "thresholds.txt"
    var thresholds: [String: Double] = [:]
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2 { thresholds[parts[0]] = Double(parts[1]) }
    }
    var isFine = true
    for (name, count) in measurements() + (try await imageMeasurements()) {
      let threshold = thresholds.removeValue(forKey: name)
      // A burst may need a few more hops on a busy machine: a thousandth of an allocation is none.
      let passes = threshold.map { count <= $0 + 0.001 } ?? false
      isFine = isFine && passes
      let limit = threshold.map { String(format: "%g", $0) } ?? "no threshold"
      print(passes ? "ok  " : "FAIL", name, String(format: "%.4f", count), "(at most \(limit))")
    }
    for name in thresholds.keys { print("FAIL", name, "has a threshold but is not measured") }
    if !isFine || !thresholds.isEmpty { exit(1) }
  }

  /// Allocations for each of `count` operations, after as many to warm up. The fewest of some rounds: all threads are
  /// counted, and what ends in the background is none of the operation's.
  static func perOperation(_ count: Int, _ body: (Int) -> Void) -> Double {
    body(count)
    let counts = (1...5).map { _ in
      let before = allocationCount()
      body(count)
      return allocationCount() - before
    }
    return Double(counts.min() ?? 0) / Double(count)
  }

  @MainActor
  static func measurements() -> [(String, Double)] {
    var results: [(String, Double)] = []
    for sinks in [1, 100] {
      let subject = PassthroughSubject<Int, Never>()
      let cancellables = (0..<sinks).map { _ in subject.sink { sum.value &+= $0 } }
      results.append(("send to \(sinks)", perOperation(1000) { for value in 0..<$0 { subject.send(value) } }))
      withExtendedLifetime(cancellables) {}
    }
    do {
      let subject = CurrentValueSubject<Int, Never>(0)
      let cancellable = subject.sink { sum.value &+= $0 }
      results.append(("send to a current value", perOperation(1000) { for value in 0..<$0 { subject.send(value) } }))
      withExtendedLifetime(cancellable) {}
    }
    do {
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.map { $0 &+ 1 }.filter { $0 & 1 == 0 }.map { $0 &* 2 }.sink { sum.value &+= $0 }
      results.append(
        ("send through map.filter.map", perOperation(1000) { for value in 0..<$0 { subject.send(value) } }))
      withExtendedLifetime(cancellable) {}
    }
    do {
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.receive(on: .main).sink { sum.value &+= $0 }
      results.append(("send inline on main", perOperation(1000) { for value in 0..<$0 { subject.send(value) } }))
      withExtendedLifetime(cancellable) {}
    }
    do {
      let subject = MainActorSubject<Int>()
      let cancellables = (0..<10).map { _ in subject.sink { sum.value &+= $0 } }
      results.append(
        ("send to 10 on the main actor", perOperation(1000) { for value in 0..<$0 { subject.send(value) } }))
      withExtendedLifetime(cancellables) {}
    }
    do {
      let subject = PassthroughSubject<Int, Never>()
      var kept: [AnyCancellable] = []
      kept.reserveCapacity(6000)
      let count = perOperation(1000) { count in
        for _ in 0..<count {
          let cancellable = subject.sink { sum.value &+= $0 }
          // Kept, so that the compiler cannot put it on the stack.
          kept.append(cancellable)
          cancellable.cancel()
        }
      }
      results.append(("sink and cancel", count))
    }
    return results
  }
}

extension Allocations {
  /// What a hit in memory allocates beyond what it returns: the data nothing; the token of `load` is an object.
  @MainActor
  static func imageMeasurements() async throws -> [(String, Double)] {
    let png = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) + Data(repeating: 7, count: 50_000)
    let store = ImageStore(folder: nil, client: OneImage(image: png))
    // Several, so that each hit also moves its image to the front.
    let urls = (0..<16).compactMap { URL(string: "https://images.example/a/rather/long/path/\($0).png?size=large") }
    for url in urls { _ = try await store.data(for: url) }
    var results: [(String, Double)] = []
    results.append(
      (
        "image in memory, asked for",
        perOperation(1000) { count in
          for number in 0..<count { sum.value &+= store.cachedData(for: urls[number % 16])?.count ?? 0 }
        }
      ))
    results.append(
      (
        "image in memory, loaded into a cell",
        perOperation(1000) { count in
          for number in 0..<count {
            let token = store.load(urls[number % 16]) { sum.value &+= (try? $0.get().count) ?? 0 }
            token.cancel()
          }
        }
      ))
    func await1000() async throws {
      for number in 0..<1_000 { sum.value &+= try await store.data(for: urls[number % 16]).count }
    }
    try await await1000()
    var counts: [Int] = []
    for _ in 1...5 {
      let before = allocationCount()
      try await await1000()
      counts.append(allocationCount() - before)
    }
    results.append(("image in memory, awaited", Double(counts.min() ?? 0) / 1_000))
    return results
  }

  private struct OneImage: HTTPClient {
    let image: Data
    func send(_ request: HTTPRequest) async throws -> HTTPAnswer { HTTPAnswer(status: 200, body: image) }
  }
}
