import Foundation

/// The command line: reads the arguments and runs a scenario. The exit status says how that went.
@main
struct Command {
  static func main() async {
    let environment = ProcessInfo.processInfo.environment
    let isPlain = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    let style = TextStyle(isInColour: StandardStream.output.isTerminal && !isPlain)
    let words = Array(CommandLine.arguments.dropFirst())
    exit(
      await run(
        words, style: style,
        progress: { if StandardStream.error.isTerminal { _ = StandardStream.error.send($0) } }))
  }

  /// - Returns: 0 if all went well, 1 if a file or a service can't be used or a list view objected, 2 for wrong arguments.
  @MainActor
  static func run(
    _ words: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
    style: TextStyle = TextStyle(), output: @escaping (String) -> Void = { StandardStream.output.write($0) },
    progress: @escaping (String) -> Void = { _ in },
    errors: @escaping @MainActor (String) -> Void = { StandardStream.error.write("Demo: " + $0) }
  ) async -> Int32 {
    do {
      let arguments = try Arguments(words)
      if arguments.wantsHelp || arguments.wantsVersion {
        output(arguments.wantsHelp ? Arguments.help : "Demo \(Arguments.version)")
        return 0
      }
      if let path = arguments.picture { try FileError.check(path, forWriting: true) }
      switch arguments.screen {
      case .serve:
        try await ServeScenario(arguments: arguments, output: output).run()
        return 0
      case .race: return try await RaceScenario(arguments: arguments, output: output, progress: progress).run()
      default:
        let live = LiveServices(arguments, environment: environment)
        let time: any DemoTime = live == nil && !arguments.isLive ? VirtualTime() : RealTime()
        let scenario = Scenario(
          arguments: arguments, live: live, time: time, style: style, output: output, warn: errors)
        return try await scenario.run().status
      }
    } catch let error as ArgumentError {
      errors("\(error); --help lists what there is")
      return 2
    } catch {
      errors("\(error)".presentable())
      return 1
    }
  }
}
