// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Carousel",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ListViewModels", path: "../..")],
  targets: [
    .executableTarget(
      name: "Carousel",
      dependencies: ["ListEngine", "ListTesting", "Reactive"].map { .product(name: $0, package: "ListViewModels") })
  ],
  swiftLanguageModes: [.v6]
)
