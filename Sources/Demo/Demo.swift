import Foundation

/// The command line: reads the arguments, runs a scenario, and says by its status how that went.
@main
struct Demo {
  static func main() async {
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }

  /// - Returns: 0 if all went well, 1 if a file cannot be used or a list view objected, 2 for wrong arguments.
  @MainActor
  static func run(
    _ words: [String], output: @escaping (String) -> Void = { print($0) },
    errors: @escaping @MainActor (String) -> Void = {
      FileHandle.standardError.write(Data(("Demo: " + $0 + "\n").utf8))
    }
  ) async -> Int32 {
    do {
      let arguments = try Arguments(words)
      if arguments.wantsHelp {
        output(Arguments.help)
        return 0
      }
      let printer: any EventPrinter = arguments.format == .json ? JSONPrinter() : TextPrinter()
      let summary =
        switch arguments.screen {
        case .movies: try await MoviesScenario(arguments: arguments, output: output, warn: errors).run(printer: printer)
        case .categories: await CategoriesScenario(arguments: arguments, output: output).run(printer: printer)
        }
      return summary.violations == 0 ? 0 : 1
    } catch let error as ArgumentError {
      errors("\(error); --help lists what there is")
      return 2
    } catch {
      errors("\(error)")
      return 1
    }
  }
}
