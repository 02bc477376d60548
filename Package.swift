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
    .library(name: "SampleService", targets: ["SampleService"]),
    .executable(name: "Demo", targets: ["Demo"]),
  ],
  targets: [
    .target(name: "Reactive"),
    .target(name: "ListEngine", dependencies: ["Reactive"], path: "Sources/ViewModels/Engine"),
    .target(name: "ListTesting", dependencies: ["ListEngine", "Reactive"], path: "Sources/ViewModels/Testing"),
    .target(
      name: "ViewModels", dependencies: ["ListEngine", "Reactive"], exclude: ["Engine", "Testing"],
      resources: [.copy("PrivacyInfo.xcprivacy")]),
    .target(name: "ListViewModelsServer", dependencies: ["Reactive"], path: "Sources/Demo/Server"),
    .target(name: "SampleService", dependencies: ["Reactive", "ViewModels"], path: "Sources/Demo/SampleData"),
    .executableTarget(
      name: "Demo", dependencies: ["ListTesting", "ListViewModelsServer", "Reactive", "SampleService", "ViewModels"],
      exclude: ["SampleData", "Server"]),
    .target(
      name: "ListViewModelsTestSupport", dependencies: ["ListEngine", "ListTesting", "Reactive"],
      path: "Tests/Support"),
    .testTarget(name: "ReactiveTests", dependencies: ["ListViewModelsTestSupport", "Reactive"]),
    .testTarget(
      name: "ListEngineTests", dependencies: ["ListEngine", "ListTesting", "ListViewModelsTestSupport", "Reactive"]),
    .testTarget(
      name: "ListTestingTests", dependencies: ["ListEngine", "ListTesting", "ListViewModelsTestSupport", "Reactive"]),
    .testTarget(
      name: "ViewModelsTests",
      dependencies: ["ListTesting", "ListViewModelsServer", "ListViewModelsTestSupport", "Reactive", "ViewModels"]),
    .testTarget(
      name: "ListViewTests", dependencies: ["ListEngine", "ListTesting", "ListViewModelsTestSupport"]),
    .testTarget(
      name: "DemoTests", dependencies: ["Demo", "ListViewModelsServer", "ListViewModelsTestSupport", "SampleService"]),
  ],
  swiftLanguageModes: [.v6]
)
