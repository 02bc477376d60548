import Foundation

/// Times of one piece of work, in milliseconds, ascending.
struct Times {
  private let sorted: [Double]

  init(_ times: [Double]) { sorted = times.sorted() }

  static func measure(rounds: Int, _ work: () -> Void) -> Times {
    Times((0..<rounds).map { _ in once(work) })
  }

  static func once(_ work: () throws -> Void) rethrows -> Double {
    let duration = try ContinuousClock().measure(work)
    return Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
  }

  var median: Double { sorted[sorted.count / 2] }
  var worst: Double { sorted[sorted.count - 1] }
}

/// Prints rows as a Markdown table.
func printTable(_ title: String, _ columns: [String], _ rows: [[String]]) {
  print("\n\(title)\n")
  print("| \(columns.joined(separator: " | ")) |")
  print("|\(columns.map { _ in "---" }.joined(separator: "|"))|")
  for row in rows { print("| \(row.joined(separator: " | ")) |") }
}

extension Double {
  /// With three digits that matter.
  var short: String { self >= 100 ? String(format: "%.0f", self) : String(format: "%.3g", self) }
}
