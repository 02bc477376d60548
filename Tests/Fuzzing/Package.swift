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
    .target(name: "ViewModels", dependencies: ["Reactive"], exclude: ["ViewModels.docc"]),
    .target(name: "LoopbackServer", dependencies: ["Reactive"]),
    .target(
      name: "Demo", dependencies: ["LoopbackServer", "Reactive", "ViewModels"], exclude: ["Server", "Command.swift"]),
    .target(name: "Fuzzing", dependencies: ["Demo", "LoopbackServer", "ViewModels"]),
  ],
  swiftLanguageModes: [.v6]
)
