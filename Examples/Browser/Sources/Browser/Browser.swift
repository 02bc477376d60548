import Foundation

/// A front end in a web browser: one screen by hand and through the gate, side by side, and a list to use.
///
/// `swift run` in the folder of this package's Package.swift says where to look; `swift run Browser 0` takes any port
/// that is free.
@main
struct Browser {
  static func main() async {
    let words = CommandLine.arguments.dropFirst()
    guard words.count < 2, let port = UInt16(words.first ?? "8020") else {
      FileHandle.standardError.write(Data("usage: Browser [PORT]\n".utf8))
      exit(2)
    }
    do {
      try await WebServer(port: port).run {
        FileHandle.standardOutput.write(Data("Open \($0) in a browser on this machine.\n".utf8))
      }
    } catch {
      FileHandle.standardError.write(Data("Browser: \(error)\n".utf8))
      exit(1)
    }
  }
}
