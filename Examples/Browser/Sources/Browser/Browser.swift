import FlyingFox
import Foundation

/// A front end in a web browser: one screen by hand and through the gate, side by side, and a list to use.
///
/// `swift run` in the folder of this package's Package.swift says where to look; `swift run Browser 0` takes any port
/// that is free.
@main
struct Browser {
  static func main() async {
    guard CommandLine.arguments.count < 3, let port = UInt16(CommandLine.arguments.dropFirst().first ?? "8020") else {
      return end(2, "usage: Browser [PORT]")
    }
    do {
      let server = try webServer(port: port)
      Task {
        try await server.waitUntilListening()
        guard case .ip4(let host, let port)? = await server.listeningAddress else { return }
        FileHandle.standardOutput.write(Data("Open http://\(host):\(port)/ in a browser on this machine.\n".utf8))
      }
      try await server.run()
    } catch {
      end(1, "Browser: \(error)")
    }
  }

  private static func end(_ status: Int32, _ words: String) {
    FileHandle.standardError.write(Data("\(words)\n".utf8))
    exit(status)
  }
}
