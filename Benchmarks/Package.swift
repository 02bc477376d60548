// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that what the product is measured against is no dependency of the product.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ListViewModels", path: "..")],
  targets: [
    .executableTarget(
      name: "ListBenchmarks", dependencies: [.product(name: "ViewModels", package: "ListViewModels")])
  ],
  swiftLanguageModes: [.v6]
)
