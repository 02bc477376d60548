// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that what the product is measured beside is no dependency of the product.
let package = Package(
  name: "ReactiveBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ListViewModels", path: "../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    // No traits: allocations are counted by Allocations/, which needs no interposer.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "ReactiveBenchmarks",
      dependencies: [
        .product(name: "Reactive", package: "ListViewModels"),
        .product(name: "ViewModels", package: "ListViewModels"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Benchmarks/ReactiveBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "TwoThreads",
      dependencies: [
        .product(name: "Reactive", package: "ListViewModels"),
        .product(name: "OpenCombine", package: "OpenCombine"),
      ],
      path: "TwoThreads"),
  ]
)
