// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Browser",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ListViewModels", path: "../.."),
    .package(url: "https://github.com/swhitty/FlyingFox.git", from: "0.27.0"),
  ],
  targets: [
    .executableTarget(
      name: "Browser",
      dependencies: [
        .product(name: "Reactive", package: "ListViewModels"), .product(name: "ViewModels", package: "ListViewModels"),
        .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      resources: [.copy("Page")]),
    .testTarget(
      name: "BrowserTests",
      dependencies: [
        "Browser", .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "Reactive", package: "ListViewModels"), .product(name: "ViewModels", package: "ListViewModels"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
