// swift-tools-version: 6.2
import PackageDescription

// The screens of five apps on this package's public API; each is a program that checks itself.
let ports = ["SideDishes", "Movies", "Store", "Series", "Photos"]
let products: [Target.Dependency] = ["ListTesting", "Reactive", "ViewModels"].map {
  .product(name: $0, package: "ListViewModels")
}

let package = Package(
  name: "Ports",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ListViewModels", path: "../..")],
  targets: [.target(name: "PortSupport", dependencies: products)]
    + ports.map { .executableTarget(name: $0, dependencies: products + ["PortSupport"]) },
  swiftLanguageModes: [.v6]
)
