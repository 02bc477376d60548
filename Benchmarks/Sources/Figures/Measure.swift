import Foundation

/// Times of one piece of work, in milliseconds, ascending.
public struct Times {
  private let sorted: [Double]

  public init(_ times: [Double]) { sorted = times.sorted() }

  public static func measure(rounds: Int, _ work: () -> Void) -> Times {
    Times((0..<rounds).map { _ in once(work) })
  }

  public static func once(_ work: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(work) / .milliseconds(1)
  }

  /// The processor time of the calling thread: what else runs on the machine meanwhile does not count.
  public static func onThread(_ work: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      precondition(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0, "there is no such clock")
      return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
    let start = now()
    try work()
    return now() - start
  }

  /// The least of each of several pieces of work, done in turns so that what else runs disturbs all of them.
  public static func best(of rounds: Int, _ works: [() -> Void]) -> [Double] {
    var best = works.map { _ in Double.infinity }
    for _ in 0..<rounds {
      for (place, work) in works.enumerated() { best[place] = min(best[place], once(work)) }
    }
    return best
  }

  public var best: Double { sorted[0] }
  public var median: Double { sorted[sorted.count / 2] }
  public var worst: Double { sorted[sorted.count - 1] }
  /// The time that so much of all times, from 0 to 1, is not above.
  public func quantile(_ part: Double) -> Double { sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))] }
}

/// Prints rows as a Markdown table.
public func printTable(_ title: String, _ columns: [String], _ rows: [[String]]) {
  print("\n\(title)\n")
  print("| \(columns.joined(separator: " | ")) |")
  print("|\(columns.map { _ in "---" }.joined(separator: "|"))|")
  for row in rows { print("| \(row.joined(separator: " | ")) |") }
}

extension Double {
  /// With three digits that matter.
  public var short: String { self >= 100 ? String(format: "%.0f", self) : String(format: "%.3g", self) }
}
