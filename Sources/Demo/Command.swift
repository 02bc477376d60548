import Foundation

/// The command line: reads the arguments and runs a scenario. The exit status says how that went.
@main
struct Command {
  static func main() async {
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }

  /// - Returns: 0 if all went well, 1 if a file or a service can't be used or a list view objected, 2 for wrong arguments.
  @MainActor
  static func run(
    _ words: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
    output: @escaping (String) -> Void = { StandardStream.output.write($0) },
    errors: @escaping @MainActor (String) -> Void = { StandardStream.error.write("Demo: " + $0) }
  ) async -> Int32 {
    do {
      let arguments = try Arguments(words)
      if arguments.wantsHelp {
        output(Arguments.help)
        return 0
      }
      if arguments.isLive { return try await LiveScenario(arguments: arguments, output: output).run() }
      let scenario = Scenario(
        arguments, live: LiveServices(arguments, environment: environment), output: output, warn: errors)
      let summary: Summary
      switch arguments.screen {
      case .movies: summary = try await scenario.movies()
      case .categories: summary = try await scenario.categories()
      case .series: summary = try await scenario.series()
      case .photos: summary = try await scenario.photos()
      case .store: summary = try await scenario.store()
      case .serve:
        try await ServeScenario(arguments: arguments, output: output).run()
        return 0
      case .race: return try await RaceScenario(arguments: arguments, output: output).run()
      }
      let isComplete = scenario.live == nil || summary.failedSections == 0 && summary.orders?.areSent ?? true
      return summary.violations == 0 && isComplete ? 0 : 1
    } catch let error as ArgumentError {
      errors("\(error); --help lists what there is")
      return 2
    } catch {
      errors("\(error)".presentable())
      return 1
    }
  }
}
