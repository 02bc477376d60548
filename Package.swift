// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ListViewModels",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Reactive", targets: ["Reactive"]),
    .library(name: "ViewModels", targets: ["ViewModels"]),
    .executable(name: "Demo", targets: ["Demo"]),
  ],
  targets: [
    .target(name: "Reactive"),
    .target(name: "ViewModels", dependencies: ["Reactive"]),
    .target(name: "LoopbackServer", dependencies: ["Reactive"], path: "Sources/Demo/Server"),
    .executableTarget(
      name: "Demo", dependencies: ["LoopbackServer", "Reactive", "ViewModels"], exclude: ["Server"]),
    .testTarget(name: "ReactiveTests", dependencies: ["Reactive"]),
    .testTarget(name: "ViewModelsTests", dependencies: ["LoopbackServer", "Reactive", "ViewModels"]),
    .testTarget(name: "ListViewTests", dependencies: ["ViewModels"]),
    .testTarget(name: "DemoTests", dependencies: ["Demo", "LoopbackServer"]),
  ],
  swiftLanguageModes: [.v6]
)
