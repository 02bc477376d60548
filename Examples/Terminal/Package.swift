// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Terminal",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ListViewModels", path: "../..")],
  targets: [
    .executableTarget(
      name: "Terminal",
      dependencies: [
        .product(name: "Reactive", package: "ListViewModels"), .product(name: "ViewModels", package: "ListViewModels"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
