// swift-tools-version: 6.2
import PackageDescription

// The sources themselves, by links, so that the fuzzer sees which of their branches an input takes. A library, because the
// main function is libFuzzer's.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Fuzzing", type: .static, targets: ["Fuzzing"])],
  targets: [
    .target(name: "Reactive", exclude: ["Reactive.docc"]),
    .target(
      name: "ListEngine", dependencies: ["Reactive"], path: "Sources/ViewModels/Engine", exclude: ["ListEngine.docc"]),
    .target(
      name: "ListTesting", dependencies: ["ListEngine", "Reactive"], path: "Sources/ViewModels/Testing",
      exclude: ["ListTesting.docc"]),
    .target(
      name: "ViewModels", dependencies: ["ListEngine", "Reactive"],
      exclude: ["Engine", "Testing", "ViewModels.docc", "PrivacyInfo.xcprivacy"]),
    .target(name: "ListViewModelsServer", dependencies: ["Reactive"]),
    .target(name: "SampleService", dependencies: ["Reactive", "ViewModels"], path: "Sources/Demo/SampleData"),
    .target(
      name: "Demo", dependencies: ["ListTesting", "ListViewModelsServer", "Reactive", "SampleService", "ViewModels"],
      exclude: ["SampleData", "Server", "Command.swift"]),
    .target(name: "ListViewModelsTestSupport", dependencies: ["ListEngine", "ListTesting", "Reactive"]),
    .target(
      name: "Fuzzing",
      dependencies: ["Demo", "ListTesting", "ListViewModelsServer", "ListViewModelsTestSupport", "ViewModels"]),
  ],
  swiftLanguageModes: [.v6]
)
