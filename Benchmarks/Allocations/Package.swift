// swift-tools-version: 6.2
import PackageDescription

// Apart from the benchmarks, so that counting needs no other package and builds in seconds.
let package = Package(
  name: "Allocations",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ListViewModels", path: "../..")],
  targets: [
    .target(name: "CountedMalloc"),
    .executableTarget(
      name: "Allocations",
      dependencies: [
        "CountedMalloc", .product(name: "Reactive", package: "ListViewModels"),
        .product(name: "ViewModels", package: "ListViewModels"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
