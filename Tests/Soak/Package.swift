// swift-tools-version: 6.2
import PackageDescription

// It sees the product's public declarations only. The server is the demo's, by a link, in the same process.
let package = Package(
  name: "Soak",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ListViewModels", path: "../..")],
  targets: [
    .target(name: "Descriptors"),
    .target(name: "MisbehavingServer", dependencies: [.product(name: "Reactive", package: "ListViewModels")]),
    .executableTarget(
      name: "Soak",
      dependencies: [
        "Descriptors", "MisbehavingServer", .product(name: "ListTesting", package: "ListViewModels"),
        .product(name: "Reactive", package: "ListViewModels"),
        .product(name: "ViewModels", package: "ListViewModels"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
