// swift-tools-version: 6.2
import PackageDescription

// The sources of the product, by links, beside a module named `Combine`: OpenCombine's own sources under another name, so
// that the bridge is compiled on Linux, and run.
let package = Package(
  name: "CombineBridge",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")],
  targets: [
    .target(
      name: "Reactive",
      dependencies: [
        .product(name: "OpenCombine", package: "OpenCombine", moduleAliases: ["OpenCombine": "Combine"])
      ]),
    .target(name: "ListEngine", dependencies: ["Reactive"], path: "Sources/ViewModels/Engine"),
    .target(name: "ListTesting", dependencies: ["ListEngine", "Reactive"], path: "Sources/ViewModels/Testing"),
    .target(
      name: "ViewModels", dependencies: ["ListEngine", "Reactive"],
      exclude: ["Engine", "Testing", "PrivacyInfo.xcprivacy"]),
    .target(
      name: "ListViewModelsTestSupport", dependencies: ["ListEngine", "ListTesting", "Reactive"],
      path: "Sources/Support"),
    .testTarget(
      name: "CombineBridgeTests", dependencies: ["ListViewModelsTestSupport", "Reactive", "ViewModels"]),
  ],
  swiftLanguageModes: [.v6]
)
