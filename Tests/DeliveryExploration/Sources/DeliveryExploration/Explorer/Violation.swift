import Foundation

/// A law that was broken, and the order of operations that broke it.
struct Violation: Error {
  let law: String
  let schedule: [(thread: Int, operation: Operation)]

  func printAndExit() -> Never {
    print("broken: \(law)")
    for (thread, operation) in schedule {
      print("  thread \(thread): \(operation.kind) \(operation.object)")
    }
    exit(1)
  }
}
