import Foundation
import Reactive
import ViewModels

/// Runs all screens against two misbehaving servers, over real sockets, and checks the laws all the while:
///
///     swift run -c release --package-path Tests/Soak Soak --minutes 60
///
/// `SEED=n` decides what the servers and the front ends do; when it happens, the sockets do. Ends with status 1 and a
/// sentence if a law is broken, an object of a screen that was let go of stays, or descriptors stay open.
@main
struct Soak {
  /// The run loop keeps the main actor on one thread. An asynchronous `main` would not, on Linux.
  static func main() {
    Task { @MainActor in
      await soak()
      exit(0)
    }
    RunLoop.main.run()
  }

  @MainActor
  private static func soak() async {
    let words = CommandLine.arguments
    let minutes = words.firstIndex(of: "--minutes").map { words.dropFirst($0 + 1).first.flatMap(Double.init) } ?? 1
    guard let minutes, minutes > 0 else { return fail("--minutes wants a number above zero") }
    do {
      // What Foundation opens once and keeps.
      let warmUp = try await Run(seed: 1).run(for: .seconds(5), every: .seconds(60))
      let descriptors = Meters.descriptors
      if let broken = warmUp.broken { return fail(broken) }
      say("warm; \(descriptors) descriptors are open with everything let go of")
      let run = try await Run(seed: SeededGenerator.seed(for: "Soak"))
        .run(for: .seconds(minutes * 60), every: .seconds(minutes < 3 ? 10 : 60))
      if let broken = run.broken { return fail(broken) }
      // Sessions close their last connections in their own time.
      for _ in 0..<300 where Meters.descriptors > descriptors { try await Task.sleep(for: .milliseconds(100)) }
      let left = Meters.descriptors
      say("| descriptors before, with everything let go of after | \(descriptors), \(left) |")
      if left > descriptors + 20 {
        return fail("\(left - descriptors) descriptors more stay open than before, 30 s later")
      }
    } catch {
      fail("\(error)")
    }
  }

  static func fail(_ reason: String) {
    say("Soak: \(reason)")
    exit(1)
  }
}

/// Prints a line at once, also into a file.
func say(_ line: String) {
  print(line)
  fflush(nil)
}
