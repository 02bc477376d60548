// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ListViewModels",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Reactive", targets: ["Reactive"]),
    .library(name: "ListEngine", targets: ["ListEngine"]),
    .library(name: "ListTesting", targets: ["ListTesting"]),
    .library(name: "ViewModels", targets: ["ViewModels"]),
    .executable(name: "Demo", targets: ["Demo"]),
  ],
  targets: [
    .target(name: "Reactive"),
    .target(name: "ListEngine", dependencies: ["Reactive"], path: "Sources/ViewModels/Engine"),
    .target(name: "ListTesting", dependencies: ["ListEngine", "Reactive"], path: "Sources/ViewModels/Testing"),
    .target(name: "ViewModels", dependencies: ["ListEngine", "Reactive"], exclude: ["Engine", "Testing"]),
    .target(name: "LoopbackServer", dependencies: ["Reactive"], path: "Sources/Demo/Server"),
    .executableTarget(
      name: "Demo", dependencies: ["ListTesting", "LoopbackServer", "Reactive", "ViewModels"], exclude: ["Server"]),
    .testTarget(name: "ReactiveTests", dependencies: ["Reactive"]),
    .testTarget(
      name: "ViewModelsTests", dependencies: ["ListTesting", "LoopbackServer", "Reactive", "ViewModels"]),
    .testTarget(name: "ListViewTests", dependencies: ["ListTesting", "ViewModels"]),
    .testTarget(name: "DemoTests", dependencies: ["Demo", "LoopbackServer"]),
  ],
  swiftLanguageModes: [.v6]
)
