import Foundation

/// The command line: reads the arguments, runs a scenario, and says by its status how that went.
@main
struct Command {
  static func main() async {
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }

  /// - Returns: 0 if all went well, 1 if a file or a service cannot be used or a list view objected, 2 for wrong arguments.
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
      let printer: any EventPrinter = arguments.format == .json ? JSONPrinter() : TextPrinter()
      if arguments.isLive { return try await LiveScenario(arguments: arguments, output: output).run() }
      let live = LiveServices(arguments, environment: environment)
      let summary: Summary
      switch arguments.screen {
      case .movies:
        summary = try await MoviesScenario(arguments: arguments, live: live, output: output, warn: errors).run(
          printer: printer)
      case .categories:
        summary = try await CategoriesScenario(arguments: arguments, live: live, output: output).run(printer: printer)
      case .series:
        summary = try await SeriesScenario(arguments: arguments, live: live, output: output).run(printer: printer)
      case .photos:
        summary = try await PhotosScenario(arguments: arguments, live: live, output: output).run(printer: printer)
      case .store:
        summary = try await StoreScenario(arguments: arguments, live: live, output: output).run(printer: printer)
      case .serve:
        try await ServeScenario(arguments: arguments, output: output).run()
        return 0
      case .race: return try await RaceScenario(arguments: arguments, output: output).run()
      }
      let isComplete = live == nil || summary.failedSections == 0 && summary.orders?.areSent ?? true
      return summary.violations == 0 && isComplete ? 0 : 1
    } catch let error as ArgumentError {
      errors("\(error); --help lists what there is")
      return 2
    } catch {
      errors("\(error)")
      return 1
    }
  }
}
