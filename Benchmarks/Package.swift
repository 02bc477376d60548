// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the product depends on nothing that it is measured against or with. It sees the
// product's public declarations only; the figures that need a service start `Demo serve`.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Figures", targets: ["Figures"])],
  dependencies: [.package(name: "ListViewModels", path: "..")],
  targets: [
    .target(name: "Figures"),
    .executableTarget(
      name: "ListBenchmarks",
      dependencies: [
        "Figures", .product(name: "ListEngine", package: "ListViewModels"),
        .product(name: "Reactive", package: "ListViewModels"),
      ]),
    .target(name: "DemoServer"),
    .executableTarget(
      name: "NetworkFigures",
      dependencies: [
        "DemoServer", .product(name: "ListTesting", package: "ListViewModels"),
        .product(name: "ViewModels", package: "ListViewModels"),
      ]),
    .executableTarget(
      name: "StoreFigures",
      dependencies: ["DemoServer", .product(name: "ViewModels", package: "ListViewModels")]),
  ],
  swiftLanguageModes: [.v6]
)
