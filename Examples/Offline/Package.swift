// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Offline",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ListViewModels", path: "../..")],
  targets: [
    .executableTarget(
      name: "Offline",
      dependencies: [
        .product(name: "ListTesting", package: "ListViewModels"), .product(name: "Reactive", package: "ListViewModels"),
        .product(name: "ViewModels", package: "ListViewModels"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
